/**
 * The worker that sends webhook deliveries. MySQL stores every delivery and the time when it is due. BullMQ only wakes
 * a worker for a webhook, and each webhook has at most one worker. So the loss of Redis's data loses nothing, and a
 * slow receiver delays no others. A delivery is never lost, but can be sent twice after a crash. Its id stays the same,
 * as Standard Webhooks requires.
 */
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { getNow } from '../db/clock-queries.ts';
import { openQueue } from '../jobs/open-queue.ts';
import type { News } from '../jobs/pulse.ts';
import { QueueWorker } from '../jobs/queue-worker.ts';
import { queuePrefix } from '../jobs/queues.ts';
import { repeat } from '../jobs/repeat.ts';
import { openSetAside } from '../jobs/set-aside.ts';
import { type BeginPiece, beginFresh, poisonReason } from '../jobs/suspects.ts';
import type { Log } from '../log/log.ts';
import { deliver, giveUp, type Sender } from './deliver.ts';
import { deleteOldDeliveries, listDueDeliveries, listDueWebhooks, shortenWaits } from './delivery-queries.ts';

type Wake = { webhookId: number };

export type CarrierOptions = Omit<Sender, 'waitsMs'> & {
  log: Log;
  /** The two connections. `worker` blocks while it waits for jobs. */
  redis: { queue: Redis; worker: Redis };
  redisPrefix: string;
  /** The queue's name in Redis. */
  name: string;
  /** The delays between attempts in seconds, separated by commas. */
  retrySeconds: string;
  /**
   * The number of deliveries that a webhook gets at the same time. If it is 1, new deliveries arrive in the order in
   * which they were written.
   */
  sentAtOnce: number;
  keptDays: { delivered: number; dead: number };
  /**
   * For events that become deliveries only when they are sent: lists the webhooks that have such events, and creates
   * a webhook's next delivery.
   */
  gathering?: { listWebhooks: () => Promise<number[]>; gather: (webhookId: number) => Promise<void> };
  /** Reports that deliveries are due. */
  news?: News | undefined;
};

export type Carrier = {
  /** Checks for due deliveries now. Without this call, new ones are found within a second. */
  nudge(): void;
  /** Waits for running attempts, then stops. */
  close(): Promise<void>;
};

/** The number of webhooks per worker. Most of the time, webhooks only wait for their receivers. */
const webhooksAtOnce = 50;
const lookEveryMs = 1_000;
const cleanEveryMs = 3_600_000;
const dayMs = 86_400_000;
const listedAtOnce = 100;
/** The time after which a webhook lets others continue. */
const turnMs = 10_000;
/** The times after which another worker takes over a killed worker's webhook. */
const liveness = { lockDuration: 10_000, stalledInterval: 5_000 };

export function startCarrier(options: CarrierOptions): Carrier {
  const { deliveries, log, redis, redisPrefix, name } = options;
  const sender: Sender = {
    ...options,
    waitsMs: options.retrySeconds.split(',').map((seconds) => Number(seconds) * 1_000),
  };
  const stopping = new AbortController();
  const queue = openQueue<Wake>(redis.queue, redisPrefix, name, { log });
  const worker = new QueueWorker<Wake>({
    name,
    // An error would be stored in Redis. The webhook is woken again within a second.
    async work({ data: { webhookId } }, begin) {
      await takeTurn(sender, options, webhookId, { stopping: stopping.signal, begin }).catch((err) =>
        log.warn({ err }, 'a batch of a webhook ended early'),
      );
      return undefined;
    },
    aside: openSetAside(redis.queue, redisPrefix, name),
    log,
    settings: {
      connection: redis.worker,
      prefix: queuePrefix(redis.worker, redisPrefix, name),
      concurrency: webhooksAtOnce,
      ...liveness,
    },
  });

  const wake = async () => {
    if ((await wakeDue(options, queue)) > 0) worker.wakeForDue();
  };
  const waking = repeat(log, 'wake webhooks', lookEveryMs, { work: wake, news: options.news });
  const cleaning = repeat(log, 'delete old deliveries', cleanEveryMs, { work: (signal) => deleteOld(options, signal) });
  const starting = shortenWaits(deliveries, sender.waitsMs).catch((err) =>
    log.warn({ err }, 'waiting times of webhooks were not updated'),
  );
  void starting.then(waking.ask);
  return {
    nudge: () => void waking.ask(),
    async close() {
      stopping.abort();
      await starting;
      await Promise.all([waking.stop(), cleaning.stop()]);
      await worker.close();
      await queue.close();
    },
  };
}

/**
 * Wakes the webhooks with due deliveries and resolves to their number. A webhook that is already awake is not woken
 * again.
 */
async function wakeDue({ deliveries, gathering }: CarrierOptions, queue: Queue<Wake>): Promise<number> {
  const due = await listDueWebhooks(deliveries, new Date());
  const gathered = (await gathering?.listWebhooks()) ?? [];
  const webhookIds = [...new Set([...due, ...gathered])];
  if (webhookIds.length === 0) return 0;
  await queue.addBulk(
    webhookIds.map((webhookId) => ({
      name: 'wake',
      data: { webhookId },
      opts: { jobId: `webhook-${webhookId}`, removeOnComplete: true, removeOnFail: true },
    })),
  );
  return webhookIds.length;
}

async function deleteOld({ deliveries, keptDays }: CarrierOptions, stopping: AbortSignal): Promise<void> {
  const now = await getNow(deliveries.db);
  for (const status of ['delivered', 'dead'] as const) {
    const before = new Date(now.getTime() - keptDays[status] * dayMs);
    while (!stopping.aborted && (await deleteOldDeliveries(deliveries, status, before)));
  }
}

/** Sends a webhook's due deliveries, for at most `turnMs`. */
async function takeTurn(
  sender: Sender,
  { sentAtOnce, gathering, log }: CarrierOptions,
  webhookId: number,
  { stopping, begin }: { stopping: AbortSignal; begin: BeginPiece },
): Promise<void> {
  const until = Date.now() + turnMs;
  const isOver = () => stopping.aborted || Date.now() > until;
  while (!isOver()) {
    // If gathering fails, deliveries that exist are still sent.
    if (gathering && !(await begin('gather'))) {
      await gathering
        .gather(webhookId)
        .catch((err) => log.warn({ err }, 'waiting messages could not be queued for delivery'));
    }
    const due = await listDueDeliveries(sender.deliveries, webhookId, new Date(), listedAtOnce);
    if (due.length === 0) return;
    const next = due.values();
    const sendOneByOne = async () => {
      for (const id of next) {
        if (isOver()) return;
        if (await begin(`delivery ${id}`)) await giveUp(sender, id, poisonReason);
        else await deliver(sender, id);
      }
    };
    // The deliveries of a webhook that is suspected of ending the process are sent one at a time, to find the cause.
    await Promise.all(Array.from({ length: begin === beginFresh ? sentAtOnce : 1 }, sendOneByOne));
  }
}
