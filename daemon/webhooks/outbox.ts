/**
 * The outbox of webhook events, written in the transaction of the change. A worker sends each event after the commit; a
 * rollback discards it.
 */
import { newEventId } from '../../shared/webhooks/signature.ts';
import type { Trx } from '../core/tables.ts';
import { insertDeliveries } from './delivery-queries.ts';
import type { EventName, testEvent } from './events.ts';
import { listSubscribers } from './queries.ts';

/** An event and its workspace. */
export type Happening = { workspaceId: number; event: EventName; now: Date };

/** Returns the body of a message as defined by Standard Webhooks. */
export const toPayload = (event: EventName | typeof testEvent, data: object, now: Date) =>
  JSON.stringify({ type: event, timestamp: now.toISOString(), data });

/**
 * Queues an event for the workspace's webhooks, with one delivery for each element that `describe` returns. `describe` is
 * called with the workspace's public id, and only if a webhook is subscribed. Callers can skip the call for a workspace
 * without webhooks.
 */
export async function notifyWebhooks(
  trx: Trx,
  { workspaceId, event, now }: Happening,
  describe: (workspacePublicId: string) => Promise<object[]> | object[],
): Promise<void> {
  const subscribers = await listSubscribers(trx, workspaceId, event);
  const [first] = subscribers;
  if (!first) return;
  const messages = (await describe(first.workspacePublicId)).map((data) => ({
    event_id: newEventId(),
    event,
    payload: toPayload(event, data, now),
    created_at: now,
  }));
  await insertDeliveries(
    trx,
    messages.flatMap((message) => subscribers.map(({ id }) => ({ webhook_id: id, ...message }))),
  );
}
