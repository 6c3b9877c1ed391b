/**
 * Jobs that ran when their process ended without finishing them. One of them can be what ended it, so these run one at a time,
 * and each notes the piece it begins. A piece that was under way when two processes ended is poison: it is set aside.
 */
import { DelayedError, type Job } from 'bullmq';

/** Notes that a piece of a job begins; true if it is poison. The job then sets the piece aside and does not begin it. */
export type BeginPiece = (name: string) => Promise<boolean>;

/** Result of a job that another process has claimed, perhaps one that ended: a suspect is tried again later. */
export type Busy = 'busy';

export const poisonReason = 'Working on it ended the process twice.';

/** The progress of the job, for BullMQ. `ends`: how many processes ended while they worked at the piece. */
type Mark = { piece?: string; ends?: number; busySince?: number };

const mostEnds = 2;
/** Longer than the watchdog takes to end a process that hangs. */
const aloneMs = 20_000;
const busyMs = 5_000;
/** Longer than any claim outlives its process. */
const busyAtMostMs = 20 * 60_000;

export const isSuspect = (job: Job): boolean => job.stalledCounter > 0;

/** For jobs that are none: nothing is noted. */
export const beginFresh: BeginPiece = async () => false;

let last: Promise<void> = Promise.resolve();

/** Runs `work` after all suspects before it in this process have ended, or have run for a while. */
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

/** Runs a suspect. @throws what `work` throws, and BullMQ's `DelayedError` for one to be tried again later */
export const runSuspect = (job: Job, token: string, work: (begin: BeginPiece) => Promise<Busy | undefined>) =>
  alone(async () => {
    const former: Mark = typeof job.progress === 'object' ? job.progress : {};
    const result = await work(beginAfter(job, former)).catch(async (error) => {
      await forgetPiece(job);
      throw error;
    });
    const { busySince = Date.now() } = former;
    if (result !== 'busy' || Date.now() - busySince > busyAtMostMs) return;
    await job.updateProgress({ ...former, busySince });
    await job.moveToDelayed(Date.now() + busyMs, token);
    throw new DelayedError();
  });

/** The process that had the job before any piece was noted ended at the first one that is begun again. */
function beginAfter(job: Job, former: Mark): BeginPiece {
  let unnoted = former.piece === undefined ? 1 : 0;
  return async (piece) => {
    const ends = piece === former.piece ? (former.ends ?? 0) + 1 : unnoted;
    unnoted = 0;
    if (ends >= mostEnds) return true;
    await job.updateProgress({ piece, ends });
    return false;
  };
}

/** Call it for a job that ends otherwise than with its process. */
export const forgetPiece = (job: Job): Promise<void> => job.updateProgress({}).catch(() => {});

/** Does small parts of a job until there is no more to do. Resolves to `poison` if one of them is. */
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
