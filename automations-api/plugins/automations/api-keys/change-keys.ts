/** Making and revoking API keys, each with its entry in the audit log. */
import { inTransaction } from '../../../../shared/db/db.ts';
import type { Caller } from '../../../host/core/route.ts';
import { writeAudit } from '../audit/write.ts';
import type { Db } from '../core/tables.ts';
import { insertApiKey, type Permission, revokeApiKey } from './queries.ts';

/** The returned text is the key's only copy. */
export const createKey = (db: Db, by: Caller | undefined, permission: Permission, description: string) =>
  inTransaction(db, async (trx) => {
    const made = await insertApiKey(trx, permission, description, new Date());
    await writeAudit(trx, by, 'key.created', { subject: made.id, data: { permission, description } });
    return made;
  });

/** Undefined when there is no such key. */
export const revokeKey = (db: Db, by: Caller | undefined, id: number) =>
  inTransaction(db, async (trx) => {
    const revoked = await revokeApiKey(trx, id);
    if (revoked) await writeAudit(trx, by, 'key.revoked', { subject: id });
    return revoked;
  });
