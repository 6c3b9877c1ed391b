/** Counts of links, or of a whole workspace, read from the rows the worker keeps. Clicks are never counted here. */

import { addParts, type Breakdown, newBreakdown } from '../../clicks/breakdown.ts';
import { wholeWorkspace } from '../../clicks/counts.ts';
import { dayMs, hourMs } from '../../clicks/time.ts';
import type { Db } from '../../core/tables.ts';
import type { CountRow } from './bucket-sums.ts';
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
  /** The share of each link; a link without clicks may be missing. */
  byLink: Sums;
};

/** Series rows leave out the breakdown. */
export type RowKind = 'days' | 'hours' | 'series';

/** A statement's share of them: so many that the server looks each up, and few enough for this process to read at once. */
type LookUps = LinkGroup & { buckets: number[] };

/** Rows are looked up by their whole keys: a span of a workspace would hold the rows of all its links. */
const listOf = {
  days: (db: Db, { workspaceId, linkIds, buckets }: LookUps): Promise<CountRow[]> =>
    db
      .selectFrom('click_days')
      .select(['day as bucket', 'link_id', 'clicks', 'unique_clicks', 'bot_clicks', 'last_ms', 'breakdown'])
      .where('workspace_id', '=', workspaceId)
      .where('day', 'in', buckets)
      .where('link_id', 'in', linkIds)
      .execute(),
  hours: (db: Db, { workspaceId, linkIds, buckets }: LookUps): Promise<CountRow[]> =>
    db
      .selectFrom('click_hours')
      .select(['hour as bucket', 'link_id', 'clicks', 'unique_clicks', 'bot_clicks', 'last_ms', 'breakdown'])
      .where('workspace_id', '=', workspaceId)
      .where('hour', 'in', buckets)
      .where('link_id', 'in', linkIds)
      .execute(),
  series: (db: Db, { workspaceId, linkIds, buckets }: LookUps): Promise<CountRow[]> =>
    db
      .selectFrom('click_hours')
      .select(['hour as bucket', 'clicks', 'unique_clicks'])
      .where('workspace_id', '=', workspaceId)
      .where('hour', 'in', buckets)
      .where('link_id', 'in', linkIds)
      .execute(),
  stateOfDays: (db: Db, { workspaceId, linkIds, buckets }: LookUps): Promise<CountRow[]> =>
    db
      .selectFrom('click_days')
      .select(['day as bucket', 'clicks', 'unique_clicks', 'bot_clicks'])
      .where('workspace_id', '=', workspaceId)
      .where('day', 'in', buckets)
      .where('link_id', 'in', linkIds)
      .execute(),
  stateOfHours: (db: Db, { workspaceId, linkIds, buckets }: LookUps): Promise<CountRow[]> =>
    db
      .selectFrom('click_hours')
      .select(['hour as bucket', 'clicks', 'unique_clicks', 'bot_clicks'])
      .where('workspace_id', '=', workspaceId)
      .where('hour', 'in', buckets)
      .where('link_id', 'in', linkIds)
      .execute(),
};

/** MariaDB makes a list of 1,000 a table of its own and joins it, by whatever plan. */
const lookUpsAStatement = 900;

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

export async function eachRow(
  db: Db,
  group: LinkGroup,
  kind: keyof typeof listOf,
  { buckets, use, signal }: { buckets: number[]; use: (row: CountRow) => void; signal?: AbortSignal },
): Promise<void> {
  for (const some of lookUpsOf(group, buckets)) {
    signal?.throwIfAborted();
    for (const row of await listOf[kind](db, some)) use(row);
  }
}

/**
 * For each of the hours or days in which anything of a workspace was clicked, what changes with every click stored there: its own
 * counts, which are only ever added to.
 */
export async function listStates(
  db: Db,
  workspaceId: number,
  kind: RowKind,
  buckets: number[],
): Promise<Map<number, string>> {
  const states = new Map<number, string>();
  const own = { workspaceId, linkIds: [wholeWorkspace] };
  await eachRow(db, own, kind === 'days' ? 'stateOfDays' : 'stateOfHours', {
    buckets,
    use: (row) => {
      states.set(row.bucket, `${row.clicks} ${row.bot_clicks}`);
    },
  });
  return states;
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
  const read = (kind: RowKind, buckets: number[], use: (row: CountRow) => void) =>
    eachRow(db, group, kind, { buckets, use, signal });
  await Promise.all([
    read('days', bucketsOf(window.days), (row) => {
      addRow(counts, row, dayMs);
      addSum(ofDays, row.bucket, row.clicks, row.unique_clicks);
    }),
    read('hours', window.hours.flatMap(bucketsOf), (row) => {
      addRow(counts, row, hourMs);
      addSum(ofHours, row.bucket, row.clicks, row.unique_clicks);
    }),
    read('series', listSeriesHours(window), ({ bucket, clicks, unique_clicks }) =>
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

function addRow(counts: Counts, row: CountRow, unitMs: number): void {
  const { bucket, clicks, unique_clicks, bot_clicks = 0, last_ms, link_id, breakdown } = row;
  counts.clicks += clicks;
  counts.uniqueClicks += unique_clicks;
  counts.botClicks += bot_clicks;
  if (typeof last_ms === 'number') counts.lastClickAt = Math.max(counts.lastClickAt ?? 0, bucket * unitMs + last_ms);
  if (link_id !== undefined) addSum(counts.byLink, link_id, clicks, unique_clicks);
  if (breakdown) addParts(counts.breakdown, breakdown);
}
