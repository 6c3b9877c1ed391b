/**
 * Total clicks of links, kept in their rows so that lists can sort by them. They change in the transactions that change
 * click_days: once for each link and batch, and with each deleted day. Links are updated in the order of their ids;
 * deleted ones are skipped. Changed links are recorded for other copies of the totals.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../core/tables.ts';

/** Clicks of a link; `last` in Unix ms. */
type Clicks = { linkId: number; clicks: number; last: number };

const linksAStatement = 2_000;

/** `counts` may name a link several times. */
export async function addToLinks(trx: Trx, counts: Clicks[]): Promise<void> {
  const sums = new Map<number, Clicks>();
  for (const { linkId, clicks, last } of counts) {
    if (clicks === 0) continue;
    const before = sums.get(linkId);
    sums.set(linkId, { linkId, clicks: clicks + (before?.clicks ?? 0), last: Math.max(last, before?.last ?? 0) });
  }
  const at = sql`(TIMESTAMP'1970-01-01 00:00:00' + INTERVAL changed.ms * 1000 MICROSECOND)`;
  await changeLinks(
    trx,
    [...sums.values()].map(({ linkId, clicks, last }) => [linkId, clicks, last]),
    sql`links.last_click_at = GREATEST(COALESCE(links.last_click_at, ${at}), ${at}),
      links.clicks = links.clicks + changed.clicks`,
  );
}

/** Subtracts a day's clicks from links of a workspace; a link without clicks left counts as never clicked. */
export async function takeFromLinks(
  trx: Trx,
  workspaceId: number,
  counts: Pick<Clicks, 'linkId' | 'clicks'>[],
): Promise<void> {
  const gone = counts.filter(({ linkId, clicks }) => linkId > 0 && clicks > 0);
  await changeLinks(
    trx,
    gone.map(({ linkId, clicks }) => [linkId, clicks]),
    sql`links.clicks = links.clicks - LEAST(links.clicks, changed.clicks)`,
    sql`AND links.workspace_id = ${workspaceId}`,
  );
  if (gone.length === 0) return;
  await trx
    .updateTable('links')
    .set({ last_click_at: null })
    .where('workspace_id', '=', workspaceId)
    .where(
      'id',
      'in',
      gone.map(({ linkId }) => linkId),
    )
    .where('clicks', '=', 0)
    .execute();
}

/** Some thousand links a statement: `changes` are an id, clicks and Unix ms. */
async function changeLinks(
  trx: Trx,
  changes: [linkId: number, clicks: number, ms?: number][],
  set: RawBuilder<unknown>,
  only = sql``,
): Promise<void> {
  const sorted = changes.sort(([a], [b]) => a - b);
  for (let from = 0; from < sorted.length; from += linksAStatement) {
    const rows = JSON.stringify(sorted.slice(from, from + linksAStatement));
    await sql`
      UPDATE JSON_TABLE(${rows}, '$[*]' COLUMNS (
        id BIGINT PATH '$[0]', clicks INT PATH '$[1]', ms BIGINT PATH '$[2]'
      )) AS changed STRAIGHT_JOIN links ON links.id = changed.id ${only}
      SET ${set}`.execute(trx);
  }
  if (sorted.length === 0) return;
  const links = JSON.stringify(sorted.map(([linkId]) => linkId));
  await trx.insertInto('clicked_links').values({ links }).execute();
}
