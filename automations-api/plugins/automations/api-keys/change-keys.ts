/** Creation and revocation of API keys, with audit entries. */
import { inTransaction } from '../../../../shared/db/db.ts';
import type { Caller } from '../../../host/core/route.ts';
import { writeAudit } from '../audit/write.ts';
import { presentSecond } from '../core/dates.ts';
import type { Db, Trx } from '../core/tables.ts';
import { findApiKey, insertApiKey, insertKnownKey, type Permission, revokeApiKey } from './queries.ts';

/** Creates a key. The returned text is the only copy of the key. */
export const createKey = (db: Db, by: Caller | undefined, permission: Permission, description: string) =>
  inTransaction(db, async (trx) => {
    const created = await insertApiKey(trx, permission, description, new Date());
    await writeAudit(trx, by, 'key.created', { subject: created.id, data: { permission, description } });
    return created;
  });

/**
 * Adds a key from another system, with an audit entry. An existing key keeps its permission, but is revoked if the
 * other system has revoked it. Returns the key's id if it was added and is active.
 */
export async function keepApiKey(
  trx: Trx,
  by: Caller | undefined,
  given: Parameters<typeof insertKnownKey>[1],
): Promise<number | undefined> {
  const id = await insertKnownKey(trx, given, presentSecond());
  const { key, permission, description, isActive } = given;
  if (id !== undefined) {
    await writeAudit(trx, by, 'key.created', { subject: id, data: { permission, description, active: isActive } });
    return isActive ? id : undefined;
  }
  const existing = isActive ? undefined : await findApiKey(trx, key);
  if (existing?.active) {
    await revokeApiKey(trx, existing.id);
    await writeAudit(trx, by, 'key.revoked', { subject: existing.id, data: { description: existing.description } });
  }
  return undefined;
}

/** Revokes a key. Returns undefined if it does not exist. */
export const revokeKey = (db: Db, by: Caller | undefined, id: number) =>
  inTransaction(db, async (trx) => {
    const revoked = await revokeApiKey(trx, id);
    if (revoked) await writeAudit(trx, by, 'key.revoked', { subject: id, data: revoked });
    return revoked;
  });
