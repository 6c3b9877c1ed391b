/** Collects jobs that arrive while others run and processes them together: many small transactions become few. */
import { isStoreDown } from '../../../shared/errors.ts';

export type Batches<Job, Result> = { add(job: Job): Promise<Result> };

type Waiting<Job, Result> = { job: Job; resolve: (result: Result) => void; reject: (error: unknown) => void };

/**
 * A job starts at once while fewer than `lanes` batches run, else with the next batch, which takes jobs until their
 * sizes reach `limit`. `run` returns a result for each job; when it fails, each job is run alone, so that one job's
 * fault is not another's, unless a store is down.
 */
export function createBatches<Job, Result>(
  run: (jobs: Job[]) => Promise<Result[]>,
  { lanes, limit, sizeOf }: { lanes: number; limit: number; sizeOf: (job: Job) => number },
): Batches<Job, Result> {
  let waiting: Waiting<Job, Result>[] = [];
  let running = 0;

  function start(): void {
    if (running >= lanes || waiting.length === 0) return;
    let size = 0;
    let count = 0;
    for (const { job } of waiting) {
      size += sizeOf(job);
      if (count > 0 && size > limit) break;
      count++;
    }
    const batch = waiting.slice(0, count);
    waiting = waiting.slice(count);
    running++;
    void settle(batch).finally(() => {
      running--;
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
