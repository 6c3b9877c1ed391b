/** The routes of links: parse, act, answer. */
import { inTransaction } from '../../shared/db.ts';
import { type HttpRoute, json } from '../../shared/http.ts';
import type { Context } from '../context.ts';
import { endpoint } from '../endpoint.ts';
import { notFound } from '../errors.ts';
import { createLink } from './create-link.ts';
import { toLink } from './link.ts';
import { deleteLink, findLink } from './queries.ts';
import { LinkInput } from './schema.ts';

export function linkRoutes(context: Context): HttpRoute[] {
  const { db, config } = context;
  return [
    endpoint(db, {
      method: 'POST',
      path: '/links',
      role: 'member',
      body: LinkInput,
      async handle({ auth, body }) {
        const row = await createLink(context, auth, body, new Date());
        return json(201, toLink(config, auth.workspacePublicId, row));
      },
    }),
    endpoint(db, {
      method: 'GET',
      path: '/links/{id}',
      role: 'viewer',
      async handle({ auth, request }) {
        const row = await findLink(db, auth.workspaceId, request.params.id as string);
        if (!row) throw notFound('link');
        return json(200, toLink(config, auth.workspacePublicId, row));
      },
    }),
    endpoint(db, {
      method: 'DELETE',
      path: '/links/{id}',
      role: 'member',
      async handle({ auth, request }) {
        const id = request.params.id as string;
        const deleted = await inTransaction(db, (trx) => deleteLink(trx, auth.workspaceId, id, new Date()));
        if (!deleted) throw notFound('link');
        context.announceChanges();
        return json(200, { ok: true });
      },
    }),
  ];
}
