/**
 * Verifies that an account's email belongs to its owner: by a link sent there, or anything else that only its reader
 * has.
 */
import { inTransaction } from '../../shared/db/db.ts';
import { invalid } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Db, Trx } from '../core/tables.ts';
import { getUser, markEmailVerified, type UserRow } from '../identity/queries.ts';
import { deleteTokens, findTokenSubject } from '../identity/token-queries.ts';
import { insertMail } from '../mail/queries.ts';

/** Requests the mail, which is not sent if the email is verified meanwhile. */
export const askForVerification = (trx: Trx, { id, email, name }: Pick<UserRow, 'id' | 'email' | 'name'>, now: Date) =>
  insertMail(trx, email, { kind: 'verify-email', userId: id, name }, now);

/** Resolves to the owner of the email. @throws `validation_failed` for an invalid token */
export const verifyEmail = (db: Db, token: string, now: Date): Promise<number> =>
  inTransaction(db, async (trx) => {
    const userId = await findTokenSubject(trx, 'verify', token, now);
    if (userId === undefined) throw invalid({ field: 'token', message: 'is invalid, used or expired' });
    await deleteTokens(trx, 'verify', userId);
    if (!(await markEmailVerified(trx, userId, now))) return userId;
    const { publicId } = await getUser(trx, userId);
    const actor = { type: 'session', userId } as const;
    await recordAudit(trx, [{ workspaceId: null, actor, action: 'user.verify-email', objectId: publicId }], now);
    return userId;
  });
