/** Queries that backdate a demo workspace's data. The API cannot do this. */
import type { Db } from '../core/tables.ts';

export const listSlugs = (db: Db, workspaceId: number) =>
  db.selectFrom('links').where('workspace_id', '=', workspaceId).select(['id', 'slug']).orderBy('id').execute();

export const updateWorkspaceAge = (db: Db, workspaceId: number, created_at: Date) =>
  db.updateTable('workspaces').set({ created_at }).where('id', '=', workspaceId).execute();

export async function updateAge(db: Db, linkId: number, created_at: Date, archived: boolean): Promise<void> {
  const row = { created_at, updated_at: created_at, archived };
  await db.updateTable('links').set(row).where('id', '=', linkId).execute();
  await db.updateTable('link_tags').set({ created_at, archived }).where('link_id', '=', linkId).execute();
}

export const updateKeyUse = (db: Db, name: string, last_used_at: Date) =>
  db.updateTable('api_keys').set({ last_used_at }).where('name', '=', name).execute();

/** Marks all deliveries as delivered. */
export const updateDeliveries = (db: Db, attempted_at: Date) =>
  db
    .updateTable('webhook_deliveries')
    .set({ status: 'delivered', attempts: 1, answer_status: 204, took_ms: 84, attempted_at })
    .execute();
