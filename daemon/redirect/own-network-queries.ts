/** Workspaces' own IP networks in MySQL. */
import type { Db, Trx } from '../core/tables.ts';

/** Lists the networks of all workspaces that have any. */
export async function listOwnNetworks(db: Db): Promise<{ workspaceId: number; networks: string[] }[]> {
  const rows = await db.selectFrom('own_networks').selectAll().execute();
  return rows.map(({ workspace_id: workspaceId, networks }) => ({ workspaceId, networks: JSON.parse(networks) }));
}

/** Finds a workspace's networks; none by default. */
export async function findOwnNetworks(db: Db, workspaceId: number): Promise<string[]> {
  const row = await db
    .selectFrom('own_networks')
    .select('networks')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row ? JSON.parse(row.networks) : [];
}

/** Replaces a workspace's networks. The workspace is locked. */
export async function replaceOwnNetworks(trx: Trx, workspaceId: number, networks: string[]): Promise<void> {
  await trx.deleteFrom('own_networks').where('workspace_id', '=', workspaceId).execute();
  if (networks.length === 0) return;
  await trx
    .insertInto('own_networks')
    .values({ workspace_id: workspaceId, networks: JSON.stringify(networks) })
    .execute();
}
