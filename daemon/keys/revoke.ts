/** Revokes a key with the keys created with it, for the API and the command line. */

import type { Actor } from '../../shared/people/actor.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Trx } from '../core/tables.ts';
import { tellOfRevokedKeys } from './notify-owner.ts';
import { deleteKey, type KeyRow } from './queries.ts';

/** The caller locks the workspace. `false` if the key was already revoked. */
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
  await tellOfRevokedKeys(trx, userId, workspace, { revoked, now });
  return true;
}
