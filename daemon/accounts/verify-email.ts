/**
 * Verifies that an account's email belongs to its owner: by a link sent there, or anything else that only its reader
 * has.
 */
import { inTransaction } from '../../shared/db/db.ts';
import { proveEmail } from '../access/end-access.ts';
import { invalid } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Db, Trx } from '../core/tables.ts';
import { getUserForUpdate, type UserRow } from '../identity/queries.ts';
import { deleteTokens, findTokenSubject } from '../identity/token-queries.ts';
import { insertMail } from '../mail/queries.ts';
import { type Reader, requireSameAccount } from './mail-reader.ts';

/** Requests the mail, which is not sent if the email is verified meanwhile. */
export const askForVerification = (trx: Trx, { id, email, name }: Pick<UserRow, 'id' | 'email' | 'name'>, now: Date) =>
  insertMail(trx, email, { kind: 'verify-email', userId: id, name }, now);

/**
 * Resolves to the owner of the email. The session of `reader` continues. @throws `validation_failed` for an invalid
 * token, `conflict` for a reader who is signed in to another account
 */
export const verifyEmail = (db: Db, token: string, now: Date, reader?: Reader): Promise<number> =>
  inTransaction(db, async (trx) => {
    const userId = await findTokenSubject(trx, 'verify', token, now);
    if (userId === undefined) throw invalid({ field: 'token', message: 'is invalid, used or expired' });
    requireSameAccount(reader, userId);
    const { publicId } = await getUserForUpdate(trx, userId);
    await deleteTokens(trx, 'verify', userId);
    if (!(await proveEmail(trx, userId, now, reader?.token))) return userId;
    const actor = { type: 'session', userId } as const;
    await recordAudit(trx, [{ workspaceId: null, actor, action: 'user.verify-email', objectId: publicId }], now);
    return userId;
  });
