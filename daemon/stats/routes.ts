/** The routes of analytics. */
import Type from 'typebox';
import { mayBeId } from '../../shared/db/public-ids.ts';
import { unavailable } from '../../shared/errors.ts';
import { marked } from '../../shared/export/marked.ts';
import { json } from '../../shared/http/answer.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { stats } from '../../shared/limits-of-fields.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { invalid, notFound } from '../api/errors.ts';
import { lagging } from '../api/lagging-reads.ts';
import { exampleIds } from '../api/schemas.ts';
import { wholeWorkspace } from '../clicks/counts.ts';
import { dayMs } from '../clicks/time.ts';
import type { Auth } from '../identity/auth.ts';
import { needPlan } from '../links/core/plan-gates.ts';
import { findDomainByName } from '../links/find-domain.ts';
import { creatorIn } from '../links/find-page.ts';
import { requireTag } from '../tags/queries.ts';
import { toTimes, toWindow } from './core/window.ts';
import { getStats } from './count-clicks.ts';
import { exportClicks } from './export.ts';
import { placesOfColumns } from './export-columns.ts';
import { findLinkId, findLinkIdEver, findLinkIds } from './link-name-queries.ts';
import { describeLinks } from './links-stats.ts';
import { nameLinks } from './name-links.ts';
import {
  ExportQuery,
  LinkStats,
  LinksStats,
  LinksStatsQuery,
  RecentClicks,
  Stats,
  StatsQuery,
  TagStats,
  UnknownPaths,
  UnknownQuery,
  WorkspaceStatsQuery,
} from './schema.ts';
import { listUnknownPaths } from './unknown-queries.ts';
import { accept, windowsOf } from './windows.ts';

const group = 'Analytics';
const topLinksShown = 10;

export const statsRoutes = (context: Context): DescribedRoute[] => [
  linkStats(context),
  tagStats(context),
  workspaceStats(context),
  linksStats(context),
  clickExport(context),
  unknownPaths(context),
  recentClicks(context),
  liveClicks(context),
];

const retentionOf = ({ config }: Context, { plan }: Auth) => config.plans[plan].retentionDays;

const linkStats = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/links/{id}/stats',
    id: 'getLinkStats',
    summary: "Get a link's clicks",
    description:
      "Counted in whole hours, within the plan's retention; `from` and `to` in the answer are the counted hours. A " +
      'period outside of the retention is empty. Filters by the values of the breakdown (`country`, `referrer` and so on) read the ' +
      'clicks one by one, up to 31 days and 12 million clicks; larger requests are refused (422).',
    group,
    role: 'viewer',
    params: { id: "The link's id." },
    query: StatsQuery,
    answers: {
      200: { description: 'Totals, a series and a breakdown.', schema: LinkStats },
    },
    errors: ['unavailable'],
    find: ({ auth, request }) => requireLinkId(findLinkId, context, auth, request.params.id),
    async handle({ auth, request, found, query }) {
      const now = Date.now();
      const windows = windowsOf(query, retentionOf(context, auth), now);
      const subject = { workspaceId: auth.workspaceId, linkId: found };
      const question = { subject, windows, query, topLinks: 0, now, signal: request.signal };
      const { body } = await lagging(context, auth.workspaceId, (from) => getStats(from, question));
      return json(200, { linkId: request.params.id, ...body });
    },
  });

const tagStats = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/tags/{tag}/stats',
    id: 'getTagStats',
    summary: "Get the clicks of a tag's links",
    description: "Like the workspace's clicks with `tag`, but a tag that no link has is `not_found`.",
    group,
    role: 'viewer',
    params: { tag: { description: 'The tag, percent-encoded.', example: 'spring' } },
    query: StatsQuery,
    answers: {
      200: { description: 'Totals, a series, a breakdown and the top links.', schema: TagStats },
    },
    errors: ['unavailable'],
    find: ({ auth, request }) => requireTag(context.db, auth.workspaceId, request.params.tag),
    async handle({ auth, request, query }) {
      const { tag } = request.params;
      return json(200, { tag, ...(await countWorkspace(context, auth, { ...query, tag }, request)) });
    },
  });

async function requireLinkId(find: typeof findLinkId, { db }: Context, auth: Auth, publicId: string): Promise<number> {
  const id = mayBeId(publicId) ? await find(db, auth.workspaceId, publicId) : undefined;
  if (id === undefined) throw notFound('link');
  return id;
}

const workspaceStats = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/stats',
    id: 'getStats',
    summary: "Get the workspace's clicks",
    description:
      "Like a link's clicks, but for all links, including deleted ones, and with the top links. With filters of links, such as " +
      '`tag` or `createdBy`, it covers the links that match now, up to some 10,000 for 30 days; more are refused (422).',
    group,
    role: 'viewer',
    query: WorkspaceStatsQuery,
    answers: {
      200: { description: 'Totals, a series, a breakdown and the top links.', schema: Stats },
    },
    errors: ['unavailable'],
    handle: async ({ auth, query, request }) => json(200, await countWorkspace(context, auth, query, request)),
  });

async function countWorkspace(context: Context, auth: Auth, query: WorkspaceStatsQuery, { signal }: HttpRequest) {
  const now = Date.now();
  const windows = windowsOf(query, retentionOf(context, auth), now);
  const subject = { workspaceId: auth.workspaceId, linkId: wholeWorkspace };
  const resolved = { ...query, createdBy: creatorIn(auth, query) };
  const question = { subject, windows, query: resolved, topLinks: topLinksShown, now, signal };
  return lagging(context, auth.workspaceId, async (from) => {
    const { body, top } = await getStats(from, question);
    return { ...body, topLinks: await nameLinks(from, auth.workspaceId, top) };
  });
}

const linksAtOnce = stats.links;

/** @throws `validation_failed` */
function requireIds(text: string): string[] {
  const ids = [...new Set(text.split(',').map((id) => id.trim()))].filter((id) => id !== '');
  if (ids.length >= 1 && ids.length <= linksAtOnce) return ids;
  throw invalid({ field: 'ids', message: `must name 1 to ${linksAtOnce} links, separated by commas` });
}

const linksStats = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/stats/links',
    id: 'getLinksStats',
    summary: `Get the clicks of up to ${linksAtOnce} links`,
    description:
      "Totals and a series for each link, in the requested order; the period is that of one link's analytics. Links " +
      'that are not, or no longer, in the workspace are left out. A period that is too long for the number of links is refused ' +
      '(422): 100 links can be requested over five years of UTC days.',
    group,
    role: 'viewer',
    query: LinksStatsQuery,
    queryExample: { ids: exampleIds.lnk },
    answers: {
      200: { description: 'Clicks per link.', schema: LinksStats },
    },
    async handle({ auth, query }) {
      const publicIds = requireIds(query.ids);
      const window = accept(toWindow(query, retentionOf(context, auth), Date.now()));
      const known = await findLinkIds(context.db, auth.workspaceId, publicIds.filter(mayBeId));
      const links = publicIds.flatMap((publicId) => {
        const id = known.get(publicId);
        return id === undefined ? [] : [{ id, publicId }];
      });
      const body = await lagging(context, auth.workspaceId, ({ db }) =>
        describeLinks(db, auth.workspaceId, links, window),
      );
      return { ...json(200, {}), body };
    },
  });

const linkIdOf = ({ query }: HttpRequest) => new URLSearchParams(query).getAll('linkId').at(-1);

const clickExport = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/stats/export',
    id: 'exportClicks',
    summary: 'Export raw clicks as CSV',
    description:
      "The period is that of the analytics. Sorted by day, link and time; includes bots. `destination` is the one the visitor was sent to, in the link's current form, without UTM parameters. Team and up.",
    group,
    role: 'member',
    query: ExportQuery,
    queryExample: { linkId: exampleIds.lnk },
    answers: { 200: { description: 'RFC 4180, with a header line.', type: 'text/csv', schema: Type.String() } },
    errors: ['feature_not_in_plan', 'not_found'],
    async find({ auth, request }) {
      const publicId = linkIdOf(request);
      return publicId === undefined ? wholeWorkspace : requireLinkId(findLinkIdEver, context, auth, publicId);
    },
    async handle({ auth, found, query }) {
      const times = accept(toTimes(query, retentionOf(context, auth), Date.now()));
      needPlan(auth.plan, 'export');
      const subject = { workspaceId: auth.workspaceId, linkId: found };
      const stream = await lagging(context, auth.workspaceId, async ({ db, config }) =>
        exportClicks(db, config, subject, { times, places: placesOfColumns(query.columns) }),
      );
      return {
        status: 200,
        headers: {
          'Content-Type': 'text/csv; charset=utf-8; header=present',
          'Content-Disposition': 'attachment; filename="clicks.csv"',
        },
        stream: query.bom === '1' ? marked(stream) : stream,
      };
    },
  });

const unknownPaths = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/stats/unknown',
    id: 'listUnknownPaths',
    summary: 'List the most requested paths without a link',
    description:
      `Of the custom domains, over whole days in UTC, up to ${stats.unknownPathDays} days back and up to ${stats.unknownPaths} paths; paths that have a link now ` +
      'are left out. Counts are approximate: rare paths can be missing, and a request appears after about a minute.',
    group,
    role: 'viewer',
    query: UnknownQuery,
    answers: { 200: { description: 'The paths, the most requested first.', schema: UnknownPaths } },
    async handle({ auth, query }) {
      const { workspaceId } = auth;
      const { from, to } = accept(toTimes(query, retentionOf(context, auth), Date.now()));
      const domainId =
        query.domain === undefined ? undefined : await findDomainByName(context, workspaceId, query.domain);
      if (to <= from || (query.domain !== undefined && domainId === undefined)) return json(200, { paths: [] });
      const days = { from: Math.floor(from / dayMs), to: Math.floor((to - 1) / dayMs) };
      return lagging(context, workspaceId, async ({ db }) =>
        json(200, { paths: await listUnknownPaths(db, workspaceId, { domainId, ...days }) }),
      );
    },
  });

const recentClicks = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/stats/recent',
    id: 'getRecentClicks',
    summary: 'Get the clicks of the last five minutes',
    description:
      'Without bots. For live counters: clicks during an outage of Redis are missing, and analytics do not ' +
      'depend on it.',
    group,
    role: 'viewer',
    answers: {
      200: {
        description: 'Clicks per minute, the current one last.',
        schema: RecentClicks,
      },
    },
    async handle({ auth }) {
      const minutes = await context.clickStream.recent(auth.workspaceId, Date.now());
      return json(200, {
        clicks: minutes.reduce((sum, { clicks }) => sum + clicks, 0),
        minutes: minutes.map(({ minute, clicks }) => ({ time: new Date(minute).toISOString(), clicks })),
      });
    },
  });

const liveClicks = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/stats/live',
    id: 'watchClicks',
    summary: 'Stream clicks as they are recorded',
    description:
      'Server-Sent Events: `click` with the click as data, and `skipped` with the number of clicks left out when there ' +
      'are many. The stream ends after five minutes; connect again.',
    group,
    role: 'viewer',
    answers: { 200: { description: 'A stream of events.', type: 'text/event-stream', schema: Type.String() } },
    errors: ['unavailable'],
    async handle({ auth, request }) {
      const stream = context.clickStream.watch(auth.workspaceId, () => context.access.hold(request, auth));
      if (!stream) throw unavailable('Too many live views are open. Try again shortly.');
      return { status: 200, headers: { 'Content-Type': 'text/event-stream' }, stream };
    },
  });
