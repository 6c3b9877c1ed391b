/** The route that lists the ids of all links that match a filter, for bulk actions. */
import { json } from '../../shared/http/answer.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { fromLinkCursor } from './core/cursor.ts';
import { listPublicIds } from './core/queries.ts';
import { IdsQuery, LinkIdPage } from './core/schema.ts';
import { findPage, resolveFilters } from './find-page.ts';
import type { BlockIndexer } from './search/block-indexer.ts';

/** The order is newest first, so that links created between two requests are on no later page. */
const order = { sort: 'createdAt', order: 'desc' } as const;

export const idRoutes = (context: Context, indexer: BlockIndexer): DescribedRoute[] => [
  endpoint(context, {
    method: 'GET',
    path: '/links/ids',
    id: 'listLinkIds',
    summary: 'List the ids of links, newest first',
    description:
      'Up to 1,000 at a time, with the filters of the list of links. To change or delete all matching links, collect ' +
      'their ids first, so that links created in the meantime are not included, and send 100 at a time to `PATCH /links/bulk` or ' +
      '`DELETE /links/bulk`.',
    group: 'Links',
    role: 'viewer',
    query: IdsQuery,
    queryExample: { tag: 'spring' },
    answers: { 200: { description: 'A page of ids.', schema: LinkIdPage } },
    async handle({ auth, query }) {
      const after = query.cursor === undefined ? undefined : fromLinkCursor(order, query.cursor);
      const filters = await resolveFilters(context, auth, query);
      if (!filters) return json(200, { ids: [], nextCursor: null });
      const { ids, nextCursor, unsealed } = await findPage(context, filters, { ...query, ...order }, after);
      if (unsealed) indexer.index(auth.workspaceId);
      return json(200, { ids: await listPublicIds(context.db, auth.workspaceId, ids), nextCursor });
    },
  }),
];
