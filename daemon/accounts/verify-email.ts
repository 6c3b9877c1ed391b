/** Verification of an account's email address by a link sent to it. */
import { inTransaction } from '../../shared/db/db.ts';
import { deleteTokens, findTokenSubject } from '../../shared/people/token-queries.ts';
import { getUserForUpdate, type UserRow } from '../../shared/people/user-queries.ts';
import { proveEmail } from '../access/end-access.ts';
import { conflict, invalid } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Db, Trx } from '../core/tables.ts';
import { insertMail } from '../mail/queries.ts';

/** Queues the verification email. It is not sent if the address has been verified by then. */
export const requestVerification = (trx: Trx, { id, email, name }: Pick<UserRow, 'id' | 'email' | 'name'>, now: Date) =>
  insertMail(trx, email, { kind: 'verify-email', userId: id, name }, { now });

/**
 * The session of a user who opens an emailed link. The link proves that they can read the emails; the session proves
 * that the account is theirs.
 */
export type Reader = { userId: number; sessionToken: string };

/** Requires that the link is for the reader's account. @throws `conflict` if it is for another account */
export function requireSameAccount(reader: Reader, userId: number): void {
  if (reader.userId === userId) return;
  throw conflict('You are signed in to another account. Sign out, then open the link again.');
}

/**
 * Verifies the email address. The reader's session continues. @throws `validation_failed` for an invalid token,
 * `conflict` if the token belongs to another account
 */
export const verifyEmail = (db: Db, token: string, reader: Reader, now: Date): Promise<void> =>
  inTransaction(db, async (trx) => {
    const userId = await findTokenSubject(trx, 'verify', token, now);
    if (userId === undefined) throw invalid({ field: 'token', message: 'is invalid, used or expired' });
    requireSameAccount(reader, userId);
    const { publicId } = await getUserForUpdate(trx, userId);
    await deleteTokens(trx, 'verify', userId);
    if (!(await proveEmail(trx, userId, now, reader.sessionToken))) return;
    const actor = { type: 'session', userId } as const;
    await recordAudit(trx, [{ workspaceId: null, actor, action: 'user.verify-email', objectId: publicId }], now);
  });
