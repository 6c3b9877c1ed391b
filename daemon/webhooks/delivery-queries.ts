/** Deliveries of webhooks in MySQL: written by the outbox, listed by the API. What carries them has queries of its own. */
import type { Insertable, Selectable } from 'kysely';
import type { DeliveryStore } from '../../shared/webhooks/delivery-queries.ts';
import type { Db, Trx, WebhookDeliveryTable } from '../core/tables.ts';

export type DeliveryRow = Selectable<WebhookDeliveryTable>;
export type NewDelivery = Insertable<WebhookDeliveryTable>;

/** The statuses in answers; `pending` is `new` and `queued`. */
export const deliveryStatuses = { pending: ['new', 'queued'], delivered: ['delivered'], dead: ['dead'] } as const;
export type DeliveryStatus = keyof typeof deliveryStatuses;

/** The deliveries, for what both services do with theirs. */
export const deliveriesIn = (db: Db): DeliveryStore => ({ db, table: 'webhook_deliveries', keepsAnswers: true });

/** Servers take statements of 16 MiB at least, of up to 4 bytes a character. */
const charactersAStatement = 1 << 20;

/** Nearly always by one statement. */
export async function insertDeliveries(trx: Trx, deliveries: NewDelivery[]): Promise<void> {
  for (let from = 0; from < deliveries.length; ) {
    let end = from;
    for (let length = 0; end < deliveries.length && length < charactersAStatement; end++) {
      length += (deliveries[end] as NewDelivery).payload.length;
    }
    await trx.insertInto('webhook_deliveries').values(deliveries.slice(from, end)).execute();
    from = end;
  }
}

export type DeliveryPage = { status?: DeliveryStatus | undefined; beforeId?: number | undefined; limit: number };

/** Newest first. */
export const listDeliveries = (
  db: Db,
  webhookId: number,
  { status, beforeId, limit }: DeliveryPage,
): Promise<DeliveryRow[]> =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .$if(status !== undefined, (query) => query.where('status', 'in', deliveryStatuses[status as DeliveryStatus]))
    .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId as number))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const findDelivery = (db: Db, webhookId: number, eventId: string): Promise<DeliveryRow | undefined> =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
