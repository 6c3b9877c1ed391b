/**
 * Writes webhook events in the transaction of the change: each is sent once the change is committed, and never after a
 * rollback. A worker sends it.
 */

import { newEventId } from '../../shared/webhooks/signature.ts';
import type { Trx } from '../core/tables.ts';
import { insertDeliveries } from './delivery-queries.ts';
import type { EventName, testEvent } from './events.ts';
import { listListeners } from './queries.ts';

/** An event and its workspace. */
export type Happening = { workspaceId: number; event: EventName; now: Date };

/** The body of a message, by Standard Webhooks. */
export const toPayload = (event: EventName | typeof testEvent, data: object, now: Date) =>
  JSON.stringify({ type: event, timestamp: now.toISOString(), data });

/**
 * Tells the workspace's webhooks of an event, once for each of the data, by one insert. `describe` is asked only when somebody
 * listens, with the workspace's public id. Where it is known that a workspace has no webhooks, it need not be called.
 */
export async function tellWebhooks(
  trx: Trx,
  { workspaceId, event, now }: Happening,
  describe: (workspacePublicId: string) => Promise<object[]> | object[],
): Promise<void> {
  const listeners = await listListeners(trx, workspaceId, event);
  const [first] = listeners;
  if (!first) return;
  const messages = (await describe(first.workspacePublicId)).map((data) => ({
    event_id: newEventId(),
    event,
    payload: toPayload(event, data, now),
    created_at: now,
  }));
  await insertDeliveries(
    trx,
    messages.flatMap((message) => listeners.map(({ id }) => ({ webhook_id: id, ...message }))),
  );
}
