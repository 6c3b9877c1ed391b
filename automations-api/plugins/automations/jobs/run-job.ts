/**
 * The execution of jobs, one part per transaction. Changes, events and progress are stored together, so a killed
 * process never leaves a part half done. The job's row is locked, so only one process works on a job.
 */
import { inTransaction } from '../../../../shared/db/db.ts';
import { ApiError, isStoreDown } from '../../../../shared/errors.ts';
import { type BeginPiece, beginFresh, poisonReason } from '../../../../shared/jobs/suspects.ts';
import { reasonOf } from '../../../../shared/log/log-error.ts';
import { applyIn } from '../contacts/actions/apply.ts';
import type { ContactAction } from '../contacts/actions/schema.ts';
import type { Context } from '../context/context.ts';
import { showCaller } from '../core/callers.ts';
import { presentSecond } from '../core/dates.ts';
import { ChangeRefused, changeIfAllowed } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import { withOwnEntry } from '../timeline/recorder.ts';
import {
  deleteParts,
  findJob,
  findNextPart,
  type JobPart,
  type JobRow,
  lockOpenJob,
  shortenPart,
  updateJob,
} from './queries.ts';

/** The time after which a job lets other jobs continue. */
const turnMs = 20_000;
/**
 * The number of failed tries, with doubling waits, after which a part is changed contact by contact. One contact then
 * cannot block the others.
 */
const mostTries = 4;
const firstWaitMs = 1_000;

/**
 * Works on a job until it ends or its time is up.
 * @throws the error of a failed part; the job is then due again later
 */
export async function workOnJob(
  context: Context,
  id: number,
  stopping: AbortSignal,
  begin: BeginPiece = beginFresh,
): Promise<void> {
  const until = performance.now() + turnMs;
  const job = await findJob(context.db, id);
  const isSound = begin === beginFresh ? async () => true : () => beginPart(context, id, begin);
  while (
    job &&
    !stopping.aborted &&
    performance.now() < until &&
    (await isSound()) &&
    (await workOnPart(context, job))
  );
}

/**
 * Records the part at which an interrupted job continues. Fails the job and resolves to false if processes ended
 * twice at the same contacts.
 */
async function beginPart({ db }: Context, id: number, begin: BeginPiece): Promise<boolean> {
  const job = await findJob(db, id);
  if (!job || !(await begin(`the contacts after ${job.done + job.failed}`))) return true;
  await inTransaction(db, async (trx) => {
    const open = await lockOpenJob(trx, id);
    if (!open) return;
    await deleteParts(trx, id);
    await updateJob(trx, id, {
      status: 'failed',
      failed: open.total - open.done,
      error: poisonReason,
      ended_at: presentSecond(),
    });
  });
  return false;
}

/** Works on the next part, or on at most `most` of its contacts. Resolves to true if another part can follow. */
async function workOnPart(context: Context, row: JobRow, most?: number): Promise<boolean> {
  const { id } = row;
  const action = JSON.parse(row.action) as ContactAction;
  let taken: Taken | undefined;
  try {
    const stores = { ...context, recorders: withOwnEntry(context.recorders) };
    return await changeIfAllowed(stores, showCaller(row), async (trx, emit) => {
      taken = await takeContacts(trx, id, most);
      if (!taken) return false;
      const { contactIds } = taken;
      const found = await applyIn(trx, contactIds, action, emit);
      const missing = action.action === 'delete' ? 0 : contactIds.length - found;
      await finishContacts(
        trx,
        taken,
        missing,
        missing > 0 ? 'Some contacts were deleted in the meantime.' : taken.job.error,
      );
      return true;
    });
  } catch (error) {
    if (!taken || isStoreDown(error)) throw error;
    const { part, contactIds } = taken;
    // Halves the part, so that one refused contact does not block the others.
    if (error instanceof ChangeRefused && contactIds.length > 1) {
      return workOnPart(context, row, Math.ceil(contactIds.length / 2));
    }
    const isOver = await inTransaction(context.db, (trx) => recordFailure(trx, id, part, { error, most }));
    if (isOver) return true;
    throw error;
  }
}

/** The contacts of a transaction: a part, or its first contacts after failures. */
type Taken = { job: JobRow; part: JobPart; contactIds: number[] };

async function takeContacts(trx: Trx, jobId: number, most?: number): Promise<Taken | undefined> {
  const job = await lockOpenJob(trx, jobId);
  const part = job && (await findNextPart(trx, jobId));
  if (!job || !part) return undefined;
  return { job, part, contactIds: part.contactIds.slice(0, job.tries < mostTries ? most : 1) };
}

/** Removes finished contacts from their job. The job ends with its last contact. */
async function finishContacts(trx: Trx, { job, part, contactIds }: Taken, failures: number, error: string | null) {
  const done = job.done + contactIds.length - failures;
  const failed = job.failed + failures;
  const now = presentSecond();
  const isOver = done + failed === job.total;
  const rest = part.contactIds.slice(contactIds.length);
  await shortenPart(trx, job.id, part.number, rest);
  await updateJob(trx, job.id, {
    status: isOver ? (done === 0 ? 'failed' : 'done') : 'running',
    done,
    failed,
    error,
    tries: rest.length === 0 ? 0 : job.tries,
    started_at: job.started_at ?? now,
    ended_at: isOver ? now : null,
  });
}

/**
 * Records a failure. Resolves to false if the job must wait for another attempt. A refused action or the last attempt
 * does not wait: the part's contacts are reported as failed.
 */
async function recordFailure(
  trx: Trx,
  id: number,
  failed: JobPart,
  { error, most }: { error: unknown; most?: number },
): Promise<boolean> {
  const taken = await takeContacts(trx, id, most);
  const isSame = taken?.part.number === failed.number && taken.part.contactIds.length === failed.contactIds.length;
  // Another process has continued the job.
  if (!taken || !isSame) return true;
  const { tries } = taken.job;
  const isRefused = error instanceof ApiError;
  const reason = (isRefused ? error.message : reasonOf(error as Error)).slice(0, 255);
  if (isRefused || tries >= mostTries) {
    await finishContacts(trx, taken, taken.contactIds.length, reason);
    return true;
  }
  const due_at = new Date(Date.now() + firstWaitMs * 2 ** tries);
  await updateJob(trx, id, { tries: tries + 1, due_at, error: reason });
  return false;
}
