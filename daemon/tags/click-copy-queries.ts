/**
 * The totals of clicks that rows of tags repeat of their links, in MySQL. Links are read without a lock, so that nobody who
 * stores clicks waits; what changes behind that is noted anew.
 */
import { sql } from 'kysely';
import type { Db, Trx } from '../core/tables.ts';

/** The oldest notes of links whose totals changed. */
export async function listClickNotes(db: Db, limit: number): Promise<{ id: number; linkIds: number[] }[]> {
  const rows = await db.selectFrom('clicked_links').select(['id', 'links']).orderBy('id').limit(limit).execute();
  return rows.map(({ id, links }) => ({ id, linkIds: JSON.parse(links) as number[] }));
}

export const deleteClickNotes = (db: Db, ids: number[]) =>
  db.deleteFrom('clicked_links').where('id', 'in', ids).execute();

/** The next links after an id that have tags. */
export async function listTaggedLinks(db: Db, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('link_tags')
    .select('link_id as linkId')
    .distinct()
    .where('link_id', '>', after)
    .orderBy('link_id')
    .limit(limit)
    .execute();
  return rows.map(({ linkId }) => linkId);
}

/** Of some links, in the order of their ids. */
const joinTags = (linkIds: number[]) => sql`
  JSON_TABLE(${JSON.stringify(linkIds)}, '$[*]' COLUMNS (id BIGINT PATH '$')) AS wanted
  STRAIGHT_JOIN link_tags AS k ON k.link_id = wanted.id STRAIGHT_JOIN links AS l ON l.id = k.link_id`;

/** Gives the tags of some links the links' totals, where they differ. */
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

/** Those of some links that are called something else in the orders of their tags: a process of the former release wrote them. */
export async function listMistitled(db: Db, linkIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT l.id FROM ${joinTags(linkIds)} WHERE NOT (k.title <=> l.title)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Of links that are locked. */
export const copyTitles = (trx: Trx, linkIds: number[]) =>
  sql`UPDATE link_tags AS k INNER JOIN links AS l ON l.id = k.link_id SET k.title = l.title
      WHERE k.link_id IN (${sql.join(linkIds)})`.execute(trx);
