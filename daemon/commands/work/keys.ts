/** The work of `waypost links key …`. */
import { inTransaction } from '../../../shared/db/db.ts';
import { operator } from '../../../shared/people/actor.ts';
import { recordAudit } from '../../audit-log/record.ts';
import type { Trx } from '../../core/tables.ts';
import { tellOfKey } from '../../keys/notify-owner.ts';
import { type Permission, roleOf } from '../../keys/permission.ts';
import { insertApiKey, listKeys } from '../../keys/queries.ts';
import { revokeKey } from '../../keys/revoke.ts';
import { getOwner, lockWorkspace } from '../../workspaces/queries.ts';
import type { Flags, Tools } from '../core/tools.ts';
import { needWorkspace } from './need-workspace.ts';

export type KeyFlags = Flags & { permission: Permission; expiresAt?: Date; replace?: boolean };

export async function createKey(tools: Tools, workspaceId: string, name: string, flags: KeyFlags) {
  const { db, announceChanges } = tools;
  const { permission, expiresAt, replace } = flags;
  const workspace = await needWorkspace(db, workspaceId);
  const owner = await getOwner(db, workspace.id);
  const now = new Date();
  const made = await inTransaction(db, async (trx) => {
    if (replace) await revokeNamesakes(trx, workspace.id, name, now);
    const asked = { createdBy: owner.userId, role: roleOf[permission], name, expiresAt: expiresAt ?? null };
    const { publicId, key } = await insertApiKey(trx, { workspaceId: workspace.id, ...asked }, now);
    const details = { name, permission, expiresAt: asked.expiresAt };
    const entry = { workspaceId: workspace.id, actor: operator, objectId: publicId, details };
    await recordAudit(trx, [{ ...entry, action: 'key.create' }], now);
    await tellOfKey(trx, owner.userId, workspace, { made: { name, permission, expiresAt: asked.expiresAt }, now });
    return { id: publicId, key, name, workspaceId };
  });
  if (replace) await announceChanges();
  return made;
}

async function revokeNamesakes(trx: Trx, workspaceId: number, name: string, now: Date): Promise<void> {
  const workspace = await lockWorkspace(trx, workspaceId);
  const keys = (await listKeys(trx, workspaceId)).filter((key) => key.name === name);
  for (const key of keys) await revokeKey(trx, workspace, key, { actor: operator, now });
}
