/** Counts of many links at once, without their breakdowns. */
import { sql } from 'kysely';
import { dayMs, hourMs } from '../clicks/time.ts';
import type { Db } from '../core/tables.ts';
import { listSeriesHours } from './core/series.ts';
import { bucketsOf, type StatsWindow } from './core/window.ts';

/** An hour or a day, counted since 1970. */
export type Bucket = { unit: 'day' | 'hour'; bucket: number };

/** Counts of a link in an hour or a day; `lastClickAt` in ms since 1970. */
export type LinkCount = Bucket & {
  linkId: number;
  clicks: number;
  uniqueClicks: number;
  lastClickAt: number | null;
};

/** With more look-ups in one statement MariaDB gives them up and reads every link of the workspace. */
const lookUpsAStatement = 9_000;

/** The maximum number of links in one query; all of a usual page. */
export const linksAStatement = (buckets: Bucket[]) =>
  Math.max(1, Math.floor(lookUpsAStatement / Math.max(1, buckets.length)));

/** The buckets of a window's series. One by the hour needs every hour, which then make up the days too. */
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

/** The counts of the hours and days in which one of the links was clicked. */
export async function listCountsOfLinks(
  db: Db,
  workspaceId: number,
  linkIds: number[],
  buckets: Bucket[],
): Promise<LinkCount[]> {
  if (linkIds.length === 0) return [];
  const atOnce = Math.max(1, Math.floor(lookUpsAStatement / linkIds.length));
  const counts: LinkCount[] = [];
  for (let at = 0; at < buckets.length; at += atOnce) {
    counts.push(...(await listCountsIn(db, workspaceId, linkIds, buckets.slice(at, at + atOnce))));
  }
  return counts;
}

async function listCountsIn(db: Db, workspaceId: number, linkIds: number[], buckets: Bucket[]): Promise<LinkCount[]> {
  const parts = [
    { table: 'click_days', unit: 'day', unitMs: dayMs },
    { table: 'click_hours', unit: 'hour', unitMs: hourMs },
  ].flatMap(({ table, unit, unitMs }) => {
    const some = buckets.flatMap((one) => (one.unit === unit ? [one.bucket] : []));
    if (some.length === 0) return [];
    return sql`
      SELECT link_id AS linkId, ${sql.lit(unit)} AS unit, ${sql.ref(unit)} AS bucket, clicks, unique_clicks AS uniqueClicks,
        ${sql.ref(unit)} * ${sql.lit(unitMs)} + last_ms AS lastClickAt
      FROM ${sql.table(table)}
      WHERE workspace_id = ${workspaceId} AND ${sql.ref(unit)} IN (${sql.join(some)}) AND link_id IN (${sql.join(linkIds)})`;
  });
  const { rows } = await sql<LinkCount>`${sql.join(parts, sql` UNION ALL `)}`.execute(db);
  return rows;
}
