/** The revocation of a key and the keys that it created, for the API and the command line. */
import type { Actor } from '../../shared/people/actor.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Trx } from '../core/tables.ts';
import { notifyOfRevokedKeys } from './notify-owner.ts';
import { deleteKey, type KeyRow } from './queries.ts';

/** Revokes a key. The caller must lock the workspace. Returns `false` if the key was already revoked. */
export async function revokeKey(
  trx: Trx,
  workspace: { id: number; name: string },
  { id, userId }: Pick<KeyRow, 'id' | 'userId'>,
  { actor, now }: { actor: Actor; now: Date },
): Promise<boolean> {
  const revoked = await deleteKey(trx, workspace.id, id);
  if (revoked.length === 0) return false;
  const entries = revoked.map(({ publicId, name }) => ({
    workspaceId: workspace.id,
    actor,
    action: 'key.revoke' as const,
    objectId: publicId,
    details: { name },
  }));
  await recordAudit(trx, entries, now);
  await notifyOfRevokedKeys(trx, userId, workspace, { revoked, now });
  return true;
}
