/** The routes of analytics. */
import { type HttpRoute, json } from '../../shared/http.ts';
import type { Context } from '../context.ts';
import { endpoint } from '../endpoint.ts';
import { notFound } from '../errors.ts';
import { findLinkTotals } from './queries.ts';

export const statsRoutes = ({ db }: Context): HttpRoute[] => [
  endpoint(db, {
    method: 'GET',
    path: '/links/{id}/stats',
    role: 'viewer',
    async handle({ auth, request }) {
      const linkId = request.params.id as string;
      const totals = await findLinkTotals(db, auth.workspaceId, linkId);
      if (!totals) throw notFound('link');
      const { clicks, botClicks, lastClickAt } = totals;
      return json(200, {
        linkId,
        totals: { clicks: clicks ?? 0, botClicks: botClicks ?? 0, lastClickAt: lastClickAt?.toISOString() ?? null },
      });
    },
  }),
];
