/**
 * The links of a workspace clicked most. Adding up every link of every day does not end in time for a workspace with
 * a hundred thousand of them, so for each hour and day that is over its most clicked thousand are kept. The leaders of
 * those lists are then added up exactly; a link could only be missed by standing below the thousandth place nearly
 * everywhere and still be among the first ten overall.
 */
// biome-ignore-all lint/plugin: top links are added up by hand.
import { sql } from 'kysely';
import { inTransaction } from '../../shared/db/db.ts';
import { isStoreDown } from '../../shared/errors.ts';
import { readVarints, toVarints } from '../clicks/bytes/varints.ts';
import { wholeWorkspace } from '../clicks/counts.ts';
import { dayMs, hourMs } from '../clicks/time.ts';
import type { Db, Trx } from '../core/tables.ts';
import type { Sums } from './core/series.ts';
import { bucketsOf, type StatsWindow } from './core/window.ts';

export type TopLink = { linkId: number; clicks: number; uniqueClicks: number };
type Unit = 'hour' | 'day';
type Place = { unit: Unit; bucket: number };
type List = { place: Place; links: TopLink[] };

const linksKept = 1_000;
/** Number of candidates whose exact counts are read. */
const leaders = 30;
/** With more look-ups in one statement MariaDB gives them up and reads every link of the workspace. */
const lookUpsAPart = 9_000;
/** An hour or day that ended longer ago is kept as a list: nearly all its clicks are in. */
const settleMs = 5 * 60_000;

const tables = { hour: 'click_hours', day: 'click_days' } as const;
const unitMs = { hour: hourMs, day: dayMs };

/** Most clicked first; of equally clicked ones the oldest. */
export async function listTopLinks(
  db: Db,
  workspaceId: number,
  window: StatsWindow,
  { limit, now }: { limit: number; now: number },
): Promise<TopLink[]> {
  const places: Place[] = [
    ...bucketsOf(window.days).map((bucket) => ({ unit: 'day' as const, bucket })),
    ...window.hours.flatMap(bucketsOf).map((bucket) => ({ unit: 'hour' as const, bucket })),
  ];
  const isOver = ({ unit, bucket }: Place) => (bucket + 1) * unitMs[unit] + settleMs < now;
  const open = places.filter((place) => !isOver(place));
  const lists = [
    ...(await readLists(db, workspaceId, places.filter(isOver))),
    ...(await Promise.all(open.map(async (place) => ({ place, links: await rank(db, workspaceId, place) })))),
  ].filter(({ links }) => links.length > 0);
  const sums = new Map<number, number>();
  for (const { links } of lists) {
    for (const { linkId, clicks } of links) sums.set(linkId, (sums.get(linkId) ?? 0) + clicks);
  }
  const first = [...sums].sort(([a, x], [b, y]) => y - x || a - b).slice(0, Math.max(limit, leaders));
  const exact = await addUp(
    db,
    workspaceId,
    lists.map(({ place }) => place),
    first.map(([linkId]) => linkId),
  );
  return exact.sort(byClicks).slice(0, limit);
}

const byClicks = (a: TopLink, b: TopLink) => b.clicks - a.clicks || a.linkId - b.linkId;

/** The same of links whose sums are known, without those nobody clicked. */
export const rankLinks = (sums: Sums, limit: number): TopLink[] =>
  [...sums]
    .flatMap(([linkId, sum]) => (sum.clicks > 0 ? [{ linkId, ...sum }] : []))
    .sort(byClicks)
    .slice(0, limit);

/** The kept lists, made where they are missing and there were clicks at all. */
async function readLists(db: Db, workspaceId: number, places: Place[]): Promise<List[]> {
  const lists: List[] = [];
  for (const unit of ['day', 'hour'] as const) {
    const buckets = bucketsOfUnit(places, unit);
    if (buckets.length === 0) continue;
    const rows = await db
      .selectFrom('click_top_links')
      .select(['bucket', 'links'])
      .where('workspace_id', '=', workspaceId)
      .where('unit', '=', unit)
      .where('bucket', 'in', buckets)
      .execute();
    lists.push(...rows.map(({ bucket, links }) => ({ place: { unit, bucket }, links: fromBytes(links) })));
    const kept = new Set(rows.map(({ bucket }) => bucket));
    const missing = buckets.filter((bucket) => !kept.has(bucket));
    for (const bucket of await listClicked(db, workspaceId, unit, missing)) {
      const place = { unit, bucket };
      lists.push({ place, links: await makeList(db, workspaceId, place) });
    }
  }
  return lists;
}

const bucketsOfUnit = (places: Place[], unit: Unit) =>
  places.flatMap((place) => (place.unit === unit ? [place.bucket] : []));

/** The hours or days with any counts of the workspace. */
async function listClicked(db: Db, workspaceId: number, unit: Unit, buckets: number[]): Promise<number[]> {
  const clicked: number[] = [];
  for (const some of partsOf(buckets, 1)) {
    const { rows } = await sql<{ bucket: number }>`
      SELECT ${sql.ref(unit)} AS bucket FROM ${sql.table(tables[unit])}
      WHERE workspace_id = ${workspaceId} AND ${sql.ref(unit)} IN (${sql.join(some)}) AND link_id = ${wholeWorkspace}
    `.execute(db);
    clicked.push(...rows.map(({ bucket }) => bucket));
  }
  return clicked;
}

/**
 * Under a lock on the workspace's own count, which every batch with clicks of that hour or day takes before it deletes
 * the list: either the list holds the batch's clicks, or the batch deletes the list. Nothing is kept of a workspace
 * without clicks there.
 */
const keepList = (db: Db, workspaceId: number, place: Place): Promise<TopLink[]> =>
  inTransaction(
    db,
    async (trx) => {
      const { unit, bucket } = place;
      const { rows } = await sql`
      SELECT 1 FROM ${sql.table(tables[unit])}
      WHERE workspace_id = ${workspaceId} AND ${sql.ref(unit)} = ${bucket} AND link_id = ${wholeWorkspace} FOR UPDATE
    `.execute(trx);
      if (rows.length === 0) return [];
      const links = await rank(trx, workspaceId, place);
      await trx
        .insertInto('click_top_links')
        .ignore()
        .values({ workspace_id: workspaceId, unit, bucket, links: toBytes(links) })
        .execute();
      return links;
    },
    1,
  );

/** A server that is read-only, or a lock that others hold, is no reason not to answer: then nothing is kept. */
const makeList = (db: Db, workspaceId: number, place: Place): Promise<TopLink[]> =>
  keepList(db, workspaceId, place).catch((error) => {
    if (!isStoreDown(error)) throw error;
    return rank(db, workspaceId, place);
  });

async function rank(db: Db | Trx, workspaceId: number, { unit, bucket }: Place): Promise<TopLink[]> {
  const { rows } = await sql<TopLink>`
    SELECT link_id AS linkId, clicks, unique_clicks AS uniqueClicks FROM ${sql.table(tables[unit])}
    WHERE workspace_id = ${workspaceId} AND ${sql.ref(unit)} = ${bucket} AND link_id > ${wholeWorkspace} AND clicks > 0
    ORDER BY clicks DESC, link_id LIMIT ${sql.lit(linksKept)}
  `.execute(db);
  return rows;
}

async function addUp(db: Db, workspaceId: number, clicked: Place[], linkIds: number[]): Promise<TopLink[]> {
  if (linkIds.length === 0) return [];
  const parts = (['day', 'hour'] as const).flatMap((unit) =>
    partsOf(bucketsOfUnit(clicked, unit), linkIds.length).map(
      (buckets) => sql`
        SELECT link_id, clicks, unique_clicks FROM ${sql.table(tables[unit])}
        WHERE workspace_id = ${workspaceId} AND ${sql.ref(unit)} IN (${sql.join(buckets)})
          AND link_id IN (${sql.join(linkIds)})`,
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

/** So few buckets each that as many links are looked up in them at once. */
function partsOf(buckets: number[], links: number): number[][] {
  const size = Math.floor(lookUpsAPart / links);
  return Array.from({ length: Math.ceil(buckets.length / size) }, (_, n) => buckets.slice(n * size, (n + 1) * size));
}

const toBytes = (links: TopLink[]) =>
  toVarints(links.flatMap(({ linkId, clicks, uniqueClicks }) => [linkId, clicks, uniqueClicks]));

function fromBytes(bytes: Buffer): TopLink[] {
  const { more, next } = readVarints(bytes);
  const links: TopLink[] = [];
  while (more()) links.push({ linkId: next(), clicks: next(), uniqueClicks: next() });
  return links;
}
