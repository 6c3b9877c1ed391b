/**
 * Suspects: jobs that were running when their process ended. Any of them may have caused the end, so they run one at a
 * time, and record each piece that they start. If two more processes end during such a piece, it is poison: it is set
 * aside. So a job is set aside after the third end.
 */
import { DelayedError, type Job } from 'bullmq';

/**
 * The function that records the start of a piece of a job. Resolves to true if the piece is poison: the job must then
 * set it aside.
 */
export type BeginPiece = (name: string) => Promise<boolean>;

/** The result of a job that another, perhaps ended process has claimed. A suspect is then tried again later. */
export type Busy = 'busy';

export const poisonReason = 'Working on it ended the process three times.';

/** A job's progress in BullMQ. `ends`: the number of processes that ended while working on the piece. */
type Mark = { piece?: string; ends?: number; busySince?: number };

/** Ends during a recorded piece. The end that made the job a suspect is not among them. */
const mostEnds = 2;
/** A time longer than the watchdog takes to end a process that hangs. */
const aloneMs = 20_000;
const busyMs = 5_000;
/** A time longer than any claim outlives its process. */
const busyAtMostMs = 20 * 60_000;

export const isSuspect = (job: Job): boolean => job.stalledCounter > 0;

/** The function for other jobs, which records nothing. */
export const beginFresh: BeginPiece = async () => false;

let last: Promise<void> = Promise.resolve();

/** Runs `work` once all earlier suspects in this process have ended, or have run for a while. */
async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = last;
  let leave = () => {};
  last = new Promise((resolve) => {
    leave = resolve;
  });
  await before;
  const timer = setTimeout(leave, aloneMs).unref();
  return work().finally(() => {
    clearTimeout(timer);
    leave();
  });
}

/** Runs a suspect. @throws the errors of `work`, and BullMQ's `DelayedError` if it must be tried again later */
export const runSuspect = (job: Job, token: string, work: (begin: BeginPiece) => Promise<Busy | undefined>) =>
  alone(async () => {
    const previous: Mark = typeof job.progress === 'object' ? job.progress : {};
    const result = await work(beginAfter(job, previous)).catch(async (error) => {
      await forgetPiece(job);
      throw error;
    });
    const { busySince = Date.now() } = previous;
    if (result !== 'busy' || Date.now() - busySince > busyAtMostMs) return;
    await job.updateProgress({ ...previous, busySince });
    await job.moveToDelayed(Date.now() + busyMs, token);
    throw new DelayedError();
  });

/** Counts how often each piece ended its process. */
function beginAfter(job: Job, previous: Mark): BeginPiece {
  return async (piece) => {
    const ends = piece === previous.piece ? (previous.ends ?? 0) + 1 : 0;
    if (ends >= mostEnds) return true;
    await job.updateProgress({ piece, ends });
    return false;
  };
}

/** Clears the recorded piece, for a job that did not end its process. */
export const forgetPiece = (job: Job): Promise<void> => job.updateProgress({}).catch(() => {});

/** Runs small parts of a job until nothing is left. Resolves to `poison` if a part is poison. */
export async function doInParts(
  doSome: () => Promise<boolean>,
  begin: BeginPiece,
  stopping: AbortSignal,
): Promise<'poison' | undefined> {
  for (let part = 1; !stopping.aborted; part++) {
    if (await begin(`part ${part}`)) return 'poison';
    if (!(await doSome())) break;
  }
  return undefined;
}
