/** Hashes of erased addresses in MySQL. */
import type { Db, Trx } from '../tables.ts';

/** Again for one that is there. */
export const insertErased = (trx: Trx, hash: Buffer, keyId: Buffer, now: Date) =>
  trx
    .insertInto('automations_erased')
    .values({ hash, key_id: keyId, erased_at: now })
    .onDuplicateKeyUpdate({ erased_at: now })
    .execute();

/** Those there are among the hashes. */
export async function listErased(trx: Trx, hashes: Buffer[]): Promise<Buffer[]> {
  if (hashes.length === 0) return [];
  const rows = await trx.selectFrom('automations_erased').select('hash').where('hash', 'in', hashes).execute();
  return rows.map(({ hash }) => hash);
}

export const deleteErased = (trx: Trx, hashes: Buffer[]) =>
  trx.deleteFrom('automations_erased').where('hash', 'in', hashes).execute();

export async function hasErasedUnderOtherKey(db: Db, keyId: Buffer): Promise<boolean> {
  const row = db.selectFrom('automations_erased').select('hash').where('key_id', '!=', keyId).limit(1);
  return (await row.executeTakeFirst()) !== undefined;
}
