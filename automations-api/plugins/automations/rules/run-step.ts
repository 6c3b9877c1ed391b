/**
 * The execution of a step for several runs of a rule in one transaction. The step's effect, its events and the
 * progress of its runs are stored together. A step therefore happens exactly once, even if a process is killed.
 * Contacts are always locked before runs.
 */
import { inTransaction } from '../../../../shared/db/db.ts';
import type { Step, StepOutcome, StepRun, StepWork } from '../../../host/extensions.ts';
import { openChanges } from '../contacts/actions/contact-changes.ts';
import { lockContactsById } from '../contacts/core/queries.ts';
import type { Context } from '../context/context.ts';
import { changeIfAllowed, type Emit } from '../core/events.ts';
import type { Db, StepState, Trx } from '../core/tables.ts';
import { findMatching } from '../finder/match.ts';
import { readChain, ruleCaller } from './chains.ts';
import { type Definition, hasConditions, kindOf } from './definition.ts';
import {
  type DueRun,
  endRuns,
  endWaits,
  type LockedRun,
  lockOpenRun,
  lockRunsAt,
  saveRunSteps,
  updateRuns,
} from './run-queries.ts';
import { type Branch, findPlace, type Place, placeAfter } from './walk.ts';

export type RunningRule = { id: number; name: string };
/** The outcome of a run's step. */
type Outcome = Omit<StepOutcome, 'outcome'> & { outcome: StepOutcome['outcome'] | EndOutcome };
type EndOutcome = 'stopped' | 'failed' | 'cancelled';
type Source = Pick<Context, 'registries' | 'erasedAddresses'>;
/** A step of a rule, and the time at which runs are at it. */
type At = { rule: Pick<RunningRule, 'id'>; step: number; now: Date };

export const notMet = 'conditions not met';
const longestDetail = 255;

/** Runs the due step. All runs are at the same step of the same version. @throws the error of the step */
export async function runStep(context: Context, rule: RunningRule, definition: Definition, due: DueRun[]) {
  const { steps: kinds } = context.registries;
  const place = findPlace(definition.steps, stepOf(due)) as Place;
  const by = ruleCaller(rule, new Map(due.map(({ contact_id, chain }) => [contact_id, readChain(chain)])));
  // A plugin's step uses that plugin's database connections.
  const db = context.dbOf(kinds.ownerOf(kindOf(kinds, place.step).name));
  await changeIfAllowed({ ...context, db }, by, async (trx, emit) => {
    const { runs, now } = await lockDue(trx, due);
    const at = { rule, step: stepOf(due), now };
    const left = await stopUnmet(context, trx, definition, { at, runs });
    const waited = left.filter(({ status }) => status === 'waiting');
    await endWaits(trx, idsOf(waited), at.step);
    await advance(trx, definition, { place, runs: waited, now });
    const arrived = left.filter(({ status }) => status !== 'waiting');
    if (arrived.length > 0)
      await perform(context, trx, definition, { place, at: { ...at, rule }, runs: arrived, emit });
  });
}

/** Performs a step and moves its runs. A run that pauses stays at the step until the pause ends. */
async function perform(
  context: Context,
  trx: Trx,
  definition: Definition,
  { place, at, runs, emit }: { place: Place; at: At & { rule: RunningRule }; runs: LockedRun[]; emit: Emit },
): Promise<void> {
  const { step } = place;
  const outcome = await act(context, trx, { rule: at.rule, runs, now: at.now }, { step, emit });
  await note(trx, runs, at, outcome);
  const kind = kindOf(context.registries.steps, step);
  const fresh = runs.filter(({ enteredAt }) => !enteredAt);
  await updateRuns(trx, idsOf(fresh), { entered_at: at.now });
  const dueAt = kind.pauses?.(step, at.now);
  if (dueAt) return updateRuns(trx, idsOf(runs), { status: 'waiting', due_at: dueAt, attempts: 0, reason: null });
  if (kind.isLast) return endRuns(trx, idsOf(runs), 'done', { reason: null, now: at.now });
  for (const branch of ['then', 'else', undefined] as const) {
    const some = runs.filter(({ contactId }) => branchOf(outcome(contactId).outcome) === branch);
    await advance(trx, definition, { place, runs: some, now: at.now, branch });
  }
}

/** Returns the branch that an outcome chooses; undefined if the step has no branches. */
export const branchOf = (outcome: string): Branch | undefined =>
  outcome === 'then' || outcome === 'else' ? outcome : undefined;

/** Moves runs to the next step, or ends them. */
async function advance(
  trx: Trx,
  { steps }: Definition,
  { place, runs, now, branch }: { place: Place; runs: LockedRun[]; now: Date; branch?: Branch | undefined },
): Promise<void> {
  const next = placeAfter(steps, place, branch);
  if (!next) return endRuns(trx, idsOf(runs), 'done', { reason: null, now });
  const { id: step, ...rest } = { id: next.step.id as number, path: next.path };
  await updateRuns(trx, idsOf(runs), { step, ...rest, status: 'running', due_at: now, attempts: 0, reason: null });
}

/** Ends runs whose step can never succeed. */
export async function failRuns(db: Db, rule: Pick<RunningRule, 'id'>, due: DueRun[], reason: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { runs, now } = await lockDue(trx, due);
    await endAt(trx, runs, { rule, step: stepOf(due), now }, { status: 'failed', reason });
  });
}

/** Cancels a run. Resolves to false if it has already ended. */
export const cancelRun = (db: Db, id: number): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const run = await lockOpenRun(trx, id);
    if (!run) return false;
    const at = { rule: { id: run.rule_id }, step: run.step, now: new Date() };
    await endAt(trx, [{ ...run, contactId: run.contact_id }], at, { status: 'cancelled', reason: null });
    return true;
  });

const stepOf = (due: DueRun[]) => (due[0] as DueRun).step;
const idsOf = (runs: readonly StepRun[]) => runs.map(({ id }) => id);

async function lockDue(trx: Trx, due: DueRun[]): Promise<{ runs: LockedRun[]; now: Date }> {
  const contactIds = due.map(({ contact_id }) => contact_id);
  await lockContactsById(trx, contactIds);
  const now = new Date();
  const ids = due.map(({ id }) => id);
  return { runs: await lockRunsAt(trx, ids, contactIds, { step: stepOf(due), now }), now };
}

/** Stops runs at their start or the end of a wait if their contacts do not match the conditions. Returns the others. */
async function stopUnmet(
  context: Context,
  trx: Trx,
  definition: Definition,
  { at, runs }: { at: At; runs: LockedRun[] },
): Promise<LockedRun[]> {
  const checked = runs.filter(({ status, enteredAt }) => status === 'waiting' || !enteredAt);
  if (checked.length === 0 || !hasConditions(definition)) return runs;
  const contactIds = checked.map(({ contactId }) => contactId);
  const met = await findMatching(context, trx, definition.conditions, contactIds);
  const unmet = checked.filter(({ contactId }) => !met.has(contactId));
  await endAt(trx, unmet, at, { status: 'stopped', reason: notMet });
  return runs.filter((run) => !unmet.includes(run));
}

/** Ends runs at their step. */
async function endAt(
  trx: Trx,
  runs: readonly StepRun[],
  at: At,
  { status, reason }: { status: EndOutcome; reason: string | null },
): Promise<void> {
  await note(trx, runs, at, () => ({ outcome: status, detail: reason ?? '' }));
  await endRuns(trx, idsOf(runs), status, { reason, now: at.now });
}

/** Performs the step. Returns a function with the outcome for each contact. */
export async function act(
  context: Source,
  trx: Trx,
  work: Omit<StepWork, 'contacts'>,
  { step, emit }: { step: Step; emit: Emit },
): Promise<(contactId: number) => Outcome> {
  const { steps: kinds } = context.registries;
  const kind = kindOf(kinds, step);
  const eventNames = new Map<number, string[]>();
  const contacts = openChanges(context, trx, (event) => {
    eventNames.set(event.contactId, [...(eventNames.get(event.contactId) ?? []), event.name]);
    emit(event);
  });
  const outcome = await kinds.run(kind.name, () => kind.act({ ...work, contacts }, step));
  if (outcome) return outcome;
  return (contactId) => {
    const names = eventNames.get(contactId);
    return names ? { outcome: 'done', detail: names.join(', ') } : { outcome: 'unchanged', detail: '' };
  };
}

const stateOf = (outcome: Outcome['outcome']): StepState =>
  outcome === 'waiting' ? 'waiting' : ['stopped', 'failed', 'cancelled'].includes(outcome) ? 'left' : 'went_on';

const note = (trx: Trx, runs: readonly StepRun[], { rule, step, now }: At, outcome: (contactId: number) => Outcome) =>
  saveRunSteps(
    trx,
    runs.map(({ id, contactId }) => {
      const { detail, ...result } = outcome(contactId);
      const row = { run_id: id, rule_id: rule.id, step, at: now, state: stateOf(result.outcome) };
      return { ...row, ...result, detail: detail.slice(0, longestDetail) };
    }),
  );
