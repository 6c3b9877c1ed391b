/**
 * The merging of small blocks. Without it, a workspace with one click a second would have a block for each click.
 * Sixteen blocks of a level become one block of the next level. After the end of a day all remaining blocks are
 * merged. Each merge is one transaction.
 */
import { inTransaction } from '../../shared/db/db.ts';
import type { Db } from '../core/tables.ts';
import { findDay, lastLevel, levels, listMergeable, mergeSome } from './block-queries.ts';
import { dayMs, dayOf } from './time.ts';

const blocksAGroup = 16;
const blocksAtOnce = 64;
/** Time from the end of a day until its remaining blocks are merged. */
const settleMs = 10 * 60_000;
/** Number of days for which blocks are merged. Clicks that arrive later than this stay in separate blocks. */
const daysBack = 31;

export async function mergeBlocks(db: Db, now: Date, stopping = new AbortController().signal): Promise<void> {
  const today = dayOf(now.getTime());
  // Skips days without clicks.
  const dayUpTo = (last: number) => findDay(db, 'max', today - daysBack, last);
  for (let day = await dayUpTo(today); day !== undefined; day = await dayUpTo(day - 1)) {
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
