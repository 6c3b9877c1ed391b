/**
 * The kit of the workers. MySQL says what is due; BullMQ shares the work out, a bounded number at a time, tries again and
 * keeps two workers from the same job.
 */
import { type JobsOptions, Queue, type WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { reasonOf } from '../log/log-error.ts';
import { openQueueWorker } from './queue-worker.ts';
import { queuePrefix } from './queues.ts';
import { repeat } from './repeat.ts';

/** The stores that work at a queue is started with. `queue` waits for Redis, `commands` fails at once. */
export type QueueStores = { config: Config; queue: Redis; commands: Redis; log: Log };

export type Started = { close(): Promise<void> };

type QueueWork<Data> = {
  /** The queue's name. */
  name: string;
  atOnce: number;
  /** `signal` tells that the process is to end. */
  work: (data: Data, signal: AbortSignal) => Promise<void>;
  /** A try failed; it was the last one, or the job is tried again. */
  onFailed: (err: Error, data: Data, isLast: boolean) => void;
  /** Longest wait at the end for work that runs; default until it is done. */
  patienceMs?: number;
  settings?: Partial<WorkerOptions>;
};

/** What BullMQ keeps in Redis of a try that failed, message and stack; the cause stays here, for the log. */
class JobFailed extends Error {
  override name = 'JobFailed';
  override readonly cause: Error;

  constructor(thrown: unknown) {
    const cause = thrown instanceof Error ? thrown : new Error(String(thrown));
    super(reasonOf(cause));
    this.cause = cause;
  }
}

/** Works at the jobs that a queue holds. */
function startWorker<Data>({ config, queue, log }: QueueStores, options: QueueWork<Data>): Started {
  const { name, atOnce, work, onFailed, patienceMs, settings } = options;
  const stopping = new AbortController();
  const { worker, close } = openQueueWorker<Data>({
    name,
    work: (data) =>
      work(data, stopping.signal).catch((error) => {
        throw new JobFailed(error);
      }),
    log,
    settings: { connection: queue, prefix: queuePrefix(config.redisPrefix), concurrency: atOnce, ...settings },
  });
  worker.on('failed', (job, err) => {
    if (job)
      onFailed(err instanceof JobFailed ? err.cause : err, job.data, job.attemptsMade >= (job.opts.attempts ?? 1));
  });
  return {
    async close() {
      stopping.abort();
      await close(patienceMs);
    },
  };
}

/** A job that is due. One whose id is queued already stays as it is, so looking again queues nothing twice. */
type DueJob<Data> = { id: string; data: Data; priority?: number };

export type DueWork<Data> = QueueWork<Data> & {
  lookEveryMs: number;
  /** What is due now, a bounded number. */
  look: () => Promise<DueJob<Data>[]>;
  /** How often a job is tried and the waits in between; default once, for what is looked for again anyway. */
  tries?: Pick<JobsOptions, 'attempts' | 'backoff'>;
};

/** Looks again and again for what is due, queues it and works at it. */
export function startDueJobs<Data>(stores: QueueStores, options: DueWork<Data>): Started {
  const { config, commands, log } = stores;
  const { name, lookEveryMs, look, tries = {} } = options;
  const queue = new Queue(name, {
    connection: commands,
    prefix: queuePrefix(config.redisPrefix),
    defaultJobOptions: { ...tries, removeOnComplete: true, removeOnFail: true },
  });
  queue.on('error', (err) => log.debug({ err, queue: name }, 'a queue has a fault'));
  const looking = repeat(log, `look for jobs of ${name}`, lookEveryMs, async () => {
    const due = await look();
    if (due.length === 0) return;
    await queue.addBulk(
      due.map(({ id, data, priority }) => ({
        name,
        data,
        opts: { jobId: id, ...(priority === undefined ? {} : { priority }) },
      })),
    );
  });
  const worker = startWorker(stores, options);
  return {
    async close() {
      await looking.stop();
      await worker.close();
      await queue.close();
    },
  };
}
