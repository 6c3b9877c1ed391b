/**
 * Small blocks become few: of a workspace that is clicked once a second each click would be a row of its own. Sixteen of a
 * level make one of the next, and when a day is over all that are left do. One transaction a group: a process killed
 * within it has changed nothing.
 */
import { inTransaction } from '../../shared/db/db.ts';
import type { Db } from '../core/tables.ts';
import { lastLevel, levels, listMergeable, mergeSome } from './block-queries.ts';
import { dayMs, dayOf } from './time.ts';

const blocksAGroup = 16;
const blocksAtOnce = 64;
/** A day that ended longer ago has nearly all its clicks. */
const settleMs = 10 * 60_000;
/** Clicks that come later than this lie in blocks of their own. */
const daysBack = 31;

export async function mergeBlocks(db: Db, now: Date, stopping = new AbortController().signal): Promise<void> {
  const today = dayOf(now.getTime());
  for (let day = today; day >= today - daysBack; day--) {
    const isOver = (day + 1) * dayMs + settleMs < now.getTime();
    const least = isOver ? 2 : blocksAGroup;
    for (const level of levels.filter((one) => one !== lastLevel)) {
      for (const group of await listMergeable(db, day, level, least)) {
        let merged = blocksAtOnce;
        while (merged === blocksAtOnce) {
          stopping.throwIfAborted();
          merged = await inTransaction(db, (trx) => mergeSome(trx, group, blocksAtOnce));
        }
      }
    }
  }
}
