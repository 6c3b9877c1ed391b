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
      const entries = shown.map(({ details, ...row }) => ({
        ...row,
        details: details === null ? null : (JSON.parse(details) as Details),
      }));
      const names = await namesOf(
        source,
        entries.flatMap((entry) => [entry.objectId, ...otherIdsIn(entry)]),
      );
      return json(200, {
        entries: entries.map((entry) => toEntry(entry, names)),
        nextCursor: last === undefined ? null : toCursor(cursorKind, last),
      });
    },
  }),
];

type Details = Record<string, unknown>;
type Entry = Omit<EntryRow, 'details'> & { details: Details | null };

/** Maximum number of named ids in an entry, so that a page of bulk actions stays cheap. */
const namedAtMost = 100;

/** Lists the texts in an entry, except its object, that can be ids. */
const otherIdsIn = ({ keyPublicId, details }: Entry): string[] =>
  [keyPublicId, ...Object.values(details ?? {}).flat()]
    .filter((value) => typeof value === 'string')
    .slice(0, namedAtMost);

const toEntry = (entry: Entry, names: Map<string, string>) => ({
  id: String(entry.id),
  action: entry.action,
  objectId: entry.objectId,
  objectName: names.get(entry.objectId) ?? null,
  actor: { type: entry.actor, userId: entry.userPublicId, email: entry.email, keyId: entry.keyPublicId },
  details: entry.details,
  names: Object.fromEntries(otherIdsIn(entry).flatMap((id) => (names.has(id) ? [[id, names.get(id)]] : []))),
  createdAt: entry.createdAt.toISOString(),
});

const cursorKind = 'audit';

/** Returns the id in a cursor. @throws `validation_failed` if the text is not a cursor of this list */
function idIn(cursor: string): number {
  const [id] = fromCursor(cursorKind, cursor) ?? [];
  if (typeof id !== 'number') throw badCursor();
  return id;
}
