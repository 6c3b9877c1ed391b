/**
 * The jobs that apply waiting messages, in the order of each hook. A message is locked, applied and marked in one
 * transaction, so that it counts exactly once even if the process is killed.
 */
import { ApiError, unavailable } from '../../../../shared/errors.ts';
import { type BeginPiece, poisonReason } from '../../../../shared/jobs/suspects.ts';
import { reasonOf } from '../../../../shared/log/log-error.ts';
import { startSiteJobs } from '../../../host/site-jobs.ts';
import type { Context } from '../core/context.ts';
import type { Mapping } from '../core/mapping.ts';
import {
  deleteOldMessages,
  endMessage,
  listDueHooks,
  listDueMessages,
  lockWaiting,
  postponeMessage,
} from '../core/message-queries.ts';
import { findHook, type HookRow, lockHook } from '../core/queries.ts';
import { applyMessage } from './apply.ts';

const atOnce = 4;
const batchSize = 50;
const turnMs = 10_000;
/** The delays before each retry after a temporary error. */
const waitsMs = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000];

export const startMessages = (context: Context): void =>
  void startSiteJobs<{ hookId: number }>(context, {
    name: 'hook-messages',
    atOnce,
    lookEveryMs: 1_000,
    news: context.watch(
      'messages',
      `EXISTS (SELECT 1 FROM {prefix}automations_hooks AS hook WHERE hook.active = 1 AND EXISTS (
        SELECT 1 FROM {prefix}automations_hook_messages AS message
        WHERE message.outcome = 'waiting' AND message.hook_id = hook.id AND message.due_at <= UTC_TIMESTAMP(3)))`,
    ),
    look: async () =>
      (await listDueHooks(context.db, new Date())).map((hookId) => ({ id: `hook-${hookId}`, data: { hookId } })),
    work: ({ hookId }, stopping, begin) => takeTurn(context, hookId, stopping, begin),
    inPieces: true,
    onFailed: (err, job) => context.log.warn({ err, job }, 'messages of a hook ended early; retrying soon'),
  });

/** Applies a hook's due messages until its time is up, so that other hooks can continue. */
async function takeTurn(context: Context, hookId: number, stopping: AbortSignal, begin: BeginPiece): Promise<void> {
  const { db } = context;
  const until = Date.now() + turnMs;
  while (!stopping.aborted && Date.now() < until) {
    const hook = await findHook(db, hookId);
    const due = hook?.active ? await listDueMessages(db, hookId, new Date(), batchSize) : [];
    if (!hook || due.length === 0) return;
    for (const id of due) {
      if (stopping.aborted) return;
      if (await begin(`message ${id}`)) await endMessage(db, id, failed(poisonReason));
      else await work(context, hook, id);
    }
    await deleteOldMessages(db, hookId);
  }
}

const failed = (detail: string) => ({ outcome: 'failed' as const, detail, contact: null });

async function work({ db, contacts, log }: Context, { id: hookId, name }: HookRow, id: number): Promise<void> {
  let attempts = 0;
  try {
    await contacts.change(
      async (changes, trx) => {
        const message = await lockWaiting(trx, id);
        attempts = message?.attempts ?? 0;
        const hook = message && (await findHook(trx, hookId));
        if (!hook) return;
        const mapping = JSON.parse(hook.mapping) as Mapping;
        const applied = await applyMessage(changes, trx, { id: hookId, mapping }, JSON.parse(message.body));
        // A tag may have been merged since the mapping was read.
        if (!applied.isComplete && (await lockHook(trx, hookId))?.mapping !== hook.mapping)
          throw unavailable('The mapping has just changed.');
        await endMessage(trx, id, applied);
      },
      { type: 'hook', id: hookId, name },
    );
  } catch (error) {
    if (isRefusal(error)) return void (await endMessage(db, id, failed(error.message), !isErased(error)));
    const reason = reasonOf(error instanceof Error ? error : new Error(String(error)));
    log.warn({ err: error, hook: hookId, message: id }, 'a message of a hook failed');
    const waitMs = waitsMs[attempts];
    if (waitMs === undefined) await endMessage(db, id, failed(`An error of the service: ${reason}`));
    else await postponeMessage(db, id, `An error of the service: ${reason}`, new Date(Date.now() + waitMs));
  }
}

/** Returns whether the message itself caused the error, so that a retry would fail too. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code !== 'unavailable';

/** Returns whether the contact was erased: its data must not be stored again. */
const isErased = ({ details }: ApiError) => (details as { isErased?: boolean } | undefined)?.isErased === true;
