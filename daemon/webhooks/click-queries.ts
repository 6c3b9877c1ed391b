/** Deliveries of clicks that were kept for webhooks. Each click is in exactly one delivery. */
import { inTransaction } from '../../shared/db/db.ts';
import { newEventId } from '../../shared/webhooks/signature.ts';
import type { WebhookClicks } from '../clicks/webhook-click-queries.ts';
import type { Db, Trx } from '../core/tables.ts';
import { deliveryStatuses, insertDeliveries } from './delivery-queries.ts';
import type { EventName } from './events.ts';
import { toPayload } from './outbox.ts';

/** Lists webhooks for which clicks are kept. */
export const listGatheringWebhooks = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('webhook_clicks').select('webhook_id').distinct().execute()).map((row) => row.webhook_id);

/** The maximum number of clicks in a delivery, and the minimum time since the previous delivery. */
export type Pace = { clicks: number; everyMs: number };

const rowsAtOnce = 500;
/** Number of undelivered messages above which kept clicks wait, because they take less space than deliveries. */
const waitingAtMost = 100;

/** A function that returns the data of a delivery, in the transaction. */
type Describe = (trx: Trx, workspaceId: number, kept: WebhookClicks[]) => Promise<object>;

/**
 * Turns the oldest kept clicks into the next delivery of a webhook, unless it is too early. Clicks for a webhook
 * that is off are dropped.
 */
export async function gatherClicks(db: Db, webhookId: number, pace: Pace, describe: Describe): Promise<void> {
  if (await hasKept(db, webhookId)) await inTransaction(db, (trx) => gatherIn(trx, webhookId, pace, describe));
}

async function gatherIn(trx: Trx, webhookId: number, pace: Pace, describe: Describe): Promise<void> {
  const now = new Date();
  const webhook = await trx
    .selectFrom('webhooks')
    .select(['workspace_id as workspaceId', 'active', 'clicks_sent_at as sentAt'])
    .where('id', '=', webhookId)
    .forUpdate()
    .executeTakeFirst();
  if (!webhook?.active) {
    await trx.deleteFrom('webhook_clicks').where('webhook_id', '=', webhookId).limit(rowsAtOnce).execute();
    return;
  }
  if (webhook.sentAt && now.getTime() - webhook.sentAt.getTime() < pace.everyMs) return;
  if (await isBehind(trx, webhookId)) return;
  const taken = await takeKept(trx, webhookId, pace.clicks);
  if (taken.length === 0) return;
  await trx.updateTable('webhooks').set({ clicks_sent_at: now }).where('id', '=', webhookId).execute();
  const event: EventName = 'link.clicked';
  const payload = toPayload(event, await describe(trx, webhook.workspaceId, taken), now);
  await insertDeliveries(trx, [{ webhook_id: webhookId, event_id: newEventId(), event, payload, created_at: now }]);
}

/** Removes and returns the oldest kept clicks, up to a number. The webhook is locked. */
async function takeKept(trx: Trx, webhookId: number, clicksAtMost: number): Promise<WebhookClicks[]> {
  const rows = await trx
    .selectFrom('webhook_clicks')
    .select(['id', 'day', 'clicks', 'data'])
    .where('webhook_id', '=', webhookId)
    .orderBy('id')
    .limit(rowsAtOnce)
    .execute();
  const taken = firstOf(rows, clicksAtMost);
  const ids = taken.map(({ id }) => id);
  if (ids.length > 0) await trx.deleteFrom('webhook_clicks').where('id', 'in', ids).execute();
  return taken;
}

async function hasKept(db: Db, webhookId: number): Promise<boolean> {
  const rows = await db
    .selectFrom('webhook_clicks')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .limit(1)
    .execute();
  return rows.length > 0;
}

async function isBehind(trx: Trx, webhookId: number): Promise<boolean> {
  const deliveries = await trx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('status', 'in', deliveryStatuses.pending)
    .limit(waitingAtMost + 1)
    .execute();
  return deliveries.length > waitingAtMost;
}

/** Returns the first rows up to a number of clicks, at least one row. */
function firstOf<Row extends { clicks: number }>(rows: Row[], clicksAtMost: number): Row[] {
  let clicks = 0;
  const end = rows.findIndex((row, index) => {
    clicks += row.clicks;
    return index > 0 && clicks > clicksAtMost;
  });
  return end < 0 ? rows : rows.slice(0, end);
}
