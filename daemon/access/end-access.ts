/** Ends all access to an account: the ways in, and the API keys and webhooks that the user created. */
import { endWaysIn, recordProof } from '../../shared/people/end-access.ts';
import { recordAudit } from '../audit-log/record.ts';
import { recordAccessChanges } from '../change-feed/changes.ts';
import type { Trx } from '../core/tables.ts';
import { deleteKeysOfUser } from '../keys/queries.ts';
import { deleteWebhooksBy } from '../webhooks/queries.ts';

/** Ends the ways in and the keys; the password and the webhooks stay. */
export async function endAccess(trx: Trx, userId: number, now: Date): Promise<void> {
  await endWaysIn(trx, userId);
  await revokeKeys(trx, userId, now);
}

/**
 * Records that the email is its owner's. At the first time everything that was added before ends, except the session of
 * `keptToken`: someone else may have made the account. Returns `false` if the email was verified already.
 */
export async function proveEmail(trx: Trx, userId: number, now: Date, keptToken?: string): Promise<boolean> {
  if (!(await recordProof(trx, userId, now, keptToken))) return false;
  await revokeKeys(trx, userId, now);
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
