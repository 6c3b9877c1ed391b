/** The marks of recorded batches: written with a batch's clicks, read by the spool that still holds them. */
import { type Db, duplicateKey, type Trx } from '../../shared/db.ts';

/** The new batch's number, or undefined when it was recorded before. */
export async function insertBatch(trx: Trx, id: string, now: Date): Promise<number | undefined> {
  try {
    const { insertId } = await trx
      .insertInto('click_batches')
      .values({ id, recorded_at: now })
      .executeTakeFirstOrThrow();
    return Number(insertId);
  } catch (error) {
    if (duplicateKey(error) === undefined) throw error;
    return undefined;
  }
}

export async function listRecordedBatches(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db.selectFrom('click_batches').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

/** Says that no spool holds these any more. */
export const markBatchesReleased = (db: Db, ids: string[], now: Date) =>
  db.updateTable('click_batches').set({ released_at: now }).where('id', 'in', ids).execute();

/**
 * Deletes marks nobody can ask for again: their segments are gone, and a job that still carries one is older than the
 * worker accepts. A mark whose segment may still lie on some disk stays for ever.
 */
export const deleteReleasedBatches = (db: Db, before: Date, limit: number) =>
  db.deleteFrom('click_batches').where('released_at', '<', before).limit(limit).executeTakeFirst();
