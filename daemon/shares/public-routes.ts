/** The public view of a link or a tag for anyone with its share URL. It shows nothing private. */
import Type from 'typebox';
import { json } from '../../shared/http/answer.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { shortUrlOf } from '../../shared/link-clicks/short-url.ts';
import { hashSecret } from '../../shared/secrets/secrets.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, openEndpoint } from '../api/endpoint.ts';
import { noSuch } from '../api/errors.ts';
import { lagging } from '../api/lagging-reads.ts';
import { wholeWorkspace } from '../clicks/counts.ts';
import { domainOf } from '../links/core/link.ts';
import { getStats } from '../stats/count-clicks.ts';
import { findLinkNames } from '../stats/link-name-queries.ts';
import { SharedStats, SharedStatsQuery } from '../stats/schema.ts';
import type { TopLink } from '../stats/top-links.ts';
import { windowsOf } from '../stats/windows.ts';
import { hasTag } from '../tags/queries.ts';
import { findShared, type Shared } from './queries.ts';
import { exampleToken, SharedLink, SharedTag } from './schema.ts';

const group = 'Analytics';
const params = {
  token: { description: "The secret part of the share page's URL.", example: exampleToken },
};
const headers = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' };
const errors = ['not_found'] as const;

export const publicShareRoutes = (context: Context): DescribedRoute[] => [subject(context), stats(context)];

const findByToken =
  (context: Context) =>
  async (request: HttpRequest<'token'>): Promise<Shared> => {
    await context.tries.spendOnShare(context.addressOf(request));
    const found = await findShared(context.db, hashSecret(request.params.token));
    const isShown = found && ('link' in found || (await hasTag(context.db, found.workspaceId, found.tag)));
    if (!isShown) throw noSuch('share page');
    return found;
  };

const subject = (context: Context) =>
  openEndpoint(context, {
    method: 'GET',
    path: '/shares/{token}',
    id: 'getShared',
    summary: 'Get a shared link or tag',
    description:
      'For anyone with the URL. A revoked URL is `not_found`, as is the URL of an archived, banned or deleted link, or of ' +
      'a deleted or merged tag.',
    group,
    params,
    answers: { 200: { description: 'The link or the tag.', schema: Type.Union([SharedLink, SharedTag]) } },
    errors: [...errors],
    find: findByToken(context),
    async handle({ found }) {
      return json(200, 'link' in found ? toSharedLink(context, found, found.link) : { tag: found.tag }, headers);
    },
  });

type LinkParts = { hostname: string | null; slug: string; title: string | null; url: string };

const toSharedLink = ({ config }: Context, { showDestination }: Shared, link: LinkParts) => ({
  shortUrl: shortUrlOf(config, domainOf(config, link), link.slug),
  title: link.title,
  url: showDestination ? link.url : null,
});

const stats = (context: Context) =>
  openEndpoint(context, {
    method: 'GET',
    path: '/shares/{token}/stats',
    id: 'getSharedStats',
    summary: 'Get the analytics of a shared link or tag',
    description:
      "Without filters, within the plan's retention. A tag's analytics add up the links that have the tag now and are neither " +
      'archived nor banned; a period that is too long for so many links is refused (422).',
    group,
    params,
    query: SharedStatsQuery,
    answers: {
      200: { description: 'Totals, a series and a breakdown.', schema: SharedStats },
    },
    errors: [...errors, 'unavailable'],
    find: findByToken(context),
    async handle({ request, found, query }) {
      const { workspaceId } = found;
      const now = Date.now();
      const windows = windowsOf(query, context.config.plans[found.plan].retentionDays, now);
      const question = { windows, now, signal: request.signal, ...questionOf(found) };
      const body = await lagging(context, workspaceId, async (from) => {
        const { body, top } = await getStats(from, question);
        return 'link' in found ? body : { ...body, topLinks: await nameTop(from, found, top) };
      });
      return json(200, body, headers);
    },
  });

const topLinksShown = 10;

const questionOf = (found: Shared) =>
  'link' in found
    ? { subject: { workspaceId: found.workspaceId, linkId: found.link.linkId }, query: {}, topLinks: 0 }
    : {
        subject: { workspaceId: found.workspaceId, linkId: wholeWorkspace },
        query: { tag: found.tag, areShared: true as const },
        topLinks: topLinksShown,
      };

async function nameTop(context: Context, found: Shared, top: TopLink[]) {
  const ids = top.map(({ linkId }) => linkId);
  const names = await findLinkNames(context.db, found.workspaceId, ids);
  return top.flatMap(({ linkId, ...counts }) => {
    const name = names.get(linkId);
    return name ? [{ ...toSharedLink(context, found, name), ...counts }] : [];
  });
}
