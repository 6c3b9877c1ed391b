/** Password resets by an emailed link. */
import { inTransaction } from '../../shared/db/db.ts';
import { endSignIns } from '../../shared/people/end-access.ts';
import { deleteNetworks, insertNetwork } from '../../shared/people/network-queries.ts';
import { findTokenSubject } from '../../shared/people/token-queries.ts';
import { findUserByEmail, getUserForUpdate, updateUser } from '../../shared/people/user-queries.ts';
import { refuseCommon } from '../../shared/secrets/common-passwords.ts';
import { hashPassword, type QueueClient } from '../../shared/secrets/passwords.ts';
import { proveEmail } from '../access/end-access.ts';
import type { Context } from '../api/context.ts';
import { invalid, refusePassword } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Db } from '../core/tables.ts';
import { insertNotice } from '../mail/notices.ts';
import { insertMail } from '../mail/queries.ts';

/** Queues the email with the reset link, if an account has the email address. */
export async function requestReset(db: Db, email: string, now: Date): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (!user) return;
  await inTransaction(db, (trx) =>
    insertMail(trx, user.email, { kind: 'password-reset', userId: user.id, name: user.name }, { now }),
  );
}

/**
 * Sets the password and ends all sessions, other tokens and a pending change of the email address. Resolves to the
 * user's id. The token also verifies the email address. If it was unverified, all access that was added to the
 * account ends. @throws `validation_failed` for an invalid token or a password that is too common
 */
export async function resetPassword(
  { db, keyedHash }: Pick<Context, 'db' | 'keyedHash'>,
  { token, password }: { token: string; password: string },
  client: QueueClient,
  now: Date,
): Promise<number> {
  const unusable = invalid({ field: 'token', message: 'is invalid, used or expired' });
  if ((await findTokenSubject(db, 'password', token, now)) === undefined) throw unusable;
  await refuseCommon(password, refusePassword);
  const passwordHash = await hashPassword(password, client);
  return inTransaction(db, async (trx) => {
    const userId = await findTokenSubject(trx, 'password', token, now);
    if (userId === undefined) throw unusable;
    await updateUser(trx, userId, { passwordHash }, now);
    const user = await getUserForUpdate(trx, userId);
    const actor = { type: 'session', userId } as const;
    await recordAudit(trx, [{ workspaceId: null, actor, action: 'user.reset-password', objectId: user.publicId }], now);
    if (!(await proveEmail(trx, userId, now))) await endSignIns(trx, userId);
    await deleteNetworks(trx, userId);
    await insertNotice(trx, { ...user, emailVerifiedAt: now }, { kind: 'password-changed' }, now);
    await insertNetwork(trx, keyedHash, user, { network: client.from, now });
    return userId;
  });
}
