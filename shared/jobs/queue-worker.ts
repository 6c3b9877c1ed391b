/**
 * A BullMQ worker that always closes. BullMQ's own `close` waits forever for a Redis that went away, and nothing can
 * hurry it once it waits (github.com/taskforcesh/bullmq/issues/4656); its timers would keep the process alive. So would
 * a connection that it reopens after the worker was closed, while it looks for Redis to return.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DelayedError, type Job, type RedisClient, Worker, type WorkerOptions } from 'bullmq';
import type { Log } from '../log/log.ts';
import { noteServed } from './queues.ts';
import type { SetAside } from './set-aside.ts';
import { type BeginPiece, type Busy, beginFresh, forgetPiece, isSuspect, runSuspect } from './suspects.ts';

/** How long a closing worker waits for Redis to record the results of its work. */
const notedMs = 500;
const lookMs = 10;
/** A worker without work for this long asks Redis for nothing. */
const restAfterMs = 10_000;
/** BullMQ's own default. */
const usualLockMs = 30_000;
/** A lock is renewed several times in its time: one renewal may fail. */
const renewals = 3;

export type QueueJob<Data> = Pick<Job<Data>, 'id' | 'data'>;

type Options<Data> = {
  /** The queue's name. */
  name: string;
  /** `begin` is called before each piece, where a job has several that can be set aside by themselves. */
  work: (job: QueueJob<Data>, begin: BeginPiece) => Promise<Busy | undefined>;
  aside: SetAside;
  log: Log;
  settings: WorkerOptions;
};

export type QueueWorker<Data> = {
  worker: Worker<Data>;
  /** Tells that a look found due jobs: without any for a while, the worker rests until there are some. */
  noteDue(): void;
  /** Takes no more jobs and waits for running ones, at most `patienceMs`; default until they are done. */
  close(patienceMs?: number): Promise<void>;
};

export function openQueueWorker<Data>({ name, work, aside, log, settings }: Options<Data>): QueueWorker<Data> {
  const running = new Map<string, { job: Job<Data>; run: Promise<void> }>();
  const unnoted = new Set<string>();
  const locks = keepLocks(settings.lockDuration ?? usualLockMs, (err) =>
    log.debug({ err, queue: name }, 'the lock of a job was not renewed'),
  );
  const worker = new Worker<Data>(
    name,
    (job, token = '') => {
      const id = job.id ?? '';
      const release = locks.hold(job, token);
      // This process has lost the lock of a job that it still runs.
      const former = running.get(id)?.run;
      if (former) return former.finally(release);
      const run = runJob(job, token).finally(() => {
        release();
        running.delete(id);
      });
      running.set(id, { job, run });
      unnoted.add(id);
      return run;
    },
    // Poison is found by `suspects.ts`, which knows more than how often a job has stalled.
    { ...settings, maxStalledCount: Number.MAX_SAFE_INTEGER, skipLockRenewal: true },
  );
  async function runJob(job: Job<Data>, token: string): Promise<void> {
    if (!isSuspect(job)) await work(job, beginFresh);
    else {
      log.warn({ queue: name, job: job.data }, 'a job whose process ended is tried again');
      await runSuspect(job, token, (begin) => work(job, noting(job, begin))).catch((error) => {
        if (error instanceof DelayedError) unnoted.delete(job.id ?? '');
        throw error;
      });
    }
  }
  const noting =
    (job: Job<Data>, begin: BeginPiece): BeginPiece =>
    async (piece) => {
      if (!(await begin(piece))) return false;
      log.error({ queue: name, job: job.data, piece }, 'a job ended its process twice and was set aside');
      await aside.add(job.id ?? '');
      return true;
    };
  const forget = noteServed(name);
  worker.on('completed', ({ id = '' }) => void unnoted.delete(id));
  worker.on('failed', (job) => void unnoted.delete(job?.id ?? ''));
  worker.on('error', (err) => log.debug({ err, queue: name }, 'a queue failed'));
  let waiting: RedisClient | undefined;
  worker.backend.blockingConnection?.client.then(
    (client) => {
      waiting = client;
    },
    () => undefined,
  );
  let isClosing = false;
  const resting = setTimeout(() => {
    if (running.size > 0) resting.refresh();
    else if (!isClosing) void worker.pause(true);
  }, restAfterMs).unref();
  const rest = (ms: number) => sleep(ms, undefined, { ref: false });
  return {
    worker,
    noteDue() {
      if (isClosing) return;
      resting.refresh();
      if (worker.isPaused()) void worker.resume();
    },
    async close(patienceMs) {
      isClosing = true;
      clearTimeout(resting);
      forget();
      await worker.pause(true);
      const late = patienceMs === undefined ? [] : [rest(patienceMs)];
      const runs = [...running.values()];
      await Promise.race([Promise.allSettled(runs.map(({ run }) => run)), ...late]);
      // Jobs that are left here did not end their process.
      await Promise.race([Promise.all([...running.values()].map(({ job }) => forgetPiece(job))), rest(notedMs)]);
      for (let left = running.size > 0 ? 0 : notedMs; left > 0 && unnoted.size > 0; left -= lookMs) await rest(lookMs);
      if (waiting) waiting.connect = () => Promise.reject(new Error('the worker has ended'));
      locks.end();
      await worker.close(true);
    },
  };
}

/** Renews the locks of running jobs. BullMQ's timer for that wakes the process all the time, also while nothing runs. */
function keepLocks(lockMs: number, onError: (err: unknown) => void) {
  const held = new Map<Job, string>();
  let timer: NodeJS.Timeout | undefined;
  const renew = () => {
    for (const [job, token] of held) job.extendLock(token, lockMs).catch(onError);
  };
  const rest = () => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    hold(job: Job, token = '') {
      held.set(job, token);
      timer ??= setInterval(renew, lockMs / renewals).unref();
      return () => {
        held.delete(job);
        if (held.size === 0) rest();
      };
    },
    end() {
      held.clear();
      rest();
    },
  };
}
