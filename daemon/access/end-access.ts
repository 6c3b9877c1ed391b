/**
 * Everything that gives access to an account, in one list. Every path that ends access uses it: a new password, the
 * first proof that the email is its owner's, and the end of the account.
 */

import { deleteAddressChange } from '../../shared/people/address-queries.ts';
import { deleteFactors } from '../../shared/people/factor-queries.ts';
import { deleteIdentities } from '../../shared/people/identity-queries.ts';
import { deleteNetworks } from '../../shared/people/network-queries.ts';
import { deleteOtherSessions, updateBegunBy } from '../../shared/people/session-queries.ts';
import { deleteTokens } from '../../shared/people/token-queries.ts';
import { markEmailVerified } from '../../shared/people/user-queries.ts';
import { recordAudit } from '../audit-log/record.ts';
import { recordAccessChanges } from '../change-feed/changes.ts';
import type { Trx } from '../core/tables.ts';
import { deleteKeysOfUser } from '../keys/queries.ts';
import { deleteWebhooksBy } from '../webhooks/queries.ts';

/**
 * Ends what an earlier password or an email opened: sessions but the one of `keptToken`, links to set a password, and a
 * pending email change, whose requester could otherwise reset the password.
 */
export async function endSignIns(trx: Trx, userId: number, keptToken?: string): Promise<void> {
  await deleteTokens(trx, 'password', userId);
  await deleteAddressChange(trx, userId);
  await deleteOtherSessions(trx, userId, keptToken);
}

/** The same, and everything that was added to the account. Its password stays. */
export async function endAccess(trx: Trx, userId: number, now: Date, keptToken?: string): Promise<void> {
  await endSignIns(trx, userId, keptToken);
  await deleteNetworks(trx, userId);
  await deleteTokens(trx, 'verify', userId);
  await deleteFactors(trx, userId);
  await updateBegunBy(trx, userId, 'factor', 'password');
  await deleteIdentities(trx, userId);
  await revokeKeys(trx, userId, now);
}

/**
 * Records that the email is its owner's. At the first time everything that was added before ends, except the session of
 * `keptToken`: someone else may have made the account. Returns `false` if the email was verified already.
 */
export async function proveEmail(trx: Trx, userId: number, now: Date, keptToken?: string): Promise<boolean> {
  if (!(await markEmailVerified(trx, userId, now))) return false;
  await endAccess(trx, userId, now, keptToken);
  await endWebhooks(trx, userId, now);
  return true;
}

const by = (userId: number) => ({ type: 'session', userId }) as const;

async function revokeKeys(trx: Trx, userId: number, now: Date): Promise<void> {
  const keys = await deleteKeysOfUser(trx, userId);
  const entries = keys.map(({ publicId, workspaceId, name }) => ({
    workspaceId,
    actor: by(userId),
    action: 'key.revoke' as const,
    objectId: publicId,
    details: { name },
  }));
  await recordAudit(trx, entries, now);
}

async function endWebhooks(trx: Trx, userId: number, now: Date): Promise<void> {
  const webhooks = await deleteWebhooksBy(trx, userId, now);
  if (webhooks.length === 0) return;
  const entries = webhooks.map(({ publicId, workspaceId, url }) => ({
    workspaceId,
    actor: by(userId),
    action: 'webhook.delete' as const,
    objectId: publicId,
    details: { host: new URL(url).host },
  }));
  await recordAudit(trx, entries, now);
  await recordAccessChanges(
    trx,
    webhooks.map(({ workspaceId }) => ({ workspaceId })),
  );
}
