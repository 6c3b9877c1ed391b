/** Counts of a link, or of a whole workspace, read from the rows the worker keeps. Clicks are never counted here. */
import type { Db } from '../../shared/db.ts';
import { addParts, type Breakdown, newBreakdown } from '../clicks/breakdown.ts';
import { dayMs, hourMs } from '../clicks/time.ts';
import { type BucketSpan, bucketsOf, type StatsWindow, seriesOf } from './window.ts';

/** `linkId` 0 is the workspace. */
export type Subject = { workspaceId: number; linkId: number };

export type Counts = {
  clicks: number;
  uniqueClicks: number;
  botClicks: number;
  /** ms since 1970. */
  lastClickAt: number | undefined;
  breakdown: Breakdown;
  /** By bucket of the window's interval; a bucket without clicks may be missing. */
  series: Map<number, { clicks: number; uniqueClicks: number }>;
};

type Row = {
  bucket: number;
  clicks: number;
  unique_clicks: number;
  bot_clicks: number;
  last_ms: number | null;
  breakdown: Buffer;
};

/** Rows are looked up by their whole keys: a span of a workspace would hold the rows of all its links. */
const listHours = (db: Db, { workspaceId, linkId }: Subject, hours: number[]): Promise<Row[]> =>
  db
    .selectFrom('click_hours')
    .select(['hour as bucket', 'clicks', 'unique_clicks', 'bot_clicks', 'last_ms', 'breakdown'])
    .where('workspace_id', '=', workspaceId)
    .where('hour', 'in', hours)
    .where('link_id', '=', linkId)
    .execute();

const listDays = (db: Db, { workspaceId, linkId }: Subject, days: number[]): Promise<Row[]> =>
  db
    .selectFrom('click_days')
    .select(['day as bucket', 'clicks', 'unique_clicks', 'bot_clicks', 'last_ms', 'breakdown'])
    .where('workspace_id', '=', workspaceId)
    .where('day', 'in', days)
    .where('link_id', '=', linkId)
    .execute();

const none = async (): Promise<Row[]> => [];

export async function getCounts(db: Db, subject: Subject, window: StatsWindow): Promise<Counts> {
  const days = bucketsOf(window.days);
  const hours = window.hours.flatMap(bucketsOf);
  const [dayRows, hourRows, series] = await Promise.all([
    days.length > 0 ? listDays(db, subject, days) : none(),
    hours.length > 0 ? listHours(db, subject, hours) : none(),
    window.interval === 'hour' && days.length > 0 ? listHourSeries(db, subject, seriesOf(window)) : [],
  ]);
  const counts: Counts = {
    clicks: 0,
    uniqueClicks: 0,
    botClicks: 0,
    lastClickAt: undefined,
    breakdown: newBreakdown(),
    series: new Map(),
  };
  const hourly = window.interval === 'hour';
  for (const row of dayRows) addRow(counts, row, dayMs, hourly ? undefined : row.bucket);
  const hoursADay = dayMs / hourMs;
  const listedApart = series.length > 0;
  for (const row of hourRows) {
    addRow(counts, row, hourMs, hourly ? (listedApart ? undefined : row.bucket) : Math.floor(row.bucket / hoursADay));
  }
  for (const { bucket, clicks, unique_clicks } of series) {
    counts.series.set(bucket, { clicks, uniqueClicks: unique_clicks });
  }
  return counts;
}

function addRow(counts: Counts, row: Row, unitMs: number, seriesBucket: number | undefined): void {
  counts.clicks += row.clicks;
  counts.uniqueClicks += row.unique_clicks;
  counts.botClicks += row.bot_clicks;
  if (row.last_ms !== null) counts.lastClickAt = Math.max(counts.lastClickAt ?? 0, row.bucket * unitMs + row.last_ms);
  addParts(counts.breakdown, row.breakdown);
  if (seriesBucket === undefined) return;
  const at = counts.series.get(seriesBucket) ?? { clicks: 0, uniqueClicks: 0 };
  counts.series.set(seriesBucket, {
    clicks: at.clicks + row.clicks,
    uniqueClicks: at.uniqueClicks + row.unique_clicks,
  });
}

const listHourSeries = (db: Db, { workspaceId, linkId }: Subject, span: BucketSpan) =>
  db
    .selectFrom('click_hours')
    .select(['hour as bucket', 'clicks', 'unique_clicks'])
    .where('workspace_id', '=', workspaceId)
    .where('hour', 'in', bucketsOf(span))
    .where('link_id', '=', linkId)
    .execute();
