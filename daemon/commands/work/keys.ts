/** Implementation of `waypost links key …`. */
import { inTransaction } from '../../../shared/db/db.ts';
import { operator } from '../../../shared/people/actor.ts';
import { recordAudit } from '../../audit-log/record.ts';
import type { Trx } from '../../core/tables.ts';
import { notifyOfKey } from '../../keys/notify-owner.ts';
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
  const created = await inTransaction(db, async (trx) => {
    if (replace) await revokeByName(trx, workspace.id, name, now);
    const details = { name, permission, expiresAt: expiresAt ?? null };
    const { publicId, key } = await insertApiKey(
      trx,
      {
        workspaceId: workspace.id,
        createdBy: owner.userId,
        role: roleOf[permission],
        name,
        expiresAt: details.expiresAt,
      },
      now,
    );
    const entry = { workspaceId: workspace.id, actor: operator, objectId: publicId, details };
    await recordAudit(trx, [{ ...entry, action: 'key.create' }], now);
    await notifyOfKey(trx, owner.userId, workspace, { key: details, now });
    return { id: publicId, key, name, workspaceId };
  });
  if (replace) await announceChanges();
  return created;
}

async function revokeByName(trx: Trx, workspaceId: number, name: string, now: Date): Promise<void> {
  const workspace = await lockWorkspace(trx, workspaceId);
  const keys = (await listKeys(trx, workspaceId)).filter((key) => key.name === name);
  for (const key of keys) await revokeKey(trx, workspace, key, { actor: operator, now });
}
