/**
 * Everything in the store that gives access to an account, in one list. Every path that ends access uses it: a new
 * password, the first proof that the email is its owner's, and the end of the account.
 */
import { deleteAddressChange } from './address-queries.ts';
import { deleteFactors } from './factor-queries.ts';
import { deleteIdentities } from './identity-queries.ts';
import { deleteNetworks } from './network-queries.ts';
import { deleteOtherSessions } from './session-queries.ts';
import type { Trx } from './tables.ts';
import { deleteTokens } from './token-queries.ts';
import { markEmailVerified } from './user-queries.ts';

/**
 * Ends what an earlier password or an email opened: sessions but the one of `keptToken`, links to set a password, and a
 * pending email change, whose requester could otherwise reset the password.
 */
export async function endSignIns(trx: Trx, userId: number, keptToken?: string): Promise<void> {
  await deleteTokens(trx, 'password', userId);
  await deleteAddressChange(trx, userId);
  await deleteOtherSessions(trx, userId, keptToken);
}

/** The same, and every way to sign in that was added to the account. Its password stays. */
export async function endWaysIn(trx: Trx, userId: number, keptToken?: string): Promise<void> {
  await endSignIns(trx, userId, keptToken);
  await deleteNetworks(trx, userId);
  await deleteTokens(trx, 'verify', userId);
  await deleteFactors(trx, userId);
  await deleteIdentities(trx, userId);
}

/** Records the first proof of the email, which ends the ways in from before. `false` if it was verified already. */
export async function recordProof(trx: Trx, userId: number, now: Date, keptToken?: string): Promise<boolean> {
  if (!(await markEmailVerified(trx, userId, now))) return false;
  await endWaysIn(trx, userId, keptToken);
  return true;
}
