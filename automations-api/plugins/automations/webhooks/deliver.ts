/** One try of one delivery: sent, and what came of it noted. Knows no queue but for being tried again when it throws. */
import type { Db } from '../tables.ts';
import { findDelivery, findWebhook, recordAttempt, updateWebhook } from './queries.ts';
import type { Secrets } from './secrets.ts';
import { send } from './send.ts';
import { signedHeaders } from './signature.ts';

/** The receiver says that it is no longer there. */
const gone = 410;

type Sender = { db: Db; secrets: Secrets; allowPrivate: boolean };

/** @throws to be tried again. */
export async function deliver(sender: Sender, id: number, isLastTry: boolean): Promise<void> {
  const { db } = sender;
  const delivery = await findDelivery(db, id);
  if (!delivery || delivery.status === 'delivered' || delivery.status === 'dead') return;
  const webhook = await findWebhook(db, delivery.webhook_id);
  if (!webhook?.active) {
    await recordAttempt(db, id, { status: 'dead', error: 'the webhook is not active' }, new Date());
    return;
  }
  const { error, status } = await attempt(sender, webhook, delivery.event_id, delivery.payload);
  if (status === gone) await updateWebhook(db, webhook.id, { active: false, updated_at: new Date() });
  const isDead = error !== undefined && (isLastTry || status === gone);
  const next = error === undefined ? 'delivered' : isDead ? 'dead' : 'queued';
  await recordAttempt(db, id, { status: next, error: error ?? null }, new Date());
  if (next === 'queued') throw new Error(error);
}

async function attempt(
  { secrets, allowPrivate }: Sender,
  webhook: { url: string; secret: string },
  eventId: string,
  payload: string,
) {
  const secret = secrets.open(webhook.secret);
  if (secret === undefined) return { status: 0, error: 'its secret was encrypted with another key: make it anew' };
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Waypost-Webhooks',
    ...signedHeaders(secret, `msg_${eventId}`, payload, new Date()),
  };
  try {
    const status = await send(webhook.url, headers, payload, allowPrivate);
    return { status, error: status >= 200 && status < 300 ? undefined : `it answered ${status}` };
  } catch (error) {
    return { status: 0, error: (error as Error).message };
  }
}
