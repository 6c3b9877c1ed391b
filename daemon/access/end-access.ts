/** The end of all access to an account: sessions, tokens and factors, and the user's API keys and webhooks. */
import { endWaysIn, recordProof } from '../../shared/people/end-access.ts';
import { recordAudit } from '../audit-log/record.ts';
import { recordAccessChanges } from '../change-feed/changes.ts';
import type { Trx } from '../core/tables.ts';
import { deleteKeysOfUser } from '../keys/queries.ts';
import { deleteWebhooksBy } from '../webhooks/queries.ts';

/** Ends sessions, tokens and factors, and revokes the API keys. The password and the webhooks are kept. */
export async function endAccess(trx: Trx, userId: number, now: Date): Promise<void> {
  await endWaysIn(trx, userId);
  await revokeKeys(trx, userId, now);
}

/**
 * Records that the email address is verified. Returns `false` if it already was. Otherwise ends all access that was
 * added earlier, because someone else may have created the account. Only the session of `keptToken` continues.
 */
export async function proveEmail(trx: Trx, userId: number, now: Date, keptToken?: string): Promise<boolean> {
  if (!(await recordProof(trx, userId, now, keptToken))) return false;
  await revokeKeys(trx, userId, now);
  await endWebhooks(trx, userId, now);
  return true;
}

const sessionOf = (userId: number) => ({ type: 'session', userId }) as const;

async function revokeKeys(trx: Trx, userId: number, now: Date): Promise<void> {
  const keys = await deleteKeysOfUser(trx, userId);
  const entries = keys.map(({ publicId, workspaceId, name }) => ({
    workspaceId,
    actor: sessionOf(userId),
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
    actor: sessionOf(userId),
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
