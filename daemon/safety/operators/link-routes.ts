/** Operators' routes that find links, show their history, and ban or unban them. */
import { inTransaction } from '../../../shared/db/db.ts';
import { json } from '../../../shared/http/answer.ts';
import type { Context } from '../../api/context.ts';
import { type DescribedRoute, endpoint, type Lookup } from '../../api/endpoint.ts';
import { noSuch } from '../../api/errors.ts';
import { findEntries } from '../../audit-log/find-entries.ts';
import { listActionsOf } from '../core/action-queries.ts';
import { banByHand } from '../core/actions.ts';
import { listReviewsOf } from '../core/review-queries.ts';
import { findLinks } from './find-links.ts';
import { byOf, forOperators } from './operator-route.ts';
import { readTimeCursor, toPage } from './pages.ts';
import { findLinkByPublicId, listBans, listLinks, type SafetyLinkRow } from './queries.ts';
import {
  SafetyLink,
  SafetyLinkDetails,
  SafetyLinkPage,
  SafetyLinksQuery,
  SafetyPageQuery,
  SafetyReason,
} from './schema.ts';
import { toReview, toSafetyLink } from './show.ts';
import { showActions } from './show-actions.ts';

export const safetyLinkRoutes = (context: Context): DescribedRoute[] => [
  search(context),
  bans(context),
  show(context),
  set(context, true),
  set(context, false),
];

const params = { id: "The link's id, in any workspace." };
const shownOfEach = 50;
const linkPage = {
  description: 'A page of links.',
  schema: SafetyLinkPage,
};

const findOne =
  ({ db }: Context) =>
  async ({ request }: Pick<Lookup<'id'>, 'request'>): Promise<SafetyLinkRow> => {
    const link = await findLinkByPublicId(db, request.params.id);
    if (!link) throw noSuch('link');
    return link;
  };

const search = (context: Context) =>
  endpoint(context, {
    ...forOperators,
    method: 'GET',
    path: '/safety/links',
    id: 'findSafetyLinks',
    summary: 'Find links of all workspaces by short URL, destination host or workspace',
    description:
      'Takes `shortUrl`, `host` or `workspaceId`, newest first. New links can be found by host after a few seconds.',
    query: SafetyLinksQuery,
    queryExample: { host: 'example.com' },
    answers: { 200: linkPage },
    async handle({ query }) {
      const { rows, nextCursor } = await findLinks(context, query);
      return json(200, { links: rows.map((row) => toSafetyLink(context.config, row)), nextCursor });
    },
  });

const kind = 'bans';

const bans = (context: Context) =>
  endpoint(context, {
    ...forOperators,
    method: 'GET',
    path: '/safety/bans',
    id: 'listSafetyBans',
    summary: 'List banned links with their reasons, last banned first',
    query: SafetyPageQuery,
    queryExample: { limit: 25 },
    answers: { 200: linkPage },
    async handle({ query: { limit, cursor } }) {
      const places = await listBans(context.db, readTimeCursor(kind, cursor), limit + 1);
      const { shown, nextCursor } = toPage(places, limit, kind, ({ at, id }) => [at.getTime(), id]);
      const rows = await listLinks(
        context.db,
        shown.map(({ id }) => id),
      );
      return json(200, { links: rows.map((row) => toSafetyLink(context.config, row)), nextCursor });
    },
  });

const show = (context: Context) =>
  endpoint(context, {
    ...forOperators,
    method: 'GET',
    path: '/safety/links/{id}',
    id: 'getSafetyLink',
    summary: 'Get a link with all findings, appeals and decisions about it',
    params,
    answers: { 200: { description: 'The link.', schema: SafetyLinkDetails } },
    find: findOne(context),
    async handle({ found }) {
      const { config, db } = context;
      const [reviews, actions, { rows: events }] = await Promise.all([
        listReviewsOf(db, found.id, shownOfEach),
        listActionsOf(db, { objectId: found.linkId }, shownOfEach),
        findEntries(
          db,
          found.ownerId,
          { objectId: found.linkId, action: 'link' },
          { cursorId: undefined, limit: shownOfEach },
        ),
      ]);
      return json(200, {
        link: toSafetyLink(config, found),
        reviews: reviews.map((row) => toReview(config, row)),
        actions: await showActions(context, actions),
        bans: events.filter(({ action }) => action === 'link.ban' || action === 'link.unban').map(toEvent),
      });
    },
  });

const toEvent = ({ action, actor, details, createdAt }: Awaited<ReturnType<typeof findEntries>>['rows'][number]) => ({
  action,
  actor,
  details: details === null ? null : JSON.parse(details),
  createdAt: createdAt.toISOString(),
});

const set = (context: Context, banned: boolean) =>
  endpoint(context, {
    ...forOperators,
    method: 'POST',
    path: `/safety/links/{id}/${banned ? 'ban' : 'unban'}`,
    id: banned ? 'banLink' : 'unbanLink',
    summary: banned ? 'Ban a link' : 'Unban a link',
    description: banned
      ? 'Visitors see a warning at once. Only an operator can unban it. The owner gets the reason by email.'
      : 'Works for any ban. Scans ignore its current destinations from then on. An appeal is answered with the reason.',
    params,
    body: SafetyReason,
    answers: { 200: { description: 'The link.', schema: SafetyLink } },
    find: findOne(context),
    async handle({ auth, request, found: link, body: { reason } }) {
      const now = new Date();
      const by = byOf(auth, reason);
      const found = await inTransaction(context.db, (trx) =>
        banByHand(trx, context.config, link.linkId, { banned, by, now }),
      );
      if (!found) throw noSuch('link');
      context.announceChanges();
      return json(200, toSafetyLink(context.config, await findOne(context)({ request })));
    },
  });
