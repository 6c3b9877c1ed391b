/**
 * The end of access to an account: after a new password, after the first proof of its email address, and when it is
 * deleted. Every case uses these functions.
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
 * Ends access by an earlier password or email address: sessions except the one with `keptToken`, links for setting a
 * password, and a pending email change, whose requester would otherwise be able to reset the password.
 */
export async function endSignIns(trx: Trx, userId: number, keptToken?: string): Promise<void> {
  await deleteTokens(trx, 'password', userId);
  await deleteAddressChange(trx, userId);
  await deleteOtherSessions(trx, userId, keptToken);
}

/** Ends access like `endSignIns`, and also removes all added ways to sign in. The password is kept. */
export async function endWaysIn(trx: Trx, userId: number, keptToken?: string): Promise<void> {
  await endSignIns(trx, userId, keptToken);
  await deleteNetworks(trx, userId);
  await deleteTokens(trx, 'verify', userId);
  await deleteFactors(trx, userId);
  await deleteIdentities(trx, userId);
}

/** Records the first proof of the email address, which ends all earlier access; `false` if it was already verified. */
export async function recordProof(trx: Trx, userId: number, now: Date, keptToken?: string): Promise<boolean> {
  if (!(await markEmailVerified(trx, userId, now))) return false;
  await endWaysIn(trx, userId, keptToken);
  return true;
}
