/**
 * Workers for due jobs. MySQL stores the jobs. BullMQ distributes a limited number at a time, retries them, and
 * prevents two workers from running the same job.
 */
import type { JobsOptions, WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { reasonOf } from '../log/log-error.ts';
import { openQueue } from './open-queue.ts';
import type { News } from './pulse.ts';
import { type QueueJob, QueueWorker } from './queue-worker.ts';
import { queuePrefix } from './queues.ts';
import { repeat } from './repeat.ts';
import { openSetAside, type SetAside } from './set-aside.ts';
import { type BeginPiece, type Busy, poisonReason } from './suspects.ts';

/** The stores for a queue's worker. `queue` waits for Redis, `commands` fails immediately. */
export type QueueStores = { config: Config; queue: Redis; commands: Redis; log: Log };

export type Started = { close(): Promise<void> };

type QueueWork<Data> = {
  /** The queue's name. */
  name: string;
  atOnce: number;
  /**
   * Runs a job. `signal` is aborted when the process must end. `begin` is for jobs in pieces. Resolves to `busy` if another
   * process has claimed the job, and to `poison` if the whole job must be set aside.
   */
  work: (data: Data, signal: AbortSignal, begin: BeginPiece) => Promise<unknown>;
  /** Set if the work calls `begin` for each piece. It then sets poison pieces aside or resolves to `poison`. */
  inPieces?: true;
  /**
   * Marks a job as failed after it ended its process three times. Without this function, or if it returns `undefined`,
   * the job is not queued for a day.
   */
  onPoison?: (data: Data, reason: string) => Promise<unknown> | undefined;
  /** Called after a failed attempt; `isLast` if the job is not retried. */
  onFailed: (err: Error, data: Data, isLast: boolean) => void;
  /** How long `close` waits for running work; by default until the work is done. */
  patienceMs?: number;
  settings?: Partial<WorkerOptions>;
};

/** An error whose message and stack BullMQ stores in Redis; its cause is only for the log. */
class JobFailed extends Error {
  override name = 'JobFailed';
  override readonly cause: Error;

  constructor(thrown: unknown) {
    const cause = thrown instanceof Error ? thrown : new Error(String(thrown));
    super(reasonOf(cause));
    this.cause = cause;
  }
}

/** Processes the jobs of a queue. */
function startWorker<Data>(
  { config, queue, log }: QueueStores,
  options: QueueWork<Data>,
  aside: SetAside,
): Started & Pick<QueueWorker<Data>, 'wakeForDue'> {
  const { name, atOnce, work, inPieces, onPoison, onFailed, patienceMs, settings } = options;
  const stopping = new AbortController();
  const run = async ({ id = '', data }: QueueJob<Data>, begin: BeginPiece): Promise<Busy | undefined> => {
    const isPoison = !inPieces && (await begin(''));
    const result = isPoison ? 'poison' : await work(data, stopping.signal, begin);
    if (result === 'poison') await (onPoison?.(data, poisonReason) ?? aside.leaveAlone(id));
    return result === 'busy' ? 'busy' : undefined;
  };
  const queueWorker = new QueueWorker<Data>({
    name,
    work: (job, begin) =>
      run(job, begin).catch((error) => {
        throw new JobFailed(error);
      }),
    aside,
    log,
    settings: {
      connection: queue,
      prefix: queuePrefix(queue, config.redisPrefix, name),
      concurrency: atOnce,
      ...settings,
    },
  });
  queueWorker.worker.on('failed', (job, err) => {
    if (job)
      onFailed(err instanceof JobFailed ? err.cause : err, job.data, job.attemptsMade >= (job.opts.attempts ?? 1));
  });
  return {
    wakeForDue: () => queueWorker.wakeForDue(),
    async close() {
      stopping.abort();
      await queueWorker.close(patienceMs);
    },
  };
}

/** A due job. If its id is already queued, it is not queued again. */
type DueJob<Data> = { id: string; data: Data; priority?: number };

export type DueWork<Data> = QueueWork<Data> & {
  lookEveryMs: number;
  /** Lists a limited number of due jobs. */
  look: () => Promise<DueJob<Data>[]>;
  /** Reports new due jobs, so that regular checks can be rare. */
  news?: News | undefined;
  /** Number of attempts and the delays between them; default: one attempt, for jobs that are found again anyway. */
  tries?: Pick<JobsOptions, 'attempts' | 'backoff'>;
};

/** Repeatedly finds due jobs, queues them and processes them. */
export function startDueJobs<Data>(stores: QueueStores, options: DueWork<Data>): Started {
  const { config, commands, log } = stores;
  const { name, lookEveryMs, look, news, tries = {} } = options;
  const jobs = { ...tries, removeOnComplete: true, removeOnFail: true };
  const queue = openQueue(commands, config.redisPrefix, name, { log, jobs });
  const aside = openSetAside(commands, config.redisPrefix, name);
  const worker = startWorker(stores, options, aside);
  const find = async () => {
    const due = await aside.leaveOut(await look());
    if (due.length === 0) return;
    worker.wakeForDue();
    await queue.addBulk(
      due.map(({ id, data, priority }) => ({
        name,
        data,
        opts: { jobId: id, ...(priority === undefined ? {} : { priority }) },
      })),
    );
  };
  const looking = repeat(log, `find jobs of ${name}`, lookEveryMs, { work: find, news });
  return {
    async close() {
      await looking.stop();
      await worker.close();
      await queue.close();
    },
  };
}
