/** Queries for webhooks with undelivered events. */
import type { Db } from '../core/tables.ts';

type Waiting = { dead: number; pending: number; oldestPending: number | null; newestDead: number | null };

/** Counts undelivered events per webhook. Reads only an index. `oldestPending` and `newestDead` are delivery ids. */
export async function countUndelivered(db: Db): Promise<Map<number, Waiting>> {
  const rows = await db
    .selectFrom('automations_webhook_deliveries')
    .select((e) => [
      'webhook_id',
      'status',
      e.fn.countAll<string>().as('n'),
      e.fn.min('id').as('oldest'),
      e.fn.max('id').as('newest'),
    ])
    .where('status', 'in', ['new', 'queued', 'dead'])
    .groupBy(['webhook_id', 'status'])
    .execute();
  const found = new Map<number, Waiting>();
  for (const { webhook_id, status, n, oldest, newest } of rows) {
    const one = found.get(webhook_id) ?? { dead: 0, pending: 0, oldestPending: null, newestDead: null };
    if (status === 'dead') Object.assign(one, { dead: Number(n), newestDead: newest });
    else {
      one.pending += Number(n);
      one.oldestPending = Math.min(one.oldestPending ?? oldest, oldest);
    }
    found.set(webhook_id, one);
  }
  return found;
}

export const listWebhooksById = (db: Db, ids: number[]) =>
  db.selectFrom('automations_webhooks').select(['id', 'url', 'events', 'active']).where('id', 'in', ids).execute();

/** Lists the creation time and last error of deliveries. */
export const listDeliveryFaults = (db: Db, ids: number[]) =>
  db
    .selectFrom('automations_webhook_deliveries')
    .select(['id', 'created_at', 'last_error'])
    .where('id', 'in', ids)
    .execute();
