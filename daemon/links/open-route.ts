/** The route that opens a link from the dashboard by its short URL, without counting a click. */
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { openingParameter } from '../redirect/core/preview-tokens.ts';
import { toLink } from './core/link.ts';
import { requireLink } from './core/queries.ts';

export const openLink = (context: Context): DescribedRoute =>
  endpoint(context, {
    method: 'GET',
    path: '/links/{id}/open',
    id: 'openLink',
    summary: 'Open a link without counting a click',
    description:
      'For signed-in users. Redirects to the short URL with a token in `_wpo`, so that the redirect records no click and counts ' +
      'nothing towards `maxClicks`. The token is for this link only and expires after two minutes.',
    group: 'Dashboard',
    role: 'viewer',
    caller: 'session',
    params: { id: "The link's id." },
    answers: { 302: { description: 'Redirects to the short URL.' } },
    find: ({ auth, request }) => requireLink(context.db, auth.workspaceId, request.params.id),
    async handle({ auth, found }) {
      const url = new URL(toLink(context.config, auth.workspacePublicId, found).shortUrl);
      url.searchParams.set(openingParameter, context.openings.create(Number(found.id), Date.now()));
      return { status: 302, headers: { Location: url.href, 'Referrer-Policy': 'no-referrer' } };
    },
  });
