/**
 * Clicks kept for the operator's warehouse. They are inserted in the transaction that stores the clicks, so that
 * exactly the counted clicks are sent.
 */
import { randomBytes } from 'node:crypto';
import type { Trx } from '../core/tables.ts';
import { clicksABlock, encodeBlock } from './bytes/block.ts';
import { type Click, comparePlaces } from './core/click.ts';

const nameBytes = 6;
const newName = () => randomBytes(nameBytes).readUIntBE(0, nameBytes);

/** Inserts clicks as blocks, each with the clicks of one day in storage order. */
export async function keepForWarehouse(trx: Trx, clicks: Click[], now: Date): Promise<void> {
  for (const day of new Set(clicks.map((click) => click.day))) {
    const sorted = clicks.filter((click) => click.day === day).sort(comparePlaces);
    for (let from = 0; from < sorted.length; from += clicksABlock) {
      const some = sorted.slice(from, from + clicksABlock);
      const row = { name: newName(), day, clicks: some.length, stored_at: now, data: encodeBlock(some) };
      await trx.insertInto('warehouse_clicks').values(row).execute();
    }
  }
}
