/** Stores a batch of clicks: rows, totals and the mark that the batch is done, in one transaction. */
import { isbot } from 'isbot';
import { sql } from 'kysely';
import { type Db, duplicateKey, inTransaction, type Trx } from '../../shared/db.ts';
import type { ClickBatch } from '../clicks/queue.ts';

/** Returns the number of clicks stored: none when the batch was stored before. */
export async function recordClicks(db: Db, { id, clicks }: ClickBatch, now: Date): Promise<number> {
  const rows = clicks.map(([linkId, at, userAgent]) => ({
    link_id: linkId,
    clicked_at: new Date(at),
    is_bot: userAgent === '' || isbot(userAgent),
  }));
  try {
    await inTransaction(db, async (trx) => {
      await trx.insertInto('click_batches').values({ id, recorded_at: now }).execute();
      await trx.insertInto('clicks').values(rows).execute();
      await addToTotals(trx, rows);
    });
    return rows.length;
  } catch (error) {
    if (duplicateKey(error) === undefined) throw error;
    return 0;
  }
}

type Row = { link_id: number; clicked_at: Date; is_bot: boolean };

/** Totals are taken in link order, so that two workers never wait for each other in a ring. */
async function addToTotals(trx: Trx, rows: Row[]): Promise<void> {
  const totals = new Map<number, { link_id: number; clicks: number; bot_clicks: number; last_click_at: Date | null }>();
  for (const { link_id, clicked_at, is_bot } of rows) {
    const total = totals.get(link_id) ?? { link_id, clicks: 0, bot_clicks: 0, last_click_at: null };
    totals.set(link_id, total);
    if (is_bot) total.bot_clicks++;
    else {
      total.clicks++;
      if (!total.last_click_at || clicked_at > total.last_click_at) total.last_click_at = clicked_at;
    }
  }
  await trx
    .insertInto('link_click_totals')
    .values([...totals.values()].sort((a, b) => a.link_id - b.link_id))
    .onDuplicateKeyUpdate({
      clicks: sql`clicks + VALUES(clicks)`,
      bot_clicks: sql`bot_clicks + VALUES(bot_clicks)`,
      last_click_at: sql`GREATEST(COALESCE(last_click_at, VALUES(last_click_at)), COALESCE(VALUES(last_click_at), last_click_at))`,
    })
    .execute();
}
