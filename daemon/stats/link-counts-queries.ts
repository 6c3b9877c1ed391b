/** Counts by link, for many links, without breakdowns. */
import { sql } from 'kysely';
import type { Db } from '../core/tables.ts';
import { type Bucket, bucketsIn, lookUpsASelect, selectCounts, unitMs } from './core/row-queries.ts';
import { listSeriesHours } from './core/series.ts';
import { bucketsOf, type StatsWindow } from './core/window.ts';

/** Counts of a link in an hour or a day; `lastClickAt` in ms since 1970. */
export type LinkCount = Bucket & {
  linkId: number;
  clicks: number;
  uniqueClicks: number;
  lastClickAt: number | null;
};

/** Returns the maximum number of links in one query, which is enough for a usual page. */
export const linksAStatement = (buckets: Bucket[]) =>
  Math.max(1, Math.floor(lookUpsASelect / Math.max(1, buckets.length)));

/** Lists the buckets of a window's series. A series by hour needs every hour and therefore no days. */
export function listBuckets(window: StatsWindow): Bucket[] {
  const isByHour = window.interval === 'hour';
  const days = isByHour ? [] : bucketsOf(window.days);
  const hours = isByHour
    ? window.points.map(({ first }) => first)
    : [...window.hours.flatMap(bucketsOf), ...listSeriesHours(window)];
  return [
    ...days.map((bucket) => ({ unit: 'day' as const, bucket })),
    ...hours.map((bucket) => ({ unit: 'hour' as const, bucket })),
  ];
}

/** Lists each link's counts in the buckets with clicks. */
export async function listCountsOfLinks(
  db: Db,
  workspaceId: number,
  linkIds: number[],
  buckets: Bucket[],
): Promise<LinkCount[]> {
  if (linkIds.length === 0) return [];
  const atOnce = Math.max(1, Math.floor(lookUpsASelect / linkIds.length));
  const counts: LinkCount[] = [];
  for (let at = 0; at < buckets.length; at += atOnce) {
    counts.push(...(await listCountsIn(db, workspaceId, linkIds, buckets.slice(at, at + atOnce))));
  }
  return counts;
}

async function listCountsIn(db: Db, workspaceId: number, linkIds: number[], buckets: Bucket[]): Promise<LinkCount[]> {
  const parts = (['day', 'hour'] as const).flatMap((unit) => {
    const some = bucketsIn(buckets, unit);
    if (some.length === 0) return [];
    const columns = sql`link_id AS linkId, ${sql.lit(unit)} AS unit, ${sql.ref(unit)} AS bucket, clicks,
      unique_clicks AS uniqueClicks, ${sql.ref(unit)} * ${sql.lit(unitMs[unit])} + last_ms AS lastClickAt`;
    return [selectCounts(columns, { workspaceId, linkIds, unit, buckets: some })];
  });
  const { rows } = await sql<LinkCount>`${sql.join(parts, sql` UNION ALL `)}`.execute(db);
  return rows;
}
