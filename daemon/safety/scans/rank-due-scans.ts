/** The order of scans: clicked links first, and a share of each lane, so that no lane waits forever. */
import { dayOf } from '../../clicks/time.ts';
import type { Db } from '../../core/tables.ts';
import { type Lane, listDue, sumClicks } from './queries.ts';

/** Numbers of due links that are queued at once, by lane. */
const shares: Record<Lane, number> = { 0: 100, 1: 60, 2: 40 };
const lanes: Lane[] = [0, 1, 2];
const priorityPerLane = 1_000;

/** Links with a lower priority are scanned sooner. */
export type DueScan = { id: number; priority: number };

export const rankDueScans = async (db: Db, now: Date): Promise<DueScan[]> =>
  (await Promise.all(lanes.map((lane) => rankLane(db, lane, now)))).flat();

async function rankLane(db: Db, lane: Lane, now: Date): Promise<DueScan[]> {
  const due = (await listDue(db, lane, now, shares[lane])).map(({ linkId }) => linkId);
  const clicks = lane === 0 ? await sumClicks(db, due, dayOf(now.getTime()) - 1) : new Map<number, number>();
  due.sort((a, b) => (clicks.get(b) ?? 0) - (clicks.get(a) ?? 0));
  return due.map((id, rank) => ({ id, priority: 1 + lane * priorityPerLane + rank }));
}
