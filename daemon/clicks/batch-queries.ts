/**
 * Marks that record which parts of segments are stored. They are written with the clicks, and read by the spool that
 * still has the segment.
 */
import { insertedId } from '../../shared/db/results.ts';
import type { Db, Trx } from '../core/tables.ts';

/** Marks parts as stored and returns a unique batch number. @throws ER_DUP_ENTRY if a part was already stored */
export const insertBatches = (trx: Trx, ids: string[], now: Date): Promise<number> =>
  insertedId(trx.insertInto('click_batches').values(ids.map((id) => ({ id, recorded_at: now }))));

export async function listRecordedBatches(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('click_batches').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

const unreleasedForMs = 365 * 24 * 3_600_000;

/**
 * Commits a change to marks, so that they are on the server's disk when this resolves. The marks are kept for long
 * after this, because a killed process's segments can stay in a spool for a long time.
 */
export const confirmBatches = (db: Db, ids: string[], now: Date) =>
  markBatchesReleased(db, ids, new Date(now.getTime() + unreleasedForMs));

/** Records that no spool contains these parts any more. */
export const markBatchesReleased = (db: Db, ids: string[], now: Date) =>
  db.updateTable('click_batches').set({ released_at: now }).where('id', 'in', ids).execute();

/**
 * Deletes marks that are no longer needed: their segments are removed, and their parts in Redis are too old for a
 * worker. A mark is kept as long as its segment can be on a disk.
 */
export const deleteReleasedBatches = (db: Db, before: Date, limit: number) =>
  db.deleteFrom('click_batches').where('released_at', '<', before).limit(limit).executeTakeFirst();
