/** Counts of many links at once, without their breakdowns. */
import { sql } from 'kysely';
import type { Db } from '../../shared/db.ts';
import { dayMs, hourMs } from '../clicks/time.ts';
import { bucketsOf, type StatsWindow } from './window.ts';

/** Counts of a link from `start` on; times in ms since 1970. */
export type LinkCount = {
  linkId: number;
  start: number;
  clicks: number;
  uniqueClicks: number;
  lastClickAt: number | null;
};

/** With more look-ups in one statement MariaDB gives them up and reads every link of the workspace. */
const lookUpsAStatement = 9_000;

/** As many links as may be asked about together; all of a usual page. */
export const linksAStatement = (window: StatsWindow) => {
  const { days, hours } = bucketsIn(window);
  return Math.max(1, Math.floor(lookUpsAStatement / Math.max(1, days.length + hours.length)));
};

/** A series by the hour needs them all, which then make up the days too. */
function bucketsIn(window: StatsWindow) {
  return window.interval === 'hour'
    ? { days: [], hours: window.points.map(({ first }) => first) }
    : { days: bucketsOf(window.days), hours: window.hours.flatMap(bucketsOf) };
}

/** Every hour or day of the window in which one of the links was clicked. */
export async function listCountsOfLinks(
  db: Db,
  workspaceId: number,
  linkIds: number[],
  window: StatsWindow,
): Promise<LinkCount[]> {
  const { days, hours } = bucketsIn(window);
  const parts = [
    { table: 'click_days', unit: 'day', buckets: days, unitMs: dayMs },
    { table: 'click_hours', unit: 'hour', buckets: hours, unitMs: hourMs },
  ].filter(({ buckets }) => buckets.length > 0);
  if (parts.length === 0 || linkIds.length === 0) return [];
  const selects = parts.map(({ table, unit, buckets, unitMs }) => {
    const start = sql`${sql.ref(unit)} * ${sql.lit(unitMs)}`;
    return sql`
      SELECT link_id AS linkId, ${start} AS start, clicks, unique_clicks AS uniqueClicks, ${start} + last_ms AS lastClickAt
      FROM ${sql.table(table)}
      WHERE workspace_id = ${workspaceId} AND ${sql.ref(unit)} IN (${sql.join(buckets)}) AND link_id IN (${sql.join(linkIds)})`;
  });
  const { rows } = await sql<LinkCount>`${sql.join(selects, sql` UNION ALL `)}`.execute(db);
  return rows;
}
