/** Queries for facts about links that other systems show and the link API does not. */
import { sql } from 'kysely';
import type { SlugKey } from '../change-feed/changes.ts';
import type { Db } from '../core/tables.ts';

export const findPublicId = (db: Db, workspaceId: number, { domainId, slug }: SlugKey) =>
  db
    .selectFrom('links')
    .select('public_id as id')
    .where('workspace_id', '=', workspaceId)
    .where('domain_id', '=', domainId)
    .where('slug', '=', slug)
    .executeTakeFirst();

/** Returns links' clicks by public id. */
export async function getClicks(db: Db, workspaceId: number, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('links')
    .select(['public_id as id', 'clicks'])
    .where('workspace_id', '=', workspaceId)
    .where('public_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, clicks }) => [id, clicks]));
}

/** Adds up the clicks of a workspace's most clicked links, including those counted in another system. */
export async function sumClicks(db: Db, workspaceId: number, most: number): Promise<number> {
  const { rows } = await sql<{ clicks: number | null }>`
    SELECT SUM(clicks + COALESCE(imported_clicks, 0)) AS clicks FROM (
      SELECT clicks, imported_clicks FROM links
      WHERE workspace_id = ${workspaceId} AND archived = FALSE ORDER BY clicks DESC, id DESC LIMIT ${most}
    ) AS clicked`.execute(db);
  return Number(rows[0]?.clicks ?? 0);
}
