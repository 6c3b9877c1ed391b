/** One attempt at a delivery: Waypost sends it and records the result. Independent of queues. */
import { type Attempt, type DeliveryStore, findWaitingDelivery, recordAttempt } from './delivery-queries.ts';
import type { Secrets } from './secrets.ts';
import { type ReceiverRules, send } from './send.ts';
import { messageId, signedHeaders } from './signature.ts';

const goneStatus = 410;

/** A webhook's receiver. `secrets` are in their stored form. Each secret signs. */
export type Receiver = {
  url: string;
  secrets: readonly string[];
  /** The time of the first failed attempt since the last successful one; set only if it was requested. */
  failingSince?: Date | null;
};

/** The outcome of an attempt. `gone`: the receiver reports that it no longer exists. */
export type Outcome = 'taken' | 'failed' | 'gone';

export type Sender = {
  deliveries: DeliveryStore;
  /** Finds a webhook. Returns undefined if it was deleted or turned off. */
  findReceiver: (webhookId: number) => Promise<Receiver | undefined>;
  /** Called with the outcome of each attempt. After `gone`, the webhook must be turned off. */
  onTried: (webhookId: number, receiver: Receiver, outcome: Outcome) => Promise<unknown>;
  /** Records an attempt instead of `recordAttempt`, which writes only the delivery's row. */
  record?: (id: number, attempt: Attempt, now: Date) => Promise<unknown>;
  secrets: Secrets;
  /** The delays before the next attempts. After the last delay's attempt, the delivery is dead. */
  waitsMs: readonly number[];
  rules: ReceiverRules;
};

type Tried = Pick<Attempt, 'answer' | 'tookMs'> & { error?: string | undefined };

const recordOf = ({ record, deliveries }: Sender): NonNullable<Sender['record']> =>
  record ?? ((...noted) => recordAttempt(deliveries, ...noted));

/** Ends a delivery without another attempt. */
export const giveUp = (sender: Sender, id: number, error: string): Promise<unknown> =>
  recordOf(sender)(id, { status: 'dead', error }, new Date());

/** Makes an attempt. Does nothing if the delivery has ended. */
export async function deliver(sender: Sender, id: number): Promise<void> {
  const { deliveries, waitsMs } = sender;
  const record = recordOf(sender);
  const delivery = await findWaitingDelivery(deliveries, id);
  if (!delivery) return;
  const { webhook_id: webhookId, event_id: eventId, payload, attempts } = delivery;
  const receiver = await sender.findReceiver(webhookId);
  if (!receiver) {
    await record(id, { status: 'dead', error: 'the webhook is not active' }, new Date());
    return;
  }
  const { error, answer, tookMs } = await attempt(sender, receiver, messageId(eventId), payload);
  const outcome = error === undefined ? 'taken' : answer?.status === goneStatus ? 'gone' : 'failed';
  await sender.onTried(webhookId, receiver, outcome);
  const waitMs = outcome === 'gone' ? undefined : waitsMs[attempts];
  const now = new Date();
  const next: Pick<Attempt, 'status' | 'dueAt'> =
    outcome === 'taken'
      ? { status: 'delivered' }
      : waitMs === undefined
        ? { status: 'dead' }
        : { status: 'queued', dueAt: new Date(now.getTime() + waitMs) };
  await record(id, { ...next, error: error ?? null, answer, ...(tookMs === undefined ? {} : { tookMs }) }, now);
}

async function attempt(
  { secrets, deliveries: { keepsAnswers }, rules }: Sender,
  receiver: Receiver,
  id: string,
  payload: string,
): Promise<Tried> {
  const opened = receiver.secrets.map((stored) => secrets.open(stored));
  if (opened.includes(undefined)) return { error: 'its secret was encrypted with another key: create it again' };
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Waypost-Webhooks',
    ...signedHeaders(opened as string[], id, payload, new Date()),
  };
  const startedAt = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAt);
  try {
    const answer = await send(receiver.url, headers, payload, { ...rules, keepsAnswers });
    const isTaken = answer.status >= 200 && answer.status < 300;
    return { answer, tookMs: tookMs(), error: isTaken ? undefined : `it answered ${answer.status}` };
  } catch (error) {
    return { tookMs: tookMs(), error: (error as Error).message };
  }
}
