/** The routes of links: parse, act, answer. */
import { domainToASCII } from 'node:url';
import { inTransaction, patient, type Trx } from '../../shared/db.ts';
import type { ApiError } from '../../shared/errors.ts';
import { json } from '../../shared/http/answer.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { isApiError, notFound } from '../api/errors.ts';
import { Done } from '../api/schemas.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Auth } from '../identity/auth.ts';
import { type BulkAnswer, createBulk } from './create/create-bulk.ts';
import type { Draft, Outcome } from './create/create-links.ts';
import { type CreateDrafts, createCreator } from './create/creator.ts';
import { draftLink, isDefaultDomain } from './create/draft.ts';
import { hashPasswords } from './create/hash-passwords.ts';
import { fromLinkCursor, type LinkPosition, toLinkCursor } from './cursor.ts';
import * as examples from './examples.ts';
import { toLink } from './link.ts';
import { type Filters, findBySlug, listPositions } from './page-queries.ts';
import { deleteLink, findDomainId, findLinkForUpdate, listLinksByIds, requireLink } from './queries.ts';
import * as schema from './schema.ts';
import { type BlockIndexer, createBlockIndexer } from './search/block-indexer.ts';
import { type SearchResult, searchLinks } from './search/search.ts';
import { parseShortUrl } from './short-url.ts';
import { listIdsOfTag, listTags } from './tag-queries.ts';
import { tellOfLinks } from './tell-links.ts';
import { patchLink } from './update-link.ts';

export function linkRoutes(context: Context): DescribedRoute[] {
  const indexer = createBlockIndexer(context.db, context.log);
  const create = createCreator(context, indexer);
  return [
    listLinks(context, indexer),
    postLink(context, create),
    postBulk(context, create),
    getLink(context),
    patchOne(context),
    deleteOne(context),
    getTags(context),
  ];
}

const group = 'Links';
/** Of fifty links, each with every text at its longest and a destination for some sixty countries. */
const bulkBodyLimit = 8 << 20;
const params = { id: "The link's id." };

const findOne =
  ({ db }: Context) =>
  ({ auth, request }: { auth: Auth; request: HttpRequest }) =>
    requireLink(db, auth.workspaceId, request.params.id as string);

const listLinks = (context: Context, indexer: BlockIndexer) =>
  endpoint(context, {
    method: 'GET',
    path: '/links',
    id: 'listLinks',
    summary: 'List links, newest first',
    description:
      'Pages are complete and free of repeats while links are added and removed: pass `nextCursor` back as `cursor`.',
    group,
    role: 'viewer',
    query: schema.ListQuery,
    queryExample: { q: 'launch', tag: 'spring', limit: 25 },
    answers: { 200: { description: 'A page of links.', schema: schema.LinkPage, example: examples.page } },
    async handle({ auth, query }) {
      const { limit } = query;
      const after = query.cursor === undefined ? undefined : fromLinkCursor(query.cursor);
      const filters = await resolveFilters(context, auth, query);
      if (!filters) return json(200, { links: [], nextCursor: null });
      const { positions, unsealed } = await findPage(context, filters, query.q, after, limit + 1);
      if (unsealed) indexer.index(auth.workspaceId);
      const shown = positions.slice(0, limit);
      const rows = await listLinksByIds(
        context.db,
        auth.workspaceId,
        shown.map(({ id }) => id),
      );
      const last = positions.length > limit ? shown.at(-1) : undefined;
      return json(200, {
        links: rows.map((row) => toLink(context.config, auth.workspacePublicId, row)),
        nextCursor: last ? toLinkCursor(last) : null,
      });
    },
  });

/** The first `limit` links of a list; a short URL that is pasted as it is finds its link. */
async function findPage(
  { db, findDomain }: Context,
  filters: Filters,
  q: string | undefined,
  after: LinkPosition | undefined,
  limit: number,
): Promise<SearchResult> {
  if (!q) return { positions: await listPositions(db, filters, { after }, limit), unsealed: false };
  const named = parseShortUrl(q, findDomain);
  const link = named && (await findBySlug(db, filters, named));
  return link ? { positions: [link], unsealed: false } : searchLinks(db, filters, q, after, limit);
}

/** Undefined when a tag or domain is asked for that the workspace does not have, so that no link can match. */
async function resolveFilters(
  { db, config }: Context,
  { workspaceId }: Auth,
  { tag, domain, archived }: schema.ListQuery,
): Promise<Filters | undefined> {
  const filters: Filters = { workspaceId, archived };
  if (tag !== undefined) {
    filters.tagIds = await listIdsOfTag(db, workspaceId, tag);
    if (filters.tagIds.length === 0) return undefined;
  }
  if (domain !== undefined) {
    filters.domainId = isDefaultDomain(config, domain) ? 0 : await findDomainId(db, workspaceId, domainToASCII(domain));
    if (filters.domainId === undefined) return undefined;
  }
  return filters;
}

const postLink = (context: Context, create: CreateDrafts) =>
  endpoint(context, {
    method: 'POST',
    path: '/links',
    id: 'createLink',
    summary: 'Create a link',
    description: 'A random slug of 7 characters is drawn when none is given.',
    group,
    role: 'member',
    body: schema.LinkInput,
    bodyExample: examples.input,
    answers: { 201: { description: 'The link.', schema: schema.Link, example: examples.link } },
    errors: ['unsafe_url', 'feature_not_in_plan', 'plan_limit_reached', 'slug_taken'],
    creates: true,
    async handle({ auth, request, body, keep }) {
      const open = await draftLink(context, auth, body);
      const [draft] = (await hashPasswords(context, auth, [open], request.signal)) as [Draft | ApiError];
      if (isApiError(draft)) throw draft;
      const toAnswer = (outcome: Outcome | undefined) => {
        if (!outcome || 'error' in outcome) throw outcome?.error;
        return json(201, toLink(context.config, auth.workspacePublicId, outcome.row));
      };
      const [outcome] = await create(auth, [draft], async (trx, [made]) => {
        if (made && 'row' in made) await keep(trx, toAnswer(made));
      });
      return toAnswer(outcome);
    },
  });

const postBulk = (context: Context, create: CreateDrafts) =>
  endpoint(context, {
    method: 'POST',
    path: '/links/bulk',
    id: 'createLinks',
    summary: 'Create up to 50 links',
    description: 'Each item has its own result, in the order of the request; one that fails never fails another.',
    group,
    role: 'member',
    body: schema.BulkInput,
    bodyLimit: bulkBodyLimit,
    publishedBody: schema.LinksInput,
    bodyExample: examples.bulk,
    answers: {
      200: { description: 'A result for each item.', schema: schema.BulkResult, example: examples.bulkResult },
    },
    creates: true,
    async handle({ auth, request, body, keep }) {
      const finish = (trx: Trx, answer: BulkAnswer) => keep(trx, json(200, answer));
      return json(200, await createBulk(context, create, auth, body.links, request, finish));
    },
  });

const getLink = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/links/{id}',
    id: 'getLink',
    summary: 'Get a link',
    group,
    role: 'viewer',
    params,
    answers: { 200: { description: 'The link.', schema: schema.Link, example: examples.link } },
    find: findOne(context),
    handle: async ({ auth, found }) => json(200, toLink(context.config, auth.workspacePublicId, found)),
  });

const patchOne = (context: Context) =>
  endpoint(context, {
    method: 'PATCH',
    path: '/links/{id}',
    id: 'updateLink',
    summary: 'Change a link',
    description:
      'Only what the body names changes. `null` clears what a link may be without; `utm` and `preview` are replaced as a ' +
      'whole, and `{}` clears them too. Edits are unlimited on every plan, and a value that the link has needs no plan.',
    group,
    role: 'member',
    params,
    body: schema.LinkPatch,
    bodyExample: examples.patch,
    answers: { 200: { description: 'The changed link.', schema: schema.Link, example: examples.link } },
    errors: ['unsafe_url', 'feature_not_in_plan', 'slug_taken'],
    find: findOne(context),
    async handle({ auth, request, found, body }) {
      if (Object.keys(body).length > 0) {
        await patchLink(context, auth, found, body, request.signal, new Date());
        context.announceChanges();
      }
      const row = await findOne(context)({ auth, request });
      return json(200, toLink(context.config, auth.workspacePublicId, row));
    },
  });

const deleteOne = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/links/{id}',
    id: 'deleteLink',
    summary: 'Delete a link',
    description:
      'Its short URL stops redirecting. The allowance of new links gets nothing back. For some time no other workspace ' +
      'gets the slug.',
    group,
    role: 'member',
    params,
    answers: { 200: { description: 'The link is gone.', schema: Done, example: { ok: true } } },
    find: findOne(context),
    async handle({ auth, found: { id: linkId, public_id: id } }) {
      const { workspaceId, actor } = auth;
      const now = new Date();
      await inTransaction(context.db, async (trx) => {
        if (auth.hasWebhooks) {
          // What is told of it comes after what was told of a change under way.
          await findLinkForUpdate(trx, workspaceId, id);
          await tellOfLinks(trx, context.config, { workspaceId, event: 'link.deleted', now }, [linkId]);
        }
        await recordAudit(trx, [{ workspaceId, actor, action: 'link.delete', objectId: id }], now);
        if (!(await deleteLink(trx, workspaceId, id, now))) throw notFound('link');
      });
      context.announceChanges();
      return json(200, { ok: true });
    },
  });

const getTags = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/tags',
    id: 'listTags',
    summary: 'List tags with their numbers of links',
    group,
    role: 'viewer',
    answers: { 200: { description: 'The tags that links have.', schema: schema.TagList, example: examples.tags } },
    // Two large tags that are becoming one take some seconds to count.
    handle: async ({ auth }) => json(200, { tags: await listTags(patient(context.db), auth.workspaceId) }),
  });
