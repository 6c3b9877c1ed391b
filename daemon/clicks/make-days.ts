/**
 * The build of links' counts by day from their counts by hour when the day is over. As a result, storing a click
 * changes one row of its link instead of two. The build processes the keys in order, some links in each transaction,
 * and advances the position up to which days are built. Building days and storing clicks exclude each other, so each
 * click counts once in its day: clicks stored before are in the hours that are read, and clicks stored later are
 * added to both tables.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '../../shared/db/db.ts';
import { isConflict } from '../../shared/errors.ts';
import type { Db, Trx } from '../core/tables.ts';
import { findDay } from './block-queries.ts';
import { addParts, type Breakdown, newBreakdown, toPart } from './breakdown.ts';
import { allShards } from './core/shards.ts';
import {
  type DayRow,
  findMade,
  findNextWorkspace,
  findOpenDay,
  type HourRow,
  hasOwnNetworks,
  insertDays,
  listHoursAfter,
  setMade,
} from './made-day-queries.ts';
import { lockClaims } from './shard-queries.ts';
import { dayMs, dayOf, hourMs } from './time.ts';

/** Time from the end of a day until the day is built. By then nearly all its clicks are stored. */
const settleMs = 10 * 60_000;
const linksAnHour = 250;
/**
 * Maximum number of consecutive steps that fail because other transactions have the locks: about ten minutes with
 * their waits.
 */
const conflictsAtMost = 30;

/**
 * Builds all missing days. Leaves half of the time to other transactions, and repeats a step that did not get its
 * locks.
 */
export async function makeDays(db: Db, now: Date, stopping = new AbortController().signal): Promise<void> {
  const today = dayOf(now.getTime() - settleMs);
  for (let conflicts = 0; (await findOpenDay(db)) < today; ) {
    stopping.throwIfAborted();
    const startedAt = performance.now();
    try {
      await inTransaction(db, (trx) => makeSome(trx, today));
      conflicts = 0;
    } catch (error) {
      if (!isConflict(error) || ++conflicts === conflictsAtMost) throw error;
    }
    await sleep(performance.now() - startedAt);
  }
}

async function makeSome(trx: Trx, before: number): Promise<void> {
  await lockClaims(trx, allShards);
  const made = await findMade(trx);
  if (made.day >= before) return;
  const byHour = await listHoursAfter(trx, made, linksAnHour);
  const days = sumByLink(byHour, made.day);
  if (days.length > 0) {
    await insertDays(trx, made, days);
    await setMade(trx, { ...made, linkId: (days.at(-1) as DayRow).linkId });
    return;
  }
  const workspaceId = await findNextWorkspace(trx, made);
  const day = workspaceId === undefined ? await findNextDay(trx, made.day + 1, before) : made.day;
  await setMade(trx, { day, workspaceId: workspaceId ?? 0, linkId: 0 });
}

/** Finds the next day with clicks or own visits, up to `before`. */
const findNextDay = async (trx: Trx, day: number, before: number) =>
  (await hasOwnNetworks(trx)) ? day : ((await findDay(trx, 'min', day, before - 1)) ?? before);

type Sum = DayRow & { parts: Breakdown };

/** Adds up the hours by link, sorted by link. Leaves out links if some of their rows may be missing from `byHour`. */
function sumByLink(byHour: HourRow[][], day: number): DayRow[] {
  const ends = byHour.filter(({ length }) => length === linksAnHour).map((rows) => (rows.at(-1) as HourRow).linkId);
  const upTo = Math.min(...ends, Number.POSITIVE_INFINITY);
  const sums = new Map<number, Sum>();
  for (const row of byHour.flat()) {
    if (row.linkId > upTo) continue;
    const sum = sums.get(row.linkId) ?? noDay(row.linkId);
    sums.set(row.linkId, sum);
    sum.clicks += row.clicks;
    sum.uniqueClicks += row.uniqueClicks;
    sum.botClicks += row.botClicks;
    sum.ownClicks += row.ownClicks;
    if (row.lastMs !== null) sum.lastMs = Math.max(sum.lastMs ?? 0, row.hour * hourMs - day * dayMs + row.lastMs);
    addParts(sum.parts, row.breakdown);
  }
  return [...sums.values()]
    .sort((a, b) => a.linkId - b.linkId)
    .map((sum) => ({ ...sum, breakdown: sum.clicks === 0 ? sum.breakdown : toPart(sum.parts) }));
}

const noDay = (linkId: number): Sum => ({
  linkId,
  clicks: 0,
  uniqueClicks: 0,
  botClicks: 0,
  ownClicks: 0,
  lastMs: null,
  breakdown: Buffer.alloc(0),
  parts: newBreakdown(),
});
