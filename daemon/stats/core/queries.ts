/** Counts of links or of a whole workspace, added up from the rows that the worker keeps. */
import { sql } from 'kysely';
import { addParts, type Breakdown, newBreakdown } from '../../clicks/breakdown.ts';
import { wholeWorkspace } from '../../clicks/counts.ts';
import { dayMs, hourMs } from '../../clicks/time.ts';
import type { Db } from '../../core/tables.ts';
import type { CountRow } from './bucket-sums.ts';
import { type LinkGroup, selectCounts, splitLookUps, type Unit } from './row-queries.ts';
import { addSum, listSeriesHours, type Sum, type Sums, toSeries } from './series.ts';
import { bucketsOf, type StatsWindow } from './window.ts';

/** A link or a workspace. `linkId` 0 is the whole workspace. */
export type Subject = { workspaceId: number; linkId: number };

export type Counts = {
  clicks: number;
  uniqueClicks: number;
  botClicks: number;
  /** Visits from the workspace's own networks, which are not clicks and match no filters. */
  ownClicks: number;
  /** Time of the last click in ms since 1970. */
  lastClickAt: number | undefined;
  breakdown: Breakdown;
  /** One sum for each of the window's points. */
  series: Sum[];
  /** The sum for each link. A link without clicks can be missing. */
  byLink: Sums;
};

/**
 * The columns to read for each kind of row. `dayStates` and `hourStates` have the columns that change with every stored
 * click.
 */
const kinds = {
  days: {
    unit: 'day',
    columns: ['link_id', 'clicks', 'unique_clicks', 'bot_clicks', 'own_clicks', 'last_ms', 'breakdown'],
  },
  hours: {
    unit: 'hour',
    columns: ['link_id', 'clicks', 'unique_clicks', 'bot_clicks', 'own_clicks', 'last_ms', 'breakdown'],
  },
  series: { unit: 'hour', columns: ['clicks', 'unique_clicks'] },
  dayStates: { unit: 'day', columns: ['clicks', 'unique_clicks', 'bot_clicks', 'own_clicks'] },
  hourStates: { unit: 'hour', columns: ['clicks', 'unique_clicks', 'bot_clicks', 'own_clicks'] },
} as const;

export type RowKind = 'days' | 'hours' | 'series';

/**
 * Maximum number of lookups in a statement. MariaDB turns a list of 1,000 values into a table and joins it, with an
 * unpredictable plan.
 */
const lookUpsAStatement = 900;

export async function eachRow(
  db: Db,
  group: LinkGroup,
  kind: keyof typeof kinds,
  { buckets, use, signal }: { buckets: number[]; use: (row: CountRow) => void; signal?: AbortSignal },
): Promise<void> {
  const { unit, columns } = kinds[kind];
  const selected = sql.join([sql`${sql.ref(unit)} AS bucket`, ...columns.map((column) => sql.ref(column))]);
  for (const lookUps of splitLookUps(group, { unit, buckets }, lookUpsAStatement)) {
    signal?.throwIfAborted();
    for (const row of (await selectCounts<CountRow>(selected, lookUps).execute(db)).rows) use(row);
  }
}

/**
 * Returns the state of each hour or day with clicks in a workspace, as text. The state changes with every click stored
 * there, because the workspace's own counts only grow.
 */
export async function listStates(
  db: Db,
  workspaceId: number,
  { unit, buckets }: { unit: Unit; buckets: number[] },
): Promise<Map<number, string>> {
  const states = new Map<number, string>();
  const own = { workspaceId, linkIds: [wholeWorkspace] };
  await eachRow(db, own, unit === 'day' ? 'dayStates' : 'hourStates', {
    buckets,
    use: (row) => {
      states.set(row.bucket, `${row.clicks} ${row.bot_clicks} ${row.own_clicks}`);
    },
  });
  return states;
}

export const getCounts = (db: Db, { workspaceId, linkId }: Subject, window: StatsWindow): Promise<Counts> =>
  addUpCounts(db, { workspaceId, linkIds: [linkId] }, window);

/** Adds up the counts of a group's links. A group cannot contain a link twice. */
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
  ownClicks: 0,
  lastClickAt: undefined,
  breakdown: newBreakdown(),
  series: [],
  byLink: new Map(),
});

function addRow(counts: Counts, row: CountRow, unitMs: number): void {
  const { bucket, clicks, unique_clicks, bot_clicks = 0, own_clicks = 0, last_ms, link_id, breakdown } = row;
  counts.clicks += clicks;
  counts.uniqueClicks += unique_clicks;
  counts.botClicks += bot_clicks;
  counts.ownClicks += own_clicks;
  if (typeof last_ms === 'number') counts.lastClickAt = Math.max(counts.lastClickAt ?? 0, bucket * unitMs + last_ms);
  if (link_id !== undefined) addSum(counts.byLink, link_id, clicks, unique_clicks);
  if (breakdown) addParts(counts.breakdown, breakdown);
}
