/** The route of the audit log. */
import { fromCursor, toCursor } from '../../shared/db/cursor.ts';
import { json } from '../../shared/http/answer.ts';
import type { EntryRow } from '../../shared/people/audit-queries.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { badCursor } from '../api/errors.ts';
import { findEntries } from './find-entries.ts';
import { namesOf } from './names.ts';
import { AuditPage, AuditQuery } from './schema.ts';

export const auditRoutes = (context: Context): DescribedRoute[] => [
  endpoint(context, {
    method: 'GET',
    path: '/audit',
    id: 'listAudit',
    summary: 'List the audit log, newest first',
    description:
      'With filters, a page searches about 20,000 entries and can be short or empty. Continue while ' +
      'there is a `nextCursor`.',
    group: 'Workspace',
    role: 'admin',
    query: AuditQuery,
    queryExample: { limit: 25 },
    answers: { 200: { description: 'A page of entries.', schema: AuditPage } },
    async handle({ auth, query }) {
      const { limit, cursor } = query;
      const before = cursor === undefined ? undefined : idIn(cursor);
      const { rows, searchedTo } = await findEntries(context.db, auth.workspaceId, query, {
        cursorId: before,
        limit: limit + 1,
      });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1)?.id : searchedTo;
      const source = { db: context.db, config: context.config, workspaceId: auth.workspaceId };
      const names = await namesOf(
        source,
        shown.map(({ objectId }) => objectId),
      );
      return json(200, {
        entries: shown.map((row) => toEntry(row, names.get(row.objectId))),
        nextCursor: last === undefined ? null : toCursor(cursorKind, last),
      });
    },
  }),
];

const toEntry = (row: EntryRow, name: string | undefined) => ({
  id: String(row.id),
  action: row.action,
  objectId: row.objectId,
  objectName: name ?? null,
  actor: { type: row.actor, userId: row.userPublicId, email: row.email, keyId: row.keyPublicId },
  details: row.details === null ? null : JSON.parse(row.details),
  createdAt: row.createdAt.toISOString(),
});

const cursorKind = 'audit';

/** Returns the id in a cursor. @throws `validation_failed` if the text is not a cursor of this list */
function idIn(cursor: string): number {
  const [id] = fromCursor(cursorKind, cursor) ?? [];
  if (typeof id !== 'number') throw badCursor();
  return id;
}
