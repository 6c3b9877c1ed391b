/**
 * Entries of the audit log that pass a filter. Their order is indexed and their other properties are not, because each
 * change would pay for it: a bounded number is searched for a page, and the next page continues there.
 */

import { mayBeId } from '../../shared/db/public-ids.ts';
import { type EntryRow, findEntryIdAt, findEntryIdBefore, listEntries } from '../../shared/people/audit-queries.ts';
import type { Db } from '../core/tables.ts';
import type { AuditQuery } from './schema.ts';

const lookedThrough = 20_000;
/** No transaction takes longer: entries this far apart have ids in the order of their times. */
const longestMs = 3_600_000;

type Asked = Pick<AuditQuery, 'action' | 'objectId' | 'userId' | 'from' | 'to'>;

/**
 * `lookedTo`: where the next page continues although this one is not full; `undefined` if there are no older entries.
 */
type Found = { rows: EntryRow[]; lookedTo: number | undefined };

export async function findEntries(
  db: Db,
  workspaceId: number,
  { action, objectId, userId: userPublicId, from, to }: Asked,
  { cursorId, limit }: { cursorId: number | undefined; limit: number },
): Promise<Found> {
  if (userPublicId !== undefined && !mayBeId(userPublicId)) return { rows: [], lookedTo: undefined };
  const isFiltered = [action, objectId, userPublicId, from, to].some((each) => each !== undefined);
  const times = {
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
  const [earliest, latest] = await Promise.all([
    times.from && findEntryIdAt(db, new Date(times.from.getTime() - longestMs)),
    times.to && findEntryIdAt(db, new Date(times.to.getTime() + longestMs)),
  ]);
  if (times.from && earliest === undefined) return { rows: [], lookedTo: undefined };
  const beforeId = Math.min(cursorId ?? Number.MAX_SAFE_INTEGER, latest ?? Number.MAX_SAFE_INTEGER);
  const edge = isFiltered ? await findEntryIdBefore(db, workspaceId, beforeId, lookedThrough) : undefined;
  const hasMore = edge !== undefined && edge >= (earliest ?? 0);
  const afterId = Math.max(hasMore ? edge - 1 : 0, (earliest ?? 0) - 1);
  const filter = { afterId, beforeId, action, objectId, userPublicId, ...times };
  return { rows: await listEntries(db, workspaceId, filter, limit), lookedTo: hasMore ? edge : undefined };
}
