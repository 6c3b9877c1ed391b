/**
 * Copies of links' click totals in `link_tags`. Links are read without a lock, so that storing clicks never waits.
 * Clicks stored later add another note.
 */
import { sql } from 'kysely';
import type { Db } from '../core/tables.ts';

/** Lists the oldest notes about links with changed totals. */
export async function listClickNotes(db: Db, limit: number): Promise<{ id: number; linkIds: number[] }[]> {
  const rows = await db.selectFrom('clicked_links').select(['id', 'links']).orderBy('id').limit(limit).execute();
  return rows.map(({ id, links }) => ({ id, linkIds: JSON.parse(links) as number[] }));
}

export const deleteClickNotes = (db: Db, ids: number[]) =>
  db.deleteFrom('clicked_links').where('id', 'in', ids).execute();

/** Joins links to their tags, in the order of the ids. */
const joinTags = (linkIds: number[]) => sql`
  JSON_TABLE(${JSON.stringify(linkIds)}, '$[*]' COLUMNS (id BIGINT PATH '$')) AS wanted
  STRAIGHT_JOIN link_tags AS k ON k.link_id = wanted.id STRAIGHT_JOIN links AS l ON l.id = k.link_id`;

/** Copies the links' totals to their rows in `link_tags`, if they differ. */
export async function copyTotals(db: Db, linkIds: number[]): Promise<void> {
  const { rows } = await sql<{ id: number; clicks: number; at: Date | null }>`
    SELECT DISTINCT l.id, l.clicks, l.last_click_at AS at FROM ${joinTags(linkIds)}
    WHERE NOT (k.clicks <=> l.clicks AND k.last_click_at <=> l.last_click_at)`.execute(db);
  if (rows.length === 0) return;
  const totals = JSON.stringify(rows.map(({ id, clicks, at }) => [id, clicks, at?.getTime() ?? null]));
  await sql`
    UPDATE JSON_TABLE(${totals}, '$[*]' COLUMNS (
      id BIGINT PATH '$[0]', clicks INT PATH '$[1]', ms BIGINT PATH '$[2]'
    )) AS changed STRAIGHT_JOIN link_tags ON link_tags.link_id = changed.id
    SET link_tags.clicks = changed.clicks,
      link_tags.last_click_at = TIMESTAMP'1970-01-01 00:00:00' + INTERVAL changed.ms * 1000 MICROSECOND`.execute(db);
}
