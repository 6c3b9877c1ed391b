/** Routes for deliveries: list, test and retry. */
import { fromCursor, toCursor } from '../../../../shared/db/cursor.ts';
import { inTransaction } from '../../../../shared/db/db.ts';
import { reviveDead, reviveDelivery } from '../../../../shared/webhooks/delivery-queries.ts';
import { newEventId } from '../../../../shared/webhooks/signature.ts';
import { siteOnly } from '../../../host/core/permission.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { readLimit, readWindow, success, successPage, successWindow } from '../../../host/envelope.ts';
import { writeAudit } from '../audit/write.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { readDottedNames } from '../core/dotted-names.ts';
import { notFound, unprocessable } from '../core/errors.ts';
import { otherMessages } from '../core/events.ts';
import { DeliveriesAnswer, DeliveryAnswer, RetriedAnswer } from './answers.ts';
import { type DeliveryRow, deliveriesIn, findDelivery, insertDelivery, type WebhookRow } from './core/queries.ts';
import { countDeliveries, countUndelivered, listDeliveries, mostCounted } from './delivery-queries.ts';
import { DeliveryArgs } from './schema.ts';
import { toAudited, toDelivery } from './show.ts';

/** A function that returns a webhook. @throws data_not_found */
type GetWebhook = (id: number) => Promise<WebhookRow>;

export const deliveryRoutes = (context: Context, getWebhook: GetWebhook): RestRoute[] => [
  listRoute(context, getWebhook),
  testRoute(context, getWebhook),
  retryRoute(context, getWebhook),
  retryAllRoute(context, getWebhook),
];

const cursorKind = 'automations-deliveries';

const listRoute = ({ db }: Context, getWebhook: GetWebhook) =>
  route({
    methods: ['GET'],
    path: '/webhook/{webhook_id}/deliveries',
    description: 'Deliveries, newest first; status=dead lists failed deliveries. Page by page with cursor.',
    args: DeliveryArgs,
    example: { status: 'dead', limit: 10 },
    answer: DeliveriesAnswer,
    async callback({ params, path }) {
      const { status, event, cursor } = params;
      const { id } = await getWebhook(path.webhook_id);
      const filter = { webhookId: id, status, events: readDottedNames(event) };
      if (cursor !== undefined) {
        const limit = readLimit(params);
        const window = { limit: limit + 1, offset: 0, beforeId: cursor === '' ? undefined : readCursor(cursor) };
        const rows = await listDeliveries(db, filter, window);
        return successPage(
          rows,
          limit,
          (last) => toCursor(cursorKind, last.id),
          (page, next_cursor) => ({ deliveries: page.map(toDelivery), next_cursor }),
        );
      }
      const window = readWindow(params);
      const [deliveries, total] = await Promise.all([listDeliveries(db, filter, window), countDeliveries(db, filter)]);
      return successWindow({ deliveries: deliveries.map(toDelivery) }, window, total);
    },
  });

/** @throws unprocessable_entity */
function readCursor(text: string): number {
  const [id] = fromCursor(cursorKind, text) ?? [];
  if (typeof id !== 'number') throw unprocessable('cursor does not belong to these deliveries');
  return id;
}

/** Checks that the webhook is on, because its deliveries would otherwise fail at once. @throws unprocessable_entity */
function requireActive({ active }: WebhookRow): void {
  if (!active) throw unprocessable('This webhook is off. Turn it on first.');
}

const testRoute = ({ db, outbox }: Context, getWebhook: GetWebhook) =>
  route({
    methods: ['POST'],
    permission: siteOnly,
    path: '/webhook/test/{webhook_id}',
    description: "Sends the event webhook.test, regardless of the webhook's events, and returns the delivery.",
    answer: DeliveryAnswer,
    async callback({ path, caller }) {
      const webhook = await getWebhook(path.webhook_id);
      requireActive(webhook);
      const event = otherMessages.test;
      const now = presentSecond();
      const payload = { type: event, timestamp: now.toISOString(), data: { webhook_id: webhook.id } };
      const id = await inTransaction(db, async (trx) => {
        await writeAudit(trx, caller, 'webhook.tested', { subject: webhook.id, data: toAudited(webhook) });
        return insertDelivery(trx, {
          webhook_id: webhook.id,
          event_id: newEventId(),
          event,
          contact_id: null,
          payload: JSON.stringify(payload),
          created_at: now,
        });
      });
      outbox.nudge();
      return success({ deliveries: toDelivery((await findDelivery(db, id)) as DeliveryRow) });
    },
  });

const retryRoute = ({ db, outbox }: Context, getWebhook: GetWebhook) =>
  route({
    methods: ['POST'],
    permission: siteOnly,
    path: '/webhook/retry/{delivery_id}',
    description: 'Retries a failed delivery.',
    answer: DeliveryAnswer,
    async callback({ path }) {
      const id = path.delivery_id;
      const delivery = await findDelivery(db, id);
      if (!delivery) throw notFound('delivery');
      requireActive(await getWebhook(delivery.webhook_id));
      if (!(await reviveDelivery(deliveriesIn(db), id, ['dead'])))
        throw unprocessable('Only a dead delivery can be retried.');
      outbox.nudge();
      return success({ deliveries: toDelivery((await findDelivery(db, id)) ?? delivery) });
    },
  });

const retryAllRoute = ({ db, outbox }: Context, getWebhook: GetWebhook) =>
  route({
    methods: ['POST'],
    permission: siteOnly,
    path: '/webhook/retry-all/{webhook_id}',
    description: `Retries the failed deliveries of a webhook, oldest first, up to ${mostCounted} per call.`,
    answer: RetriedAnswer,
    async callback({ path, caller }) {
      const webhook = await getWebhook(path.webhook_id);
      requireActive(webhook);
      const retried = await reviveDead(deliveriesIn(db), webhook.id, mostCounted);
      if (retried > 0) {
        outbox.nudge();
        await writeAudit(db, caller, 'webhook.retried', {
          subject: webhook.id,
          data: { ...toAudited(webhook), retried },
        });
      }
      const { dead } = await countUndelivered(db, webhook.id);
      return success({ retried, dead });
    },
  });
