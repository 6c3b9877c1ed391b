/** Batches of jobs that arrive at about the same time and are processed together, in fewer transactions. */
import { isStoreDown } from './errors.ts';

export type Batches<Job, Result> = { add(job: Job): Promise<Result> };

type Waiting<Job, Result> = { job: Job; resolve: (result: Result) => void; reject: (error: unknown) => void };

/** Maximum time for which a batch waits for callers that send their next job right after the previous one. */
const gatherMs = 2;

export type BatchOptions<Job> = {
  /** Number of batches that run at the same time. */
  lanes: number;
  /** Maximum size of a batch. A larger job gets its own batch. */
  limit: number;
  sizeOf: (job: Job) => number;
  /**
   * Returns a job's key. Jobs with the same key never run in two batches at once, because the batches would wait for
   * each other.
   */
  keyOf: (job: Job) => unknown;
};

/**
 * Creates the batches. `run` returns a result for each job of a batch. If `run` fails while no store is down, each job
 * runs alone, so that a faulty job does not fail the others.
 */
export function createBatches<Job, Result>(
  run: (jobs: Job[]) => Promise<Result[]>,
  { lanes, limit, sizeOf, keyOf }: BatchOptions<Job>,
): Batches<Job, Result> {
  type Entry = Waiting<Job, Result>;
  let waiting: Entry[] = [];
  let running: Entry[][] = [];
  /** Number of recent callers. */
  let expected = 1;
  let gathering: NodeJS.Timeout | undefined;

  /** Lists the waiting jobs that can start now. */
  function listReady(): Entry[] {
    if (running.length >= lanes) return [];
    const taken = new Set(running.flat().map(({ job }) => keyOf(job)));
    return waiting.filter(({ job }) => !taken.has(keyOf(job)));
  }

  function start(): void {
    const ready = listReady();
    const size = ready.reduce((sum, { job }) => sum + sizeOf(job), 0);
    if (ready.length >= expected || size >= limit) startBatch();
    else if (ready.length > 0) gathering ??= setTimeout(startBatch, gatherMs);
  }

  function startBatch(): void {
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

const foundAtOnce = 20;

/** Returns a function that finds a row by its id. Calls at about the same time share a query. */
export function shareFinds<Row extends { id: number }>(
  find: (ids: number[]) => Promise<Row[]>,
): (id: number) => Promise<Row | undefined> {
  const batches = createBatches<number, Row | undefined>(
    async (ids) => {
      const rows = new Map((await find([...new Set(ids)])).map((row) => [row.id, row]));
      return ids.map((id) => rows.get(id));
    },
    { lanes: 2, limit: foundAtOnce, sizeOf: () => 1, keyOf: (id) => id },
  );
  return batches.add;
}
