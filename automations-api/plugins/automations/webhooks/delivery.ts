/**
 * Carries the outbox to its receivers: a relay puts new deliveries into a BullMQ queue, a worker sends them and tries
 * again after growing waits, and what fails to the end stays as a dead letter. A delivery may be sent twice after a
 * crash, never lost: its id is the same, as Standard Webhooks asks.
 */
import { Queue, Worker } from 'bullmq';
import type { Log } from '../../../../shared/log.ts';
import type { PluginApi } from '../../../host/plugin.ts';
import { Loop } from '../loop.ts';
import type { AutomationsTables, Db } from '../tables.ts';
import { deliver } from './deliver.ts';
import type { Outbox } from './outbox.ts';
import { deleteOldDeliveries, listDeliveryIds, markQueued } from './queries.ts';
import type { Secrets } from './secrets.ts';

type Job = { deliveryId: number };

const sentAtOnce = 16;
const relayedAtOnce = 500;
const relayEveryMs = 5_000;
const cleanEveryMs = 3_600_000;
const dayMs = 86_400_000;
const keptDays = { delivered: 7, dead: 90 } as const;

/** Starts the relay and the worker; they end with the plugin. */
export function startDelivery(api: PluginApi<AutomationsTables>, outbox: Outbox, secrets: Secrets): void {
  const { config, db, log, openRedis, onStop } = api;
  const waits = config.webhookRetrySeconds.split(',').map((seconds) => Number(seconds) * 1_000);
  // Sites that share a Redis differ in the prefix of their tables, and the ids of their deliveries do not.
  const name = `${config.tablePrefix}webhooks`;
  const prefix = `{${config.redisPrefix}}`;
  const queue = new Queue<Job>(name, { connection: openRedis('queue'), prefix });
  const sender = { db, secrets, allowPrivate: config.allowPrivateDestinations };
  const worker = new Worker<Job>(
    name,
    ({ data, attemptsMade }) => deliver(sender, data.deliveryId, attemptsMade >= waits.length),
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
  const relay = new Relay(db, log, queue, waits.length + 1);
  outbox.onNews(() => relay.nudge());
  relay.start();
  onStop(async () => {
    await relay.stop();
    await worker.close();
    await queue.close();
  });
}

/** Puts what is to be delivered into the queue, at a nudge and now and then, and forgets what is long done. */
class Relay {
  readonly #db: Db;
  readonly #log: Log;
  readonly #queue: Queue<Job>;
  readonly #attempts: number;
  readonly #loop: Loop;
  #timers: NodeJS.Timeout[] = [];

  constructor(db: Db, log: Log, queue: Queue<Job>, attempts: number) {
    this.#db = db;
    this.#log = log;
    this.#queue = queue;
    this.#attempts = attempts;
    this.#loop = new Loop(
      () => this.#relay('new'),
      (err) => log.warn({ err }, 'webhooks could not be queued; tried again'),
    );
  }

  start(): void {
    this.#requeue();
    this.#timers = [setInterval(() => this.nudge(), relayEveryMs), setInterval(() => this.#clean(), cleanEveryMs)];
  }

  nudge(): void {
    this.#loop.run();
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#loop.end();
  }

  /** Queues every delivery of a state, part by part. */
  async #relay(status: 'new' | 'queued'): Promise<void> {
    for (let after = 0; ; ) {
      const ids = await listDeliveryIds(this.#db, status, after, relayedAtOnce);
      if (ids.length === 0) return;
      await this.#enqueue(ids);
      await markQueued(this.#db, ids);
      after = ids.at(-1) as number;
    }
  }

  #enqueue(ids: number[]) {
    return this.#queue.addBulk(
      ids.map((deliveryId) => ({
        name: 'deliver',
        data: { deliveryId },
        opts: {
          // The same id again is the same job, for as long as the job is there.
          jobId: `delivery-${deliveryId}`,
          attempts: this.#attempts,
          backoff: { type: 'custom' },
          removeOnComplete: true,
          removeOnFail: true,
        },
      })),
    );
  }

  /** What was queued may be gone from Redis; what is still there is not queued twice. */
  #requeue(): void {
    this.#relay('queued').catch((err) => this.#log.warn({ err }, 'queued webhooks could not be looked through'));
  }

  #clean(): void {
    this.#requeue();
    for (const status of ['delivered', 'dead'] as const) {
      deleteOldDeliveries(this.#db, status, new Date(Date.now() - keptDays[status] * dayMs)).catch((err) =>
        this.#log.warn({ err }, 'old deliveries could not be deleted'),
      );
    }
  }
}
