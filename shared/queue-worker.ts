/**
 * A BullMQ worker that always ends. BullMQ's own `close` waits for ever for a Redis that went away, and can be hurried by
 * nothing once it waits (github.com/taskforcesh/bullmq/issues/4656); timers of it would keep the process alive.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker, type WorkerOptions } from 'bullmq';
import type { Log } from './log.ts';

/** How long a worker that ends waits for Redis to note what came of its work. */
const notedMs = 500;

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
  const worker = new Worker<Data>(
    name,
    ({ data }) => {
      const run = work(data).finally(() => running.delete(run));
      running.add(run);
      return run;
    },
    settings,
  );
  const onFault = (err: Error) => log.debug({ err, queue: name }, 'a queue has a fault');
  worker.on('error', onFault);
  return {
    worker,
    async close(patienceMs) {
      const rest = (ms: number) => sleep(ms, undefined, { ref: false });
      const noted = worker.pause().catch(onFault);
      const late = patienceMs === undefined ? [] : [rest(patienceMs)];
      const done = Promise.race([Promise.allSettled(running), ...late]).then(() => rest(notedMs));
      await Promise.race([noted, done]);
      await worker.close(true);
    },
  };
}
