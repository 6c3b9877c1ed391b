/** Routes for webhooks' deliveries. */
import { fromCursor, toCursor } from '../../shared/db/cursor.ts';
import { inTransaction } from '../../shared/db/db.ts';
import { json } from '../../shared/http/answer.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { reviveDelivery } from '../../shared/webhooks/delivery-queries.ts';
import { eventIdOf, newEventId } from '../../shared/webhooks/signature.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { badCursor, conflict, notFound } from '../api/errors.ts';
import type { Auth } from '../identity/auth.ts';
import { type DeliveryRow, deliveriesIn, findDelivery, insertDeliveries, listDeliveries } from './delivery-queries.ts';
import { testEvent } from './events.ts';
import { toPayload } from './outbox.ts';
import type { WebhookRow } from './queries.ts';
import { Delivery, DeliveryPage, DeliveryQuery } from './schema.ts';
import { toDelivery } from './webhook.ts';

type Call = { auth: Auth; request: HttpRequest };

/** Common parts of these routes and the webhooks' routes. */
type Shared = {
  group: string;
  role: 'admin';
  params: { id: string };
  find: (call: Call) => Promise<WebhookRow>;
};

export const deliveryRoutes = (context: Context, shared: Shared): DescribedRoute[] => [
  test(context, shared),
  list(context, shared),
  retry(context, shared),
];

/** @throws `conflict` if the webhook is off, because then it gets no deliveries */
function requireActive({ active }: WebhookRow): void {
  if (!active) throw conflict('This webhook is off. Turn it on first.');
}

const test = (context: Context, shared: Shared) =>
  endpoint(context, {
    ...shared,
    method: 'POST',
    path: '/webhooks/{id}/test',
    id: 'testWebhook',
    summary: 'Send a test delivery to a webhook',
    description: `Its type is \`${testEvent}\`. The result is in the list of deliveries a moment later.`,
    answers: { 201: { description: 'The delivery, not sent yet.', schema: Delivery } },
    errors: ['conflict'],
    creates: true,
    async handle({ found, keep }) {
      requireActive(found);
      const now = new Date();
      const eventId = newEventId();
      return inTransaction(context.db, async (trx) => {
        const payload = toPayload(testEvent, { webhookId: found.public_id }, now);
        const delivery = { webhook_id: found.id, event_id: eventId, event: testEvent, payload, created_at: now };
        await insertDeliveries(trx, [delivery]);
        const answer = json(201, toDelivery((await findDelivery(trx, found.id, eventId)) as DeliveryRow));
        await keep?.(trx, answer);
        return answer;
      });
    },
  });

const cursorKind = 'deliveries';

/** @throws `validation_failed` for a text that is not a cursor of this list */
function idIn(cursor: string): number {
  const [id] = fromCursor(cursorKind, cursor) ?? [];
  if (typeof id !== 'number') throw badCursor();
  return id;
}

const list = (context: Context, shared: Shared) =>
  endpoint(context, {
    ...shared,
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    id: 'listDeliveries',
    summary: "List a webhook's deliveries with the answers, newest first",
    description: 'Delivered ones are kept for 3 days, `dead` ones for 30.',
    query: DeliveryQuery,
    answers: { 200: { description: 'A page of deliveries.', schema: DeliveryPage } },
    async handle({ found, query: { status, limit, cursor } }) {
      const beforeId = cursor === undefined ? undefined : idIn(cursor);
      const rows = await listDeliveries(context.db, found.id, { status, beforeId, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return json(200, {
        deliveries: shown.map(toDelivery),
        nextCursor: last ? toCursor(cursorKind, last.id) : null,
      });
    },
  });

const retry = (context: Context, { params, find, ...shared }: Shared) =>
  endpoint(context, {
    ...shared,
    method: 'POST',
    path: '/webhooks/{id}/deliveries/{deliveryId}/retry',
    id: 'retryDelivery',
    summary: 'Retry a delivery',
    description:
      'A `dead` delivery starts its retries over, and a delivered one is sent once more, both with the same id and ' +
      'body. A pending one is a `conflict`.',
    params: { ...params, deliveryId: "The delivery's id." },
    answers: { 200: { description: 'The delivery, now pending.', schema: Delivery } },
    errors: ['conflict'],
    async find(call) {
      const webhook = await find(call);
      const eventId = eventIdOf(call.request.params.deliveryId);
      const delivery = eventId && (await findDelivery(context.db, webhook.id, eventId));
      if (!delivery) throw notFound('delivery');
      return { webhook, delivery };
    },
    async handle({ found: { webhook, delivery } }) {
      requireActive(webhook);
      if (!(await reviveDelivery(deliveriesIn(context.db), delivery.id, ['dead', 'delivered']))) {
        throw conflict('This delivery is already waiting for its next retry.');
      }
      const revived = await findDelivery(context.db, webhook.id, delivery.event_id);
      return json(200, toDelivery(revived ?? delivery));
    },
  });
