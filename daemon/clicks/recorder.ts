/**
 * Takes clicks off the redirect path: `record` only appends to an array; ten times a second what has come in leaves as
 * one batch. While Redis is away batches wait in memory, up to a bound; what is over it is counted and reported.
 */
import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Log } from '../../shared/log.ts';
import { type Click, type ClickBatch, clickQueue, queuePrefix } from './queue.ts';

const flushEveryMs = 100;
const clicksABatch = 2_000;
const waitingAtMost = 1_000_000;

export type ClickRecorder = {
  record(linkId: number, userAgent: string): void;
  /** Sends what is waiting and stops. */
  close(): Promise<void>;
};

export function createClickRecorder(redis: Redis, redisPrefix: string, log: Log): ClickRecorder {
  const queue = new Queue<ClickBatch>(clickQueue, { connection: redis, prefix: queuePrefix(redisPrefix) });
  queue.on('error', () => {});
  let waiting: Click[] = [];
  let dropped = 0;
  let sending: Promise<void> | undefined;

  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const clicks = waiting.slice(0, clicksABatch);
      waiting = waiting.slice(clicksABatch);
      const batch = { id: randomUUID(), clicks };
      await queue.add('record', batch, {
        jobId: batch.id,
        attempts: Number.MAX_SAFE_INTEGER,
        backoff: { type: 'fixed', delay: 1_000 },
        removeOnComplete: true,
        removeOnFail: false,
      });
    }
  }

  const flush = () => {
    sending ??= send()
      .catch((err) => log.error({ err }, 'a batch of clicks could not be queued'))
      .finally(() => {
        sending = undefined;
      });
    return sending;
  };
  const timer = setInterval(flush, flushEveryMs);

  return {
    record(linkId, userAgent) {
      if (waiting.length < waitingAtMost) waiting.push([linkId, Date.now(), userAgent]);
      else if (dropped++ === 0)
        log.error({ waitingAtMost }, 'clicks are being lost: the queue has been away for too long');
    },
    async close() {
      clearInterval(timer);
      await flush();
      await flush();
      await queue.close();
    },
  };
}
