/** Queries for hashes of erased email addresses. */
import type { Db, Trx } from './tables.ts';

/** Inserts one or more hashes, or updates their time. */
export const insertErased = (trx: Trx, hashes: Buffer[], keyId: Buffer, now: Date) =>
  trx
    .insertInto('automations_erased')
    .values(hashes.map((hash) => ({ hash, key_id: keyId, erased_at: now })))
    .onDuplicateKeyUpdate({ erased_at: now })
    .execute();

/** Locks and returns the hashes that are stored. Waits for transactions that are writing them. */
export async function lockErased(trx: Trx, hashes: Buffer[]): Promise<Buffer[]> {
  if (hashes.length === 0) return [];
  const rows = await trx
    .selectFrom('automations_erased')
    .select('hash')
    .where('hash', 'in', hashes)
    .orderBy('hash')
    .forUpdate()
    .execute();
  return rows.map(({ hash }) => hash);
}

export async function deleteErased(trx: Trx, hashes: Buffer[]): Promise<void> {
  if (hashes.length > 0) await trx.deleteFrom('automations_erased').where('hash', 'in', hashes).execute();
}

export async function hasErasedUnderOtherKey(db: Db, keyId: Buffer): Promise<boolean> {
  const row = db.selectFrom('automations_erased').select('hash').where('key_id', '!=', keyId).limit(1);
  return (await row.executeTakeFirst()) !== undefined;
}
