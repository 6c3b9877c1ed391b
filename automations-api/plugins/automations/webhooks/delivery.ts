/**
 * Carries the outbox to its receivers: a relay puts new deliveries into a BullMQ queue, a worker sends them and tries
 * again after growing waits, and what fails to the end stays as a dead letter. A delivery may be sent twice after a
 * crash, never lost: its id is the same, as Standard Webhooks asks.
 */
import { Queue, Worker } from 'bullmq';
import type { PluginApi } from '../../../host/plugin.ts';
import type { Outbox } from './outbox.ts';
import {
  deleteOldDeliveries,
  findDelivery,
  findWebhook,
  listDeliveryIds,
  markQueued,
  recordAttempt,
  updateWebhook,
} from './queries.ts';
import type { Secrets } from './secrets.ts';
import { send } from './send.ts';
import { signedHeaders } from './signature.ts';

type Job = { deliveryId: number };

const queueName = 'webhooks';
const sentAtOnce = 16;
const relayedAtOnce = 500;
const relayEveryMs = 5_000;
const cleanEveryMs = 3_600_000;
const dayMs = 86_400_000;
const keptDays = { delivered: 7, dead: 90 } as const;
/** The receiver says that it is no longer there. */
const gone = 410;

/** Starts the relay and the worker; they end with the plugin. */
export function startDelivery(
  { config, db, log, openRedis, onStop }: PluginApi,
  outbox: Outbox,
  secrets: Secrets,
): void {
  const prefix = `{${config.redisPrefix}}`;
  const waits = config.webhookRetrySeconds.split(',').map((seconds) => Number(seconds) * 1_000);
  const queue = new Queue<Job>(queueName, { connection: openRedis('queue'), prefix });
  const worker = new Worker<Job>(
    queueName,
    ({ data, attemptsMade }) => deliver(data.deliveryId, attemptsMade >= waits.length),
    {
      connection: openRedis('queue'),
      prefix,
      concurrency: sentAtOnce,
      settings: { backoffStrategy: (attemptsMade) => waits[attemptsMade - 1] ?? 0 },
    },
  );
  const onFault = (err: Error) => log.debug({ err }, 'the webhook queue has a fault');
  queue.on('error', onFault);
  worker.on('error', onFault);

  /** Throws to be tried again. */
  async function deliver(id: number, isLastTry: boolean): Promise<void> {
    const delivery = await findDelivery(db, id);
    if (!delivery || delivery.status === 'delivered' || delivery.status === 'dead') return;
    const webhook = await findWebhook(db, delivery.webhook_id);
    if (!webhook?.active) {
      await recordAttempt(db, id, { status: 'dead', error: 'the webhook is not active' }, new Date());
      return;
    }
    const { error, status } = await attempt(webhook, delivery.event_id, delivery.payload);
    if (status === gone) await updateWebhook(db, webhook.id, { active: false, updated_at: new Date() });
    const isDead = error !== undefined && (isLastTry || status === gone);
    const next = error === undefined ? 'delivered' : isDead ? 'dead' : 'queued';
    await recordAttempt(db, id, { status: next, error: error ?? null }, new Date());
    if (next === 'queued') throw new Error(error);
  }

  async function attempt(webhook: { url: string; secret: string }, eventId: string, payload: string) {
    const secret = secrets.open(webhook.secret);
    if (secret === undefined) return { status: 0, error: 'its secret was encrypted with another key: make it anew' };
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Waypost-Webhooks',
      ...signedHeaders(secret, `msg_${eventId}`, payload, new Date()),
    };
    try {
      const status = await send(webhook.url, headers, payload, config.allowPrivateDestinations);
      return { status, error: status >= 200 && status < 300 ? undefined : `it answered ${status}` };
    } catch (error) {
      return { status: 0, error: (error as Error).message };
    }
  }

  const enqueue = (ids: number[]) =>
    queue.addBulk(
      ids.map((deliveryId) => ({
        name: 'deliver',
        data: { deliveryId },
        opts: {
          // The same id again is the same job, for as long as the job is there.
          jobId: `delivery-${deliveryId}`,
          attempts: waits.length + 1,
          backoff: { type: 'custom' },
          removeOnComplete: true,
          removeOnFail: true,
        },
      })),
    );

  /** Queues every delivery of a state, part by part. */
  async function relay(status: 'new' | 'queued'): Promise<void> {
    for (let after = 0; ; ) {
      const ids = await listDeliveryIds(db, status, after, relayedAtOnce);
      if (ids.length === 0) return;
      await enqueue(ids);
      await markQueued(db, ids);
      after = ids.at(-1) as number;
    }
  }

  const loop = createLoop(
    () => relay('new'),
    (err) => log.warn({ err }, 'webhooks could not be queued; tried again'),
  );
  outbox.onNews(loop.run);
  /** What was queued may be gone from Redis; what is still there is not queued twice. */
  const requeue = () =>
    void relay('queued').catch((err) => log.warn({ err }, 'queued webhooks could not be looked through'));
  requeue();
  const relayTimer = setInterval(loop.run, relayEveryMs);
  const cleanTimer = setInterval(() => {
    requeue();
    for (const status of ['delivered', 'dead'] as const) {
      deleteOldDeliveries(db, status, new Date(Date.now() - keptDays[status] * dayMs)).catch((err) =>
        log.warn({ err }, 'old deliveries could not be deleted'),
      );
    }
  }, cleanEveryMs);
  onStop(async () => {
    clearInterval(relayTimer);
    clearInterval(cleanTimer);
    await loop.idle();
    await worker.close();
    await queue.close();
  });
}

/** Runs `work` one at a time; a call while it runs makes it run once more. */
function createLoop(work: () => Promise<void>, onError: (error: unknown) => void) {
  let running: Promise<void> | undefined;
  let again = false;
  const run = () => {
    if (running) {
      again = true;
      return;
    }
    running = work()
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (again) {
          again = false;
          run();
        }
      });
  };
  return { run, idle: async () => running };
}
