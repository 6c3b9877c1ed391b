/** Resets a password for a person who can read the account's mail. */

import { inTransaction } from '../../shared/db/db.ts';
import { refuseCommon } from '../../shared/secrets/common-passwords.ts';
import { type Asker, hashPassword } from '../../shared/secrets/passwords.ts';
import type { Context } from '../api/context.ts';
import { invalid, refusePassword } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Db, Trx } from '../core/tables.ts';
import { deleteNetworks, insertNetwork } from '../identity/network-queries.ts';
import { findUserByEmail, getUserForUpdate, markEmailVerified, updateUser } from '../identity/queries.ts';
import { deleteOtherSessions } from '../identity/session-queries.ts';
import { deleteTokens, findTokenSubject } from '../identity/token-queries.ts';
import { deleteKeysOfUser } from '../keys/queries.ts';
import { insertNotice } from '../mail/notices.ts';
import { insertMail } from '../mail/queries.ts';
import { deleteAddressChange } from './address-queries.ts';

/** Requests the mail; for an email without an account nothing is written. */
export async function askForReset(db: Db, email: string, now: Date): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (!user) return;
  await inTransaction(db, (trx) =>
    insertMail(trx, user.email, { kind: 'password-reset', userId: user.id, name: user.name }, now),
  );
}

/**
 * Sets the password and ends all sessions, other tokens and a pending email change; resolves to the owner. The mail
 * also verifies the email. If it was not verified before, the account's creator may not have been its owner, so the API
 * keys made until then are revoked too. @throws `validation_failed` for an invalid token or a password that is too
 * common
 */
export async function resetPassword(
  { db, keyedHash }: Pick<Context, 'db' | 'keyedHash'>,
  { token, password }: { token: string; password: string },
  asker: Asker,
  now: Date,
): Promise<number> {
  const unusable = invalid({ field: 'token', message: 'is invalid, used or expired' });
  if ((await findTokenSubject(db, 'password', token, now)) === undefined) throw unusable;
  await refuseCommon(password, refusePassword);
  const passwordHash = await hashPassword(password, asker);
  return inTransaction(db, async (trx) => {
    const userId = await findTokenSubject(trx, 'password', token, now);
    if (userId === undefined) throw unusable;
    await deleteTokens(trx, 'password', userId);
    await updateUser(trx, userId, { passwordHash }, now);
    const user = await getUserForUpdate(trx, userId);
    const actor = { type: 'session', userId } as const;
    await recordAudit(trx, [{ workspaceId: null, actor, action: 'user.reset-password', objectId: user.publicId }], now);
    if (await markEmailVerified(trx, userId, now)) await revokeKeys(trx, userId, now);
    await endSessions(trx, userId);
    await insertNotice(trx, { ...user, emailVerifiedAt: now }, { kind: 'password-changed' }, now);
    await insertNetwork(trx, keyedHash, user, asker.from, now);
    return userId;
  });
}

/** Leaves a former holder of the account no way in: neither password nor key nor session. */
export async function endEverything(trx: Trx, userId: number, now: Date): Promise<void> {
  await updateUser(trx, userId, { passwordHash: null }, now);
  for (const purpose of ['password', 'verify'] as const) await deleteTokens(trx, purpose, userId);
  await revokeKeys(trx, userId, now);
  await endSessions(trx, userId);
}

/** Also ends a pending email change: otherwise its requester would be sent a reset of their own. */
async function endSessions(trx: Trx, userId: number): Promise<void> {
  await deleteAddressChange(trx, userId);
  await deleteNetworks(trx, userId);
  await deleteOtherSessions(trx, userId);
}

async function revokeKeys(trx: Trx, userId: number, now: Date): Promise<void> {
  const keys = await deleteKeysOfUser(trx, userId);
  const entries = keys.map(({ publicId, workspaceId, name }) => ({
    workspaceId,
    actor: { type: 'session', userId } as const,
    action: 'key.revoke' as const,
    objectId: publicId,
    details: { name },
  }));
  await recordAudit(trx, entries, now);
}
