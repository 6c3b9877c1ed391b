/** The consumer of the click queue. A batch is tried until it is recorded: the spool keeps it for as long. */
import { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Db } from '../../shared/db.ts';
import type { Log } from '../../shared/log.ts';
import { createPublisher } from '../clicks/publish-clicks.ts';
import { type ClickBatch, clickQueue, queuePrefix } from '../clicks/queue.ts';
import { recordClicks } from '../clicks/record-clicks.ts';

const batchesAtOnce = 3;
/** A killed worker's batches are taken up by another after about this time. */
const lockMs = 6_000;
const longestWaitMs = 5_000;
/** An older job is dropped: its mark may be gone. If its segment is still there, it is sent again as a new one. */
const oldestJobMs = 3 * 86_400_000;

/** `queue` waits for Redis, `commands` fails at once. */
export type ClickWorkerOptions = { db: Db; queue: Redis; commands: Redis; redisPrefix: string; log: Log };

export function startClickWorker({ db, queue, commands, redisPrefix, log }: ClickWorkerOptions): {
  close(): Promise<void>;
} {
  const publish = createPublisher(commands, redisPrefix);
  const worker = new Worker<ClickBatch>(
    clickQueue,
    async ({ data, timestamp }) => {
      if (Date.now() - timestamp > oldestJobMs) return;
      await publish(await recordClicks(db, log, data, new Date()));
    },
    {
      connection: queue,
      prefix: queuePrefix(redisPrefix),
      concurrency: batchesAtOnce,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      settings: {
        backoffStrategy: (attempt) => Math.random() * Math.min(longestWaitMs, 500 * 2 ** Math.min(attempt, 10)),
      },
    },
  );
  worker.on('failed', (job, err) => log.error({ err, job: job?.id }, 'a batch of clicks failed; it is tried again'));
  worker.on('error', (err) => log.debug({ err }, 'the click queue has a fault'));
  return { close: () => worker.close() };
}
