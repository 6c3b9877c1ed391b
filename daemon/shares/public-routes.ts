/** The public view of a link for anyone with its share URL. It shows nothing private. */
import { json } from '../../shared/http/answer.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { shortUrlOf } from '../../shared/link-clicks/short-url.ts';
import { hashSecret } from '../../shared/secrets/secrets.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, openEndpoint } from '../api/endpoint.ts';
import { noSuch } from '../api/errors.ts';
import { lagging } from '../api/lagging-reads.ts';
import { domainOf } from '../links/core/link.ts';
import { getStats } from '../stats/count-clicks.ts';
import { SharedStats, SharedStatsQuery } from '../stats/schema.ts';
import { windowsOf } from '../stats/windows.ts';
import { findSharedLink, type SharedRow } from './queries.ts';
import { exampleToken, SharedLink } from './schema.ts';

const group = 'Analytics';
const params = {
  token: { description: "The secret part of the share page's URL.", example: exampleToken },
};
const headers = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' };
const errors = ['not_found'] as const;

export const publicShareRoutes = (context: Context): DescribedRoute[] => [link(context), stats(context)];

const findByToken =
  (context: Context) =>
  async (request: HttpRequest<'token'>): Promise<SharedRow> => {
    await context.tries.spendOnShare(context.addressOf(request));
    const found = await findSharedLink(context.db, hashSecret(request.params.token));
    if (!found) throw noSuch('shared link');
    return found;
  };

const link = (context: Context) =>
  openEndpoint(context, {
    method: 'GET',
    path: '/shares/{token}',
    id: 'getSharedLink',
    summary: 'Get a shared link',
    description:
      'For anyone with the URL. A revoked URL, or the URL of an archived, banned or deleted link, is `not_found`.',
    group,
    params,
    answers: { 200: { description: 'The link.', schema: SharedLink } },
    errors: [...errors],
    find: findByToken(context),
    async handle({ found }) {
      const shortUrl = shortUrlOf(context.config, domainOf(context.config, found), found.slug);
      return json(200, { shortUrl, title: found.title, url: found.showDestination ? found.url : null }, headers);
    },
  });

const stats = (context: Context) =>
  openEndpoint(context, {
    method: 'GET',
    path: '/shares/{token}/stats',
    id: 'getSharedStats',
    summary: 'Get the analytics of a shared link',
    description: "The link's own analytics without filters, within the plan's retention.",
    group,
    params,
    query: SharedStatsQuery,
    answers: {
      200: { description: 'Totals, a series and a breakdown.', schema: SharedStats },
    },
    errors: [...errors],
    find: findByToken(context),
    async handle({ request, found, query }) {
      const now = Date.now();
      const windows = windowsOf(query, context.config.plans[found.plan].retentionDays, now);
      const subject = { workspaceId: found.workspaceId, linkId: found.linkId };
      const question = { subject, windows, query: {}, topLinks: 0, now, signal: request.signal };
      const { body } = await lagging(context, found.workspaceId, (from) => getStats(from, question));
      return json(200, body, headers);
    },
  });
