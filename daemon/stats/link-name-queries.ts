/** Names of links in analytics, including deleted ones. */
import type { Db } from '../core/tables.ts';

export type LinkName = {
  publicId: string;
  /** The link's domain; null for the default domain. */
  hostname: string | null;
  slug: string;
  url: string;
  title: string | null;
};

/** Finds the names of the workspace's links, keyed by link id. */
export async function findLinkNames(db: Db, workspaceId: number, ids: number[]): Promise<Map<number, LinkName>> {
  if (ids.length === 0) return new Map();
  const living = await db
    .selectFrom('links')
    .leftJoin('domains', 'domains.id', 'links.domain_id')
    .select(['links.id', 'links.public_id as publicId', 'domains.hostname', 'links.slug', 'links.url', 'links.title'])
    .where('links.workspace_id', '=', workspaceId)
    .where('links.id', 'in', ids)
    .execute();
  const names = new Map(living.map(({ id, ...name }) => [id, name]));
  const missing = ids.filter((id) => !names.has(id));
  if (missing.length === 0) return names;
  const deleted = await db
    .selectFrom('deleted_links')
    .select(['id', 'public_id as publicId', 'hostname', 'slug', 'url', 'title'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', missing)
    .execute();
  for (const { id, ...name } of deleted) names.set(id, name);
  return names;
}

/** Finds an existing link's numeric id by its public id. */
export async function findLinkId(db: Db, workspaceId: number, publicId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('links')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  return row?.id;
}

/** Finds existing links' numeric ids by their public ids. */
export async function findLinkIds(db: Db, workspaceId: number, publicIds: string[]): Promise<Map<string, number>> {
  if (publicIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('links')
    .select(['id', 'public_id as publicId'])
    .where('workspace_id', '=', workspaceId)
    .where('public_id', 'in', publicIds)
    .execute();
  return new Map(rows.map(({ id, publicId }) => [publicId, id]));
}

/** Finds the numeric id of an existing or deleted link. */
export async function findLinkIdEver(db: Db, workspaceId: number, publicId: string): Promise<number | undefined> {
  const living = await findLinkId(db, workspaceId, publicId);
  if (living !== undefined) return living;
  const row = await db
    .selectFrom('deleted_links')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  return row?.id;
}
