/** Counts of links, or of a whole workspace, read from the rows the worker keeps. Clicks are never counted here. */
import type { Db } from '../../shared/db.ts';
import { addParts, type Breakdown, newBreakdown } from '../clicks/breakdown.ts';
import { dayMs, hourMs } from '../clicks/time.ts';
import { addSum, listSeriesHours, type Sum, type Sums, toSeries } from './series.ts';
import { bucketsOf, type StatsWindow } from './window.ts';

/** `linkId` 0 is the workspace. */
export type Subject = { workspaceId: number; linkId: number };

/** Links that are added up; one alone, or 0 for the whole workspace, as any. */
export type LinkGroup = { workspaceId: number; linkIds: number[] };

export type Counts = {
  clicks: number;
  uniqueClicks: number;
  botClicks: number;
  /** ms since 1970. */
  lastClickAt: number | undefined;
  breakdown: Breakdown;
  /** One for each of the window's points. */
  series: Sum[];
  /** What of it each link has; a link without clicks may be missing. */
  byLink: Sums;
};

type Row = {
  bucket: number;
  link_id: number;
  clicks: number;
  unique_clicks: number;
  bot_clicks: number;
  last_ms: number | null;
  breakdown: Buffer;
};

/** A statement's share of them: so many that the server looks each up, and few enough for this process to read at once. */
type LookUps = LinkGroup & { buckets: number[] };

/** Rows are looked up by their whole keys: a span of a workspace would hold the rows of all its links. */
const listHours = (db: Db, { workspaceId, linkIds, buckets }: LookUps): Promise<Row[]> =>
  db
    .selectFrom('click_hours')
    .select(['hour as bucket', 'link_id', 'clicks', 'unique_clicks', 'bot_clicks', 'last_ms', 'breakdown'])
    .where('workspace_id', '=', workspaceId)
    .where('hour', 'in', buckets)
    .where('link_id', 'in', linkIds)
    .execute();

const listDays = (db: Db, { workspaceId, linkIds, buckets }: LookUps): Promise<Row[]> =>
  db
    .selectFrom('click_days')
    .select(['day as bucket', 'link_id', 'clicks', 'unique_clicks', 'bot_clicks', 'last_ms', 'breakdown'])
    .where('workspace_id', '=', workspaceId)
    .where('day', 'in', buckets)
    .where('link_id', 'in', linkIds)
    .execute();

/** Of a series: without what makes rows long. */
const listHourSums = (db: Db, { workspaceId, linkIds, buckets }: LookUps) =>
  db
    .selectFrom('click_hours')
    .select(['hour as bucket', 'clicks', 'unique_clicks'])
    .where('workspace_id', '=', workspaceId)
    .where('hour', 'in', buckets)
    .where('link_id', 'in', linkIds)
    .execute();

const lookUpsAStatement = 1_000;

/** All buckets of all links; the rows of a bucket lie side by side. */
function* lookUpsOf({ workspaceId, linkIds }: LinkGroup, buckets: number[]): Generator<LookUps> {
  const bucketsAtOnce = Math.max(1, Math.floor(lookUpsAStatement / linkIds.length));
  for (let bucket = 0; bucket < buckets.length; bucket += bucketsAtOnce) {
    for (let link = 0; link < linkIds.length; link += lookUpsAStatement) {
      yield {
        workspaceId,
        linkIds: linkIds.slice(link, link + lookUpsAStatement),
        buckets: buckets.slice(bucket, bucket + bucketsAtOnce),
      };
    }
  }
}

async function eachRow<R>(
  lookUps: Iterable<LookUps>,
  list: (lookUps: LookUps) => Promise<R[]>,
  use: (row: R) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const some of lookUps) {
    signal?.throwIfAborted();
    for (const row of await list(some)) use(row);
  }
}

export const getCounts = (db: Db, { workspaceId, linkId }: Subject, window: StatsWindow): Promise<Counts> =>
  addUpCounts(db, { workspaceId, linkIds: [linkId] }, window);

/** The counts of all links of a group. No link may be in it twice. */
export async function addUpCounts(
  db: Db,
  group: LinkGroup,
  window: StatsWindow,
  signal?: AbortSignal,
): Promise<Counts> {
  const counts = noCounts();
  const [ofDays, ofHours]: [Sums, Sums] = [new Map(), new Map()];
  const read = <R>(buckets: number[], list: (db: Db, some: LookUps) => Promise<R[]>, use: (row: R) => void) =>
    eachRow(lookUpsOf(group, buckets), (some) => list(db, some), use, signal);
  await Promise.all([
    read(bucketsOf(window.days), listDays, (row) => {
      addRow(counts, row, dayMs);
      addSum(ofDays, row.bucket, row.clicks, row.unique_clicks);
    }),
    read(window.hours.flatMap(bucketsOf), listHours, (row) => {
      addRow(counts, row, hourMs);
      addSum(ofHours, row.bucket, row.clicks, row.unique_clicks);
    }),
    read(listSeriesHours(window), listHourSums, ({ bucket, clicks, unique_clicks }) =>
      addSum(ofHours, bucket, clicks, unique_clicks),
    ),
  ]);
  return { ...counts, series: toSeries(window, ofDays, ofHours) };
}

export const noCounts = (): Counts => ({
  clicks: 0,
  uniqueClicks: 0,
  botClicks: 0,
  lastClickAt: undefined,
  breakdown: newBreakdown(),
  series: [],
  byLink: new Map(),
});

function addRow(counts: Counts, row: Row, unitMs: number): void {
  counts.clicks += row.clicks;
  counts.uniqueClicks += row.unique_clicks;
  counts.botClicks += row.bot_clicks;
  if (row.last_ms !== null) counts.lastClickAt = Math.max(counts.lastClickAt ?? 0, row.bucket * unitMs + row.last_ms);
  addSum(counts.byLink, row.link_id, row.clicks, row.unique_clicks);
  addParts(counts.breakdown, row.breakdown);
}
