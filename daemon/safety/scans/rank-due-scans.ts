/** Which links are scanned next: of each lane a share, so that none waits for ever behind another; clicked links first. */

import { dayOf } from '../../clicks/time.ts';
import type { Db } from '../../core/tables.ts';
import { type Lane, listDue, sumClicks } from './queries.ts';

/** How many due links of each lane are queued at once. */
const shares: Record<Lane, number> = { 0: 100, 1: 60, 2: 40 };
const lanes: Lane[] = [0, 1, 2];
const priorityALane = 1_000;

/** The lower a priority, the sooner. */
export type DueScan = { id: number; priority: number };

export const rankDueScans = async (db: Db, now: Date): Promise<DueScan[]> =>
  (await Promise.all(lanes.map((lane) => rankLane(db, lane, now)))).flat();

async function rankLane(db: Db, lane: Lane, now: Date): Promise<DueScan[]> {
  const due = (await listDue(db, lane, now, shares[lane])).map(({ linkId }) => linkId);
  const clicks = lane === 0 ? await sumClicks(db, due, dayOf(now.getTime()) - 1) : new Map<number, number>();
  due.sort((a, b) => (clicks.get(b) ?? 0) - (clicks.get(a) ?? 0));
  return due.map((id, rank) => ({ id, priority: 1 + lane * priorityALane + rank }));
}
