/**
 * Works at a job, a part in each transaction: the contacts change, are notified of and leave the job together, so that a killed
 * process has done a part wholly or not at all. One process at a time works at a job: it holds the job's row.
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

/** After it other jobs have their turn. */
const turnMs = 20_000;
/** After so many tries a part is changed contact by contact, so that one keeps back no other; the waits before double. */
const mostTries = 4;
const firstWaitMs = 1_000;

/** Ends with the job, or after its turn. @throws what kept it from continuing; it is due again later. */
export async function workAtJob(
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
    (await workAtPart(context, job))
  );
}

/** Notes the next part of a job whose process ended. False if two ended at the same contacts: the job fails. */
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

/** At most so many contacts of it. Resolves to whether there may be another part to work at. */
async function workAtPart(context: Context, row: JobRow, most?: number): Promise<boolean> {
  const { id } = row;
  const action = JSON.parse(row.action) as ContactAction;
  let taken: Taken | undefined;
  try {
    return await changeIfAllowed(context, showCaller(row), async (trx, emit) => {
      taken = await takeContacts(trx, id, most);
      if (!taken) return false;
      const { contactIds } = taken;
      const found = await applyIn(trx, contactIds, action, emit);
      const gone = action.action === 'delete' ? 0 : contactIds.length - found;
      await giveBack(trx, taken, gone, gone > 0 ? 'Some contacts were deleted in the meantime.' : taken.job.error);
      return true;
    });
  } catch (error) {
    if (!taken || isStoreDown(error)) throw error;
    const { part, contactIds } = taken;
    // The one that is refused keeps back no other.
    if (error instanceof ChangeRefused && contactIds.length > 1) {
      return workAtPart(context, row, Math.ceil(contactIds.length / 2));
    }
    const isOver = await inTransaction(context.db, (trx) => noteFailure(trx, id, part, { error, most }));
    if (isOver) return true;
    throw error;
  }
}

/** The contacts that one transaction changes: a part of a job, or its first ones when the whole part could not be changed. */
type Taken = { job: JobRow; part: JobPart; contactIds: number[] };

async function takeContacts(trx: Trx, jobId: number, most?: number): Promise<Taken | undefined> {
  const job = await lockOpenJob(trx, jobId);
  const part = job && (await findNextPart(trx, jobId));
  if (!job || !part) return undefined;
  return { job, part, contactIds: part.contactIds.slice(0, job.tries < mostTries ? most : 1) };
}

/** Takes contacts that were changed, or failed, out of their job, which ends with the last. */
async function giveBack(trx: Trx, { job, part, contactIds }: Taken, failedOnes: number, error: string | null) {
  const done = job.done + contactIds.length - failedOnes;
  const failed = job.failed + failedOnes;
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

/** Resolves to whether the job can continue at once. What is wrong with the action itself does not pass by waiting. */
async function noteFailure(
  trx: Trx,
  id: number,
  failed: JobPart,
  { error, most }: { error: unknown; most?: number },
): Promise<boolean> {
  const taken = await takeContacts(trx, id, most);
  const isSame = taken?.part.number === failed.number && taken.part.contactIds.length === failed.contactIds.length;
  // Otherwise another process has continued in the meantime.
  if (!taken || !isSame) return true;
  const { tries } = taken.job;
  const isRefused = error instanceof ApiError;
  const reason = (isRefused ? error.message : reasonOf(error as Error)).slice(0, 255);
  if (isRefused || tries >= mostTries) {
    await giveBack(trx, taken, taken.contactIds.length, reason);
    return true;
  }
  const due_at = new Date(Date.now() + firstWaitMs * 2 ** tries);
  await updateJob(trx, id, { tries: tries + 1, due_at, error: reason });
  return false;
}
