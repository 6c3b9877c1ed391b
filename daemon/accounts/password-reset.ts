/** A new password for who can read the account's mail. */
import { type Db, inTransaction } from '../../shared/db.ts';
import { invalid } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import { type Asker, hashPassword } from '../identity/passwords.ts';
import { findUserByEmail, getUser, updateUser } from '../identity/queries.ts';
import { deleteOtherSessions } from '../identity/session-queries.ts';
import { deleteTokens, findTokenSubject } from '../identity/token-queries.ts';
import { insertMail } from '../mail/queries.ts';

/** Asks for the mail; for an address without an account nothing is written. */
export async function askForReset(db: Db, email: string, now: Date): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (!user) return;
  await inTransaction(db, (trx) =>
    insertMail(trx, user.email, { kind: 'password-reset', userId: user.id, name: user.name }, now),
  );
}

/** Sets the password and ends all sessions and other tokens. @throws `validation_failed` when the token does not hold. */
export async function resetPassword(
  db: Db,
  { token, password }: { token: string; password: string },
  asker: Asker,
  now: Date,
): Promise<void> {
  const unusable = invalid({ field: 'token', message: 'is unknown, used already or too old' });
  if ((await findTokenSubject(db, 'password', token, now)) === undefined) throw unusable;
  const passwordHash = await hashPassword(password, asker);
  await inTransaction(db, async (trx) => {
    const userId = await findTokenSubject(trx, 'password', token, now);
    if (userId === undefined) throw unusable;
    await deleteTokens(trx, 'password', userId);
    await updateUser(trx, userId, { passwordHash }, now);
    const { publicId } = await getUser(trx, userId);
    const actor = { type: 'session', userId } as const;
    await recordAudit(trx, [{ workspaceId: null, actor, action: 'user.reset-password', objectId: publicId }], now);
    await deleteOtherSessions(trx, userId);
  });
}
