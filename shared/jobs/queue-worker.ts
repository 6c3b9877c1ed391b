/**
 * A BullMQ worker that always closes. BullMQ's own `close` waits forever for an unavailable Redis and cannot be
 * interrupted (github.com/taskforcesh/bullmq/issues/4656). BullMQ's timers, and a connection that BullMQ reopens after
 * the close, would keep the process alive.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DelayedError, type Job, type RedisClient, Worker, type WorkerOptions } from 'bullmq';
import type { Log } from '../log/log.ts';
import { recordServed } from './queues.ts';
import type { SetAside } from './set-aside.ts';
import { type BeginPiece, type Busy, beginFresh, forgetPiece, isSuspect, runSuspect } from './suspects.ts';

/** The time that a closing worker waits for Redis to record the results of its work. */
const notedMs = 500;
const lookMs = 10;
/** The time without work after which the worker stops polling Redis. */
const restAfterMs = 10_000;
/** BullMQ's default duration of a lock. */
const usualLockMs = 30_000;
/** Number of renewals during a lock's time, so that one can fail. */
const renewals = 3;

export type QueueJob<Data> = Pick<Job<Data>, 'id' | 'data'>;

type Options<Data> = {
  /** The queue's name. */
  name: string;
  /** Runs a job. It calls `begin` before each piece that can be set aside separately. */
  work: (job: QueueJob<Data>, begin: BeginPiece) => Promise<Busy | undefined>;
  aside: SetAside;
  log: Log;
  settings: WorkerOptions;
};

/** A worker for one queue. It stops polling Redis while there is nothing to do. */
export class QueueWorker<Data> {
  readonly worker: Worker<Data>;
  readonly #options: Options<Data>;
  readonly #locks: Locks;
  readonly #running = new Map<string, { job: Job<Data>; run: Promise<void> }>();
  /** Ids of jobs whose result is not recorded yet. */
  readonly #unnoted = new Set<string>();
  readonly #forget: () => void;
  readonly #resting: NodeJS.Timeout;
  #isClosing = false;
  #waiting: RedisClient | undefined;

  constructor(options: Options<Data>) {
    const { name, log, settings } = options;
    this.#options = options;
    this.#locks = keepLocks(settings.lockDuration ?? usualLockMs, (err) =>
      log.debug({ err, queue: name }, 'the lock of a job was not renewed'),
    );
    this.worker = new Worker<Data>(
      name,
      (job, token) => this.#start(job, token),
      // `suspects.ts` finds jobs that end their process, because it knows more than the number of stalls.
      { ...settings, maxStalledCount: Number.MAX_SAFE_INTEGER, skipLockRenewal: true },
    );
    this.#forget = recordServed(name);
    this.worker.on('completed', ({ id = '' }) => void this.#unnoted.delete(id));
    this.worker.on('failed', (job) => void this.#unnoted.delete(job?.id ?? ''));
    this.worker.on('error', (err) => log.debug({ err, queue: name }, 'a queue failed'));
    this.worker.backend.blockingConnection?.client.then(
      (client) => {
        this.#waiting = client;
      },
      () => undefined,
    );
    this.#resting = setTimeout(() => {
      if (this.#running.size > 0) this.#resting.refresh();
      else if (!this.#isClosing) void this.worker.pause(true);
    }, restAfterMs).unref();
  }

  #start(job: Job<Data>, token = ''): Promise<void> {
    const id = job.id ?? '';
    const release = this.#locks.hold(job, token);
    // This process has lost the lock of a job that it still runs.
    const earlier = this.#running.get(id)?.run;
    if (earlier) return earlier.finally(release);
    const run = this.#run(job, token).finally(() => {
      release();
      this.#running.delete(id);
    });
    this.#running.set(id, { job, run });
    this.#unnoted.add(id);
    return run;
  }

  async #run(job: Job<Data>, token: string): Promise<void> {
    const { name, work, log } = this.#options;
    if (!isSuspect(job)) {
      await work(job, beginFresh);
      return;
    }
    log.warn({ queue: name, job: job.data }, 'a job whose process ended is tried again');
    await runSuspect(job, token, (begin) => work(job, this.#noting(job, begin))).catch((error) => {
      if (error instanceof DelayedError) this.#unnoted.delete(job.id ?? '');
      throw error;
    });
  }

  #noting(job: Job<Data>, begin: BeginPiece): BeginPiece {
    const { name, aside, log } = this.#options;
    return async (piece) => {
      if (!(await begin(piece))) return false;
      log.error({ queue: name, job: job.data, piece }, 'a job ended its process three times and was set aside');
      await aside.add(job.id ?? '');
      return true;
    };
  }

  /** Records that jobs are due. After a while without due jobs, the worker rests until there are some. */
  wakeForDue(): void {
    if (this.#isClosing) return;
    this.#resting.refresh();
    if (this.worker.isPaused()) void this.worker.resume();
  }

  /** Takes no more jobs and waits for running ones, at most `patienceMs`; by default until they are done. */
  async close(patienceMs?: number): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#resting);
    this.#forget();
    await this.worker.pause(true);
    const late = patienceMs === undefined ? [] : [rest(patienceMs)];
    const runs = [...this.#running.values()];
    await Promise.race([Promise.allSettled(runs.map(({ run }) => run)), ...late]);
    // The remaining jobs did not end their process.
    await Promise.race([Promise.all([...this.#running.values()].map(({ job }) => forgetPiece(job))), rest(notedMs)]);
    const mostMs = this.#running.size > 0 ? 0 : notedMs;
    for (let left = mostMs; left > 0 && this.#unnoted.size > 0; left -= lookMs) await rest(lookMs);
    if (this.#waiting) this.#waiting.connect = () => Promise.reject(new Error('the worker has ended'));
    this.#locks.end();
    await this.worker.close(true);
  }
}

const rest = (ms: number) => sleep(ms, undefined, { ref: false });

type Locks = ReturnType<typeof keepLocks>;

/** Renews the locks of running jobs. BullMQ's own timer would wake the process even while nothing runs. */
function keepLocks(lockMs: number, onError: (err: unknown) => void) {
  const held = new Map<Job, string>();
  let timer: NodeJS.Timeout | undefined;
  const renew = () => {
    for (const [job, token] of held) job.extendLock(token, lockMs).catch(onError);
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    hold(job: Job, token = '') {
      held.set(job, token);
      timer ??= setInterval(renew, lockMs / renewals).unref();
      return () => {
        held.delete(job);
        if (held.size === 0) stop();
      };
    },
    end() {
      held.clear();
      stop();
    },
  };
}
