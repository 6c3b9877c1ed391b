/**
 * A BullMQ worker that always ends. BullMQ's own `close` waits for ever for a Redis that went away, and can be hurried by
 * nothing once it waits (github.com/taskforcesh/bullmq/issues/4656); timers of it would keep the process alive. So would a
 * connection: what looks for Redis to come again, when the worker is closed, opens it once more afterwards.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type RedisClient, Worker, type WorkerOptions } from 'bullmq';
import type { Log } from '../log/log.ts';

/** How long a worker that ends waits for Redis to note what came of its work. */
const notedMs = 500;
const lookMs = 10;

type Options<Data> = {
  /** The queue's name. */
  name: string;
  work: (data: Data) => Promise<void>;
  log: Log;
  settings: WorkerOptions;
};

export type QueueWorker<Data> = {
  worker: Worker<Data>;
  /** Takes no more and waits for what runs, at most `patienceMs`; default until it is done. */
  close(patienceMs?: number): Promise<void>;
};

export function openQueueWorker<Data>({ name, work, log, settings }: Options<Data>): QueueWorker<Data> {
  const running = new Set<Promise<void>>();
  const unnoted = new Set<string>();
  const worker = new Worker<Data>(
    name,
    ({ id = '', data }) => {
      const run = work(data).finally(() => running.delete(run));
      running.add(run);
      unnoted.add(id);
      return run;
    },
    settings,
  );
  worker.on('completed', ({ id = '' }) => void unnoted.delete(id));
  worker.on('failed', (job) => void unnoted.delete(job?.id ?? ''));
  worker.on('error', (err) => log.debug({ err, queue: name }, 'a queue has a fault'));
  let waiting: RedisClient | undefined;
  worker.backend.blockingConnection?.client.then(
    (client) => {
      waiting = client;
    },
    () => undefined,
  );
  const rest = (ms: number) => sleep(ms, undefined, { ref: false });
  return {
    worker,
    async close(patienceMs) {
      await worker.pause(true);
      const late = patienceMs === undefined ? [] : [rest(patienceMs)];
      await Promise.race([Promise.allSettled(running), ...late]);
      for (let left = running.size > 0 ? 0 : notedMs; left > 0 && unnoted.size > 0; left -= lookMs) await rest(lookMs);
      if (waiting) waiting.connect = () => Promise.reject(new Error('the worker has ended'));
      await worker.close(true);
    },
  };
}
