/** The marks of stored parts of segments: written with their clicks, read by the spool that still holds them. */
import type { Db, Trx } from '../core/tables.ts';

/** Marks parts as stored, with one number that no others have. @throws ER_DUP_ENTRY if one was stored before */
export async function insertBatches(trx: Trx, ids: string[], now: Date): Promise<number> {
  const { insertId } = await trx
    .insertInto('click_batches')
    .values(ids.map((id) => ({ id, recorded_at: now })))
    .executeTakeFirstOrThrow();
  return Number(insertId);
}

export async function listRecordedBatches(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('click_batches').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

const unreleasedForMs = 365 * 24 * 3_600_000;

/**
 * Commits a change of these marks, so that they are on the server's disk once this resolves. Their segments may stay in a spool
 * for long: a process can be killed before it removes them.
 */
export const confirmBatches = (db: Db, ids: string[], now: Date) =>
  markBatchesReleased(db, ids, new Date(now.getTime() + unreleasedForMs));

/** Records that no spool has these any more. */
export const markBatchesReleased = (db: Db, ids: string[], now: Date) =>
  db.updateTable('click_batches').set({ released_at: now }).where('id', 'in', ids).execute();

/**
 * Deletes marks that are no longer needed: their segments are gone, and a part still under way is older than the worker
 * accepts. A mark whose segment may still be on a disk stays.
 */
export const deleteReleasedBatches = (db: Db, before: Date, limit: number) =>
  db.deleteFrom('click_batches').where('released_at', '<', before).limit(limit).executeTakeFirst();
