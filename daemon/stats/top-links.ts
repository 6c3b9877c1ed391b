/**
 * The most clicked links of a workspace. For a workspace with a hundred thousand links, adding up every link of every
 * day would take too long. So Waypost keeps a list of the thousand most clicked links for each past hour and day. It
 * adds up exact counts only for the leaders of these lists. A link is missed only if it is among the first ten
 * overall, but below the thousandth place in nearly every period.
 */
// biome-ignore-all lint/plugin: top links are added up with handwritten SQL.
import { sql } from 'kysely';
import { inTransaction } from '../../shared/db/db.ts';
import { isStoreDown } from '../../shared/errors.ts';
import { readVarints, toVarints } from '../clicks/bytes/varints.ts';
import { wholeWorkspace } from '../clicks/counts.ts';
import type { Db, Trx } from '../core/tables.ts';
import { listStates } from './core/queries.ts';
import {
  type Bucket,
  bucketsIn,
  lookUpsASelect,
  selectCounts,
  splitLookUps,
  tableOf,
  unitMs,
} from './core/row-queries.ts';
import type { Sums } from './core/series.ts';
import { bucketsOf, type StatsWindow } from './core/window.ts';

export type TopLink = { linkId: number; clicks: number; uniqueClicks: number };
type List = { period: Bucket; links: TopLink[] };

const linksKept = 1_000;
/** Number of candidates whose exact counts are read. */
const leaders = 30;
/** Delay after the end of an hour or day before its list is stored. Nearly all its clicks are stored by then. */
const settleMs = 5 * 60_000;

/** Lists the most clicked links. Links with equal clicks are sorted by age, oldest first. */
export async function listTopLinks(
  db: Db,
  workspaceId: number,
  window: StatsWindow,
  { limit, now }: { limit: number; now: number },
): Promise<TopLink[]> {
  const periods: Bucket[] = [
    ...bucketsOf(window.days).map((bucket) => ({ unit: 'day' as const, bucket })),
    ...window.hours.flatMap(bucketsOf).map((bucket) => ({ unit: 'hour' as const, bucket })),
  ];
  const isOver = ({ unit, bucket }: Bucket) => (bucket + 1) * unitMs[unit] + settleMs < now;
  const open = periods.filter((period) => !isOver(period));
  const lists = [
    ...(await readLists(db, workspaceId, periods.filter(isOver))),
    ...(await Promise.all(open.map(async (period) => ({ period, links: await rank(db, workspaceId, period) })))),
  ].filter(({ links }) => links.length > 0);
  const sums = new Map<number, number>();
  for (const { links } of lists) {
    for (const { linkId, clicks } of links) sums.set(linkId, (sums.get(linkId) ?? 0) + clicks);
  }
  const first = [...sums].sort(([a, x], [b, y]) => y - x || a - b).slice(0, Math.max(limit, leaders));
  const exact = await addUp(
    db,
    workspaceId,
    lists.map(({ period }) => period),
    first.map(([linkId]) => linkId),
  );
  return exact.sort(byClicks).slice(0, limit);
}

const byClicks = (a: TopLink, b: TopLink) => b.clicks - a.clicks || a.linkId - b.linkId;

/** Ranks links by known sums. Leaves out links without clicks. */
export const rankLinks = (sums: Sums, limit: number): TopLink[] =>
  [...sums]
    .flatMap(([linkId, sum]) => (sum.clicks > 0 ? [{ linkId, ...sum }] : []))
    .sort(byClicks)
    .slice(0, limit);

/** Returns the kept lists. Builds missing ones for the periods that have clicks. */
async function readLists(db: Db, workspaceId: number, periods: Bucket[]): Promise<List[]> {
  const lists: List[] = [];
  for (const unit of ['day', 'hour'] as const) {
    const buckets = bucketsIn(periods, unit);
    if (buckets.length === 0) continue;
    const rows = await db
      .selectFrom('click_top_links')
      .select(['bucket', 'links'])
      .where('workspace_id', '=', workspaceId)
      .where('unit', '=', unit)
      .where('bucket', 'in', buckets)
      .execute();
    lists.push(...rows.map(({ bucket, links }) => ({ period: { unit, bucket }, links: fromBytes(links) })));
    const kept = new Set(rows.map(({ bucket }) => bucket));
    const missing = buckets.filter((bucket) => !kept.has(bucket));
    for (const bucket of (await listStates(db, workspaceId, { unit, buckets: missing })).keys()) {
      const period = { unit, bucket };
      lists.push({ period, links: await makeList(db, workspaceId, period) });
    }
  }
  return lists;
}

/**
 * Builds and keeps the list of a period with clicks. Locks the workspace's own count, which every batch with clicks of
 * that period locks before it deletes the list. So a list either includes the batch's clicks or is deleted by it.
 */
const keepList = (db: Db, workspaceId: number, period: Bucket): Promise<TopLink[]> =>
  inTransaction(
    db,
    async (trx) => {
      const { unit, bucket } = period;
      const { rows } = await sql`
      SELECT 1 FROM ${tableOf(unit)}
      WHERE workspace_id = ${workspaceId} AND ${sql.ref(unit)} = ${bucket} AND link_id = ${wholeWorkspace} FOR UPDATE
    `.execute(trx);
      if (rows.length === 0) return [];
      const links = await rank(trx, workspaceId, period);
      await trx
        .insertInto('click_top_links')
        .ignore()
        .values({ workspace_id: workspaceId, unit, bucket, links: toBytes(links) })
        .execute();
      return links;
    },
    1,
  );

/** Builds a list and returns it. Does not keep it if MySQL is read-only or the lock is not free. */
const makeList = (db: Db, workspaceId: number, period: Bucket): Promise<TopLink[]> =>
  keepList(db, workspaceId, period).catch((error) => {
    if (!isStoreDown(error)) throw error;
    return rank(db, workspaceId, period);
  });

async function rank(db: Db | Trx, workspaceId: number, { unit, bucket }: Bucket): Promise<TopLink[]> {
  const { rows } = await sql<TopLink>`
    SELECT link_id AS linkId, clicks, unique_clicks AS uniqueClicks FROM ${tableOf(unit)}
    WHERE workspace_id = ${workspaceId} AND ${sql.ref(unit)} = ${bucket} AND link_id > ${wholeWorkspace} AND clicks > 0
    ORDER BY clicks DESC, link_id LIMIT ${sql.lit(linksKept)}
  `.execute(db);
  return rows;
}

async function addUp(db: Db, workspaceId: number, clicked: Bucket[], linkIds: number[]): Promise<TopLink[]> {
  if (linkIds.length === 0) return [];
  const parts = (['day', 'hour'] as const).flatMap((unit) =>
    [...splitLookUps({ workspaceId, linkIds }, { unit, buckets: bucketsIn(clicked, unit) }, lookUpsASelect)].map(
      (lookUps) => selectCounts(sql`link_id, clicks, unique_clicks`, lookUps),
    ),
  );
  const { rows } = await sql<{ linkId: number; clicks: string; uniqueClicks: string }>`
    SELECT link_id AS linkId, SUM(clicks) AS clicks, SUM(unique_clicks) AS uniqueClicks
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS parts GROUP BY link_id
  `.execute(db);
  return rows.map((row) => ({
    linkId: row.linkId,
    clicks: Number(row.clicks),
    uniqueClicks: Number(row.uniqueClicks),
  }));
}

const toBytes = (links: TopLink[]) =>
  toVarints(links.flatMap(({ linkId, clicks, uniqueClicks }) => [linkId, clicks, uniqueClicks]));

function fromBytes(bytes: Buffer): TopLink[] {
  const { more, next } = readVarints(bytes);
  const links: TopLink[] = [];
  while (more()) links.push({ linkId: next(), clicks: next(), uniqueClicks: next() });
  return links;
}
