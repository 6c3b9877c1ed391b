/**
 * Searches of the audit log with a filter. Only the order is indexed, because more indexes would slow down every
 * change. A page searches a limited number of entries, and the next page continues from there.
 */
import { mayBeId } from '../../shared/db/public-ids.ts';
import { type EntryRow, findEntryIdAt, findEntryIdBefore, listEntries } from '../../shared/people/audit-queries.ts';
import type { Db } from '../core/tables.ts';
import type { AuditQuery } from './schema.ts';

const searchedAtMost = 20_000;
/** A time longer than any transaction. Entries that are this far apart have ids in the order of their times. */
const longestMs = 3_600_000;

type Filter = Pick<AuditQuery, 'action' | 'objectId' | 'userId' | 'from' | 'to'>;

/**
 * The entries found. `searchedTo` is the position at which the next page continues if this page is not full. It is
 * `undefined` if there are no older entries.
 */
type Found = { rows: EntryRow[]; searchedTo: number | undefined };

export async function findEntries(
  db: Db,
  workspaceId: number,
  { action, objectId, userId: userPublicId, from, to }: Filter,
  { cursorId, limit }: { cursorId: number | undefined; limit: number },
): Promise<Found> {
  if (userPublicId !== undefined && !mayBeId(userPublicId)) return { rows: [], searchedTo: undefined };
  const isFiltered = [action, objectId, userPublicId, from, to].some((value) => value !== undefined);
  const times = {
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
  const [earliest, latest] = await Promise.all([
    times.from && findEntryIdAt(db, new Date(times.from.getTime() - longestMs)),
    times.to && findEntryIdAt(db, new Date(times.to.getTime() + longestMs)),
  ]);
  if (times.from && earliest === undefined) return { rows: [], searchedTo: undefined };
  const beforeId = Math.min(cursorId ?? Number.MAX_SAFE_INTEGER, latest ?? Number.MAX_SAFE_INTEGER);
  const edge = isFiltered ? await findEntryIdBefore(db, workspaceId, beforeId, searchedAtMost) : undefined;
  const hasMore = edge !== undefined && edge >= (earliest ?? 0);
  const afterId = Math.max(hasMore ? edge - 1 : 0, (earliest ?? 0) - 1);
  const filter = { afterId, beforeId, action, objectId, userPublicId, ...times };
  return { rows: await listEntries(db, workspaceId, filter, limit), searchedTo: hasMore ? edge : undefined };
}
