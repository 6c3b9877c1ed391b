/** The routes of what webhooks were sent, or could not be. */
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
import * as examples from './examples.ts';
import { toPayload } from './outbox.ts';
import type { WebhookRow } from './queries.ts';
import { Delivery, DeliveryPage, DeliveryQuery } from './schema.ts';
import { toDelivery } from './webhook.ts';

type Call = { auth: Auth; request: HttpRequest };

/** What these routes have in common with those of the webhooks themselves. */
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

/** @throws `conflict`: what is sent to a webhook that is off is not delivered. */
function requireActive({ active }: WebhookRow): void {
  if (!active) throw conflict('this webhook is turned off; turn it on first');
}

const test = (context: Context, shared: Shared) =>
  endpoint(context, {
    ...shared,
    method: 'POST',
    path: '/webhooks/{id}/test',
    id: 'testWebhook',
    summary: 'Send a test message to a webhook',
    description: `Its type is \`${testEvent}\`. What came of it is in the list of deliveries a moment later.`,
    answers: { 201: { description: 'The delivery, not sent yet.', schema: Delivery, example: examples.testDelivery } },
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
        await keep(trx, answer);
        return answer;
      });
    },
  });

const cursorKind = 'deliveries';

/** @throws `validation_failed` for a text no page gave. */
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
    summary: "List a webhook's deliveries with what was answered, newest first",
    description:
      'One that was delivered is kept for 3 days, one that is `dead` for 30. With `status=dead` it is the list of dead letters.',
    query: DeliveryQuery,
    answers: { 200: { description: 'A page of deliveries.', schema: DeliveryPage, example: examples.page } },
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
    summary: 'Send a delivery again',
    description:
      'One that is `dead` begins its tries anew, and one that was delivered is sent once more, both with the same id and ' +
      'body. One that waits for its next try is a conflict.',
    params: { ...params, deliveryId: "The delivery's id." },
    answers: { 200: { description: 'The delivery, which waits now.', schema: Delivery, example: examples.revived } },
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
        throw conflict('this delivery waits for its next try already');
      }
      const revived = await findDelivery(context.db, webhook.id, delivery.event_id);
      return json(200, toDelivery(revived ?? delivery));
    },
  });
