/** Webhook deliveries in MySQL: inserted by the outbox, listed by the API. The shared sender has its own queries. */
import type { Insertable, Selectable } from 'kysely';
import type { DeliveryStore } from '../../shared/webhooks/delivery-queries.ts';
import type { Db, Trx, WebhookDeliveryTable } from '../core/tables.ts';

export type DeliveryRow = Selectable<WebhookDeliveryTable>;
export type NewDelivery = Insertable<WebhookDeliveryTable>;

/** The statuses in answers; `pending` is `new` and `queued`. */
export const deliveryStatuses = { pending: ['new', 'queued'], delivered: ['delivered'], dead: ['dead'] } as const;
export type DeliveryStatus = keyof typeof deliveryStatuses;

/** Returns the deliveries as a store for the code that both services share. */
export const deliveriesIn = (db: Db): DeliveryStore => ({ db, table: 'webhook_deliveries', keepsAnswers: true });

/** Maximum number of characters in a statement. Servers accept at least 16 MiB, and a character has up to 4 bytes. */
const charactersPerStatement = 1 << 20;

/** Inserts deliveries, nearly always in one statement. */
export async function insertDeliveries(trx: Trx, deliveries: NewDelivery[]): Promise<void> {
  for (let from = 0; from < deliveries.length; ) {
    let end = from;
    for (let length = 0; end < deliveries.length && length < charactersPerStatement; end++) {
      length += (deliveries[end] as NewDelivery).payload.length;
    }
    await trx.insertInto('webhook_deliveries').values(deliveries.slice(from, end)).execute();
    from = end;
  }
}

export type DeliveryPage = { status?: DeliveryStatus | undefined; beforeId?: number | undefined; limit: number };

/** Lists deliveries, newest first. */
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
