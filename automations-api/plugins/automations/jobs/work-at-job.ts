/**
 * Works at a job, a part in each transaction: the contacts change, are told of and leave the job together, so that a killed
 * process has done a part wholly or not at all. One process at a time works at a job: it holds the job's row.
 */
import { inTransaction } from '../../../../shared/db.ts';
import { ApiError, isStoreDown } from '../../../../shared/errors.ts';
import { reasonOf } from '../../../../shared/log-error.ts';
import { applyIn } from '../actions/apply.ts';
import type { ContactAction } from '../actions/schema.ts';
import { showCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { presentSecond } from '../dates.ts';
import { changeContacts } from '../events.ts';
import type { Trx } from '../tables.ts';
import { deletePart, findJob, findNextPart, type JobPart, type JobRow, lockOpenJob, updateJob } from './queries.ts';

/** After it other jobs have their turn. */
const turnMs = 20_000;
/** A part that could not be changed so often is counted as failed; the waits in between double. */
const mostTries = 5;
const firstWaitMs = 1_000;

/** Ends with the job, or after its turn. @throws what kept it from going on; it is due again later. */
export async function workAtJob(context: Context, id: number, stopping: AbortSignal): Promise<void> {
  const until = performance.now() + turnMs;
  const job = await findJob(context.db, id);
  while (job && !stopping.aborted && performance.now() < until && (await workAtPart(context, job)));
}

/** Resolves to whether there may be another part to work at. */
async function workAtPart(context: Context, row: JobRow): Promise<boolean> {
  const { id } = row;
  const action = JSON.parse(row.action) as ContactAction;
  let part: JobPart | undefined;
  try {
    return await changeContacts(context, showCaller(row), async (trx, emit) => {
      const job = await lockOpenJob(trx, id);
      part = job && (await findNextPart(trx, id));
      if (!job || !part) return false;
      const found = await applyIn(trx, part.contactIds, action, emit);
      const gone = action.action === 'delete' ? 0 : part.contactIds.length - found;
      await endPart(trx, job, part, gone, gone > 0 ? 'Some contacts were deleted meanwhile.' : job.error);
      return true;
    });
  } catch (error) {
    if (!part || isStoreDown(error)) throw error;
    await inTransaction(context.db, (trx) => noteFailure(trx, id, error));
    if (error instanceof ApiError) return true;
    throw error;
  }
}

/** Takes a part out of its job, which ends with the last. */
async function endPart(trx: Trx, job: JobRow, part: JobPart, failedOnes: number, error: string | null): Promise<void> {
  const size = part.contactIds.length;
  const done = job.done + size - failedOnes;
  const failed = job.failed + failedOnes;
  const now = presentSecond();
  const isOver = done + failed === job.total;
  await deletePart(trx, job.id, part.number);
  await updateJob(trx, job.id, {
    status: isOver ? (done === 0 ? 'failed' : 'done') : 'running',
    done,
    failed,
    error,
    tries: 0,
    started_at: job.started_at ?? now,
    ended_at: isOver ? now : null,
  });
}

/** What is wrong with the action itself does not pass by waiting. */
async function noteFailure(trx: Trx, id: number, error: unknown): Promise<void> {
  const job = await lockOpenJob(trx, id);
  const part = job && (await findNextPart(trx, id));
  if (!job || !part) return;
  const isRefused = error instanceof ApiError;
  const reason = (isRefused ? error.message : reasonOf(error as Error)).slice(0, 255);
  const tries = job.tries + 1;
  if (isRefused || tries >= mostTries) return endPart(trx, job, part, part.contactIds.length, reason);
  const due_at = new Date(Date.now() + firstWaitMs * 2 ** job.tries);
  await updateJob(trx, id, { tries, due_at, error: reason });
}
