/** Collects jobs that arrive at about the same time and processes them together: many small transactions become few. */
import { isStoreDown } from '../../../shared/errors.ts';

export type Batches<Job, Result> = { add(job: Job): Promise<Result> };

type Waiting<Job, Result> = { job: Job; resolve: (result: Result) => void; reject: (error: unknown) => void };

/** Callers who were just answered often ask again at once: this long, at most, the next batch waits for them. */
const gatherMs = 2;

export type BatchOptions<Job> = {
  /** Batches that run at a time. */
  lanes: number;
  /** Size of a batch; a larger job has one of its own. */
  limit: number;
  sizeOf: (job: Job) => number;
  /** Jobs with the same key would wait for each other in two batches: those that come meanwhile make the next one. */
  keyOf: (job: Job) => unknown;
};

/**
 * `run` returns a result for each job of a batch; when it fails, each job is run alone, so that one job's fault is not
 * another's, unless a store is down.
 */
export function createBatches<Job, Result>(
  run: (jobs: Job[]) => Promise<Result[]>,
  { lanes, limit, sizeOf, keyOf }: BatchOptions<Job>,
): Batches<Job, Result> {
  type Entry = Waiting<Job, Result>;
  let waiting: Entry[] = [];
  let running: Entry[][] = [];
  /** Callers who asked lately. */
  let expected = 1;
  let gathering: NodeJS.Timeout | undefined;

  /** The waiting jobs that could start now. */
  function listReady(): Entry[] {
    if (running.length >= lanes) return [];
    const taken = new Set(running.flat().map(({ job }) => keyOf(job)));
    return waiting.filter(({ job }) => !taken.has(keyOf(job)));
  }

  function start(): void {
    const ready = listReady();
    const size = ready.reduce((sum, { job }) => sum + sizeOf(job), 0);
    if (ready.length >= expected || size >= limit) begin();
    else if (ready.length > 0) gathering ??= setTimeout(begin, gatherMs);
  }

  function begin(): void {
    clearTimeout(gathering);
    gathering = undefined;
    const batch: Entry[] = [];
    let size = 0;
    for (const entry of listReady()) {
      size += sizeOf(entry.job);
      if (batch.length > 0 && size > limit) break;
      batch.push(entry);
    }
    if (batch.length === 0) return;
    waiting = waiting.filter((entry) => !batch.includes(entry));
    running.push(batch);
    void settle(batch).finally(() => {
      running = running.filter((other) => other !== batch);
      expected = batch.length + waiting.length;
      start();
    });
  }

  async function settle(batch: Waiting<Job, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ job }) => job));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length > 1 && !isStoreDown(error)) for (const one of batch) await settle([one]);
      else for (const { reject } of batch) reject(error);
    }
  }

  return {
    add: (job) =>
      new Promise((resolve, reject) => {
        waiting.push({ job, resolve, reject });
        start();
      }),
  };
}
