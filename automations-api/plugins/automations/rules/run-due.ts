/**
 * Processing of a rule's due runs, until no run is due or its time is up, so that other rules can continue. Runs at
 * the same step of the same version share a transaction, so that 100,000 runs need a few hundred transactions.
 */
import { ApiError } from '../../../../shared/errors.ts';
import { type BeginPiece, beginFresh, poisonReason } from '../../../../shared/jobs/suspects.ts';
import { reasonOf } from '../../../../shared/log/log-error.ts';
import type { Context } from '../context/context.ts';
import { renderError } from '../core/errors.ts';
import { CriterionMissing } from '../finder/criteria/find-criteria.ts';
import { type Definition, StepMissing } from './definition.ts';
import { findActiveRule, findDefinition } from './queries.ts';
import { type DueRun, listDueRuns, postponeRuns } from './run-queries.ts';
import { failRuns, type RunningRule, runStep } from './run-step.ts';

const atOnce = 500;
const turnMs = 10_000;
/** The waits before each retry of a step that failed because of a service error. */
const waitsMs = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000];
/** The wait between later retries while the plugin of the step or of a condition is inactive. */
const inactiveWaitMs = 3_600_000;

export async function takeTurn(
  context: Context,
  ruleId: number,
  stopping: AbortSignal,
  begin: BeginPiece = beginFresh,
): Promise<void> {
  const until = Date.now() + turnMs;
  while (!stopping.aborted && Date.now() < until) {
    const rule = await findActiveRule(context.db, ruleId);
    const due = rule ? await listDueRuns(context.db, ruleId, new Date(), atOnce) : [];
    const [first] = due;
    if (!rule || !first) return;
    const definition = await findDefinition(context.db, ruleId, first.version);
    if (!definition) return;
    const batch = batchOf(due, first);
    // After a process ended, the runs of its batch are processed one by one, because a single run can be the cause.
    for (const runs of begin === beginFresh ? [batch] : batch.map((run) => [run])) {
      if (stopping.aborted) return;
      if (await begin(`step ${first.step} of run ${runs[0]?.id}`)) await failRuns(context.db, runs, poisonReason);
      else await tryStep(context, rule, definition, runs);
    }
    context.outbox.nudge();
    if (begin !== beginFresh) return;
  }
}

/**
 * Returns the runs that can share a batch with the first one. A run that has failed before is processed alone, so
 * that it does not block others.
 */
const batchOf = (due: DueRun[], first: DueRun): DueRun[] =>
  first.attempts > 0
    ? [first]
    : due.filter(({ version, step, attempts }) => version === first.version && step === first.step && attempts === 0);

async function tryStep(context: Context, rule: RunningRule, definition: Definition, runs: DueRun[]): Promise<void> {
  try {
    await runStep(context, rule, definition, runs);
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === undefined) return postpone(context, rule, runs, error);
    // The step can refuse a single contact. The batch is halved, so that the other runs do not fail with it.
    if (runs.length === 1) return failRuns(context.db, runs, reason);
    const half = Math.ceil(runs.length / 2);
    await tryStep(context, rule, definition, runs.slice(0, half));
    await tryStep(context, rule, definition, runs.slice(half));
  }
}

/** Returns the reason why the step can never succeed; undefined for a service error. */
function refusalOf(error: unknown): string | undefined {
  if (error instanceof CriterionMissing) return undefined;
  const rendered = error instanceof ApiError ? renderError(error) : undefined;
  return rendered && rendered.status < 500 ? (rendered.body as { message: string }).message : undefined;
}

async function postpone({ db, log }: Context, rule: RunningRule, runs: DueRun[], error: unknown): Promise<void> {
  const { attempts, step } = runs[0] as DueRun;
  log.warn({ err: error, rule: rule.id, step, runs: runs.length }, 'a rule step failed');
  const reason = `an error of the service: ${reasonOf(error instanceof Error ? error : new Error(String(error)))}`;
  const isInactive = error instanceof StepMissing || error instanceof CriterionMissing;
  const waitMs = waitsMs[attempts] ?? (isInactive ? inactiveWaitMs : undefined);
  if (waitMs === undefined) return failRuns(db, runs, reason);
  const now = new Date();
  const ids = runs.map(({ id }) => id);
  await postponeRuns(db, ids, step, { reason, dueAt: new Date(now.getTime() + waitMs), now });
}
