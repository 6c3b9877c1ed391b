/**
 * Changes to an account's email address. A link sent to the new address confirms the change. Emails to the old
 * address report the request and the change.
 */
import { duplicateKey, inTransaction } from '../../shared/db/db.ts';
import {
  deleteAddressChange,
  findAddressChange,
  replaceAddressChange,
  updateEmail,
} from '../../shared/people/address-queries.ts';
import { deleteNetworks } from '../../shared/people/network-queries.ts';
import { deleteTokens, findTokenSubject } from '../../shared/people/token-queries.ts';
import { findUserByEmail, getUserForUpdate, type UserRow } from '../../shared/people/user-queries.ts';
import { proveEmail } from '../access/end-access.ts';
import { conflict, invalid } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Db } from '../core/tables.ts';
import { insertMail } from '../mail/queries.ts';
import { requireUnchangedPassword } from './require-password.ts';
import { type Reader, requireSameAccount } from './verify-email.ts';

export const addressTaken = () => conflict('An account with this email already exists.', { field: 'email' });

/**
 * Requests a change, which replaces an earlier request. @throws `conflict` if another account has the email address,
 * `validation_failed` if it is the current address, `unauthorized` if the password has changed
 */
export async function requestAddressChange(db: Db, user: UserRow, email: string, now: Date): Promise<void> {
  const { id, email: old, name } = user;
  if (email === old) throw invalid({ field: 'email', message: 'is already your email' });
  if (await findUserByEmail(db, email)) throw addressTaken();
  await inTransaction(db, async (trx) => {
    await requireUnchangedPassword(trx, user);
    const changeId = await replaceAddressChange(trx, id, email, now);
    await insertMail(trx, email, { kind: 'confirm-address', changeId, name }, { now });
    await insertMail(trx, old, { kind: 'address-requested', name, email }, { now });
  });
}

const unusable = () => invalid({ field: 'token', message: 'is invalid, used or expired' });

/**
 * Changes the email address and marks it as verified. If the account was unverified, all other access ends. Links
 * sent to the old address stop working. @throws `validation_failed` for an invalid token, `conflict` if the new
 * address now has an account or the token belongs to another account
 */
export async function confirmAddress(db: Db, token: string, reader: Reader, now: Date): Promise<void> {
  try {
    await inTransaction(db, async (trx) => {
      const changeId = await findTokenSubject(trx, 'address', token, now);
      const change = changeId === undefined ? undefined : await findAddressChange(trx, changeId);
      if (!change) throw unusable();
      requireSameAccount(reader, change.userId);
      const { id: userId, publicId, email: old, name } = await getUserForUpdate(trx, change.userId);
      // A concurrent request may have deleted the change while this one waited for the user's row.
      if (!(await findAddressChange(trx, change.id))) throw unusable();
      await deleteTokens(trx, 'address', change.id);
      await deleteAddressChange(trx, userId);
      await proveEmail(trx, userId, now, reader.sessionToken);
      await updateEmail(trx, userId, change.email, now);
      for (const purpose of ['password', 'verify'] as const) await deleteTokens(trx, purpose, userId);
      await deleteNetworks(trx, userId);
      await insertMail(trx, old, { kind: 'address-changed', name, email: change.email }, { now });
      const actor = { type: 'session', userId } as const;
      await recordAudit(trx, [{ workspaceId: null, actor, action: 'user.change-email', objectId: publicId }], now);
    });
  } catch (error) {
    if (duplicateKey(error) === 'users_email') throw addressTaken();
    throw error;
  }
}
