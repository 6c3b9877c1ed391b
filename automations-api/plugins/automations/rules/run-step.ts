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
import { findMatching, type Matching } from '../finder/match.ts';
import { readChain, ruleCaller } from './chains.ts';
import { type Definition, goalOf, hasConditions, kindOf } from './definition.ts';
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
type EndOutcome = 'stopped' | 'failed' | 'cancelled' | 'reached_goal';
type Source = Pick<Context, 'registries' | 'erasedAddresses'>;
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
    const searching = await endReached(context, trx, definition, { runs, now });
    const left = await stopUnmet(context, trx, definition, { runs: searching, now });
    const waited = left.filter(({ status }) => status === 'waiting');
    await endWaits(trx, idsOf(waited), stepOf(due));
    await advance(trx, definition, { place, runs: waited, now });
    const arrived = left.filter(({ status }) => status !== 'waiting');
    if (arrived.length > 0) await perform(context, trx, definition, { place, rule, runs: arrived, now, emit });
  });
}

/** Performs a step and moves its runs. A run that pauses stays at the step until the pause ends. */
async function perform(
  context: Context,
  trx: Trx,
  definition: Definition,
  work: { place: Place; rule: RunningRule; runs: LockedRun[]; now: Date; emit: Emit },
): Promise<void> {
  const { place, rule, runs, now, emit } = work;
  const { step } = place;
  const outcome = await act(context, trx, { rule, runs, now }, { step, emit });
  await recordSteps(trx, runs, now, outcome);
  const kind = kindOf(context.registries.steps, step);
  const fresh = runs.filter(({ enteredAt }) => !enteredAt);
  await updateRuns(trx, idsOf(fresh), { entered_at: now });
  const end = kind.pauses?.(step, now);
  if (end) return pause(trx, runs, ({ contactId }) => outcome(contactId).dueAt ?? end);
  if (kind.isLast) return endRuns(trx, idsOf(runs), 'done', { reason: null, now });
  for (const branch of ['then', 'else', undefined] as const) {
    const some = runs.filter(({ contactId }) => branchOf(outcome(contactId).outcome) === branch);
    await advance(trx, definition, { place, runs: some, now, branch });
  }
}

/** Makes runs wait. Runs with the same end are updated together. */
async function pause(trx: Trx, runs: LockedRun[], dueAt: (run: LockedRun) => Date): Promise<void> {
  const ends = new Set(runs.map((run) => dueAt(run).getTime()));
  for (const end of ends) {
    const some = runs.filter((run) => dueAt(run).getTime() === end);
    await updateRuns(trx, idsOf(some), { status: 'waiting', due_at: new Date(end), attempts: 0, reason: null });
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
  const at = { step: next.step.id as number, path: next.path };
  await updateRuns(trx, idsOf(runs), { ...at, status: 'running', due_at: now, attempts: 0, reason: null });
}

/** Ends runs whose step can never succeed. */
export async function failRuns(db: Db, due: DueRun[], reason: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { runs, now } = await lockDue(trx, due);
    await endAt(trx, runs, now, { status: 'failed', reason });
  });
}

/** Cancels a run. Resolves to false if it has already ended. */
export const cancelRun = (db: Db, id: number): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const run = await lockOpenRun(trx, id);
    if (!run) return false;
    await endAt(trx, [run], new Date(), { status: 'cancelled', reason: null });
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

/** Ends runs whose contacts match the filter of the goal. Returns the others. */
export async function endReached<Run extends LockedRun>(
  context: Matching,
  trx: Trx,
  { goal }: Definition,
  { runs, now }: { runs: Run[]; now: Date },
): Promise<Run[]> {
  const { filter } = goalOf(goal);
  if (!filter || runs.length === 0) return runs;
  const contactIds = runs.map(({ contactId }) => contactId);
  const met = await findMatching(context, trx, filter, contactIds);
  const reached = runs.filter(({ contactId }) => met.has(contactId));
  await endAt(trx, reached, now, { status: 'reached_goal', reason: null });
  return runs.filter((run) => !reached.includes(run));
}

/** Stops runs at their start or the end of a wait if their contacts do not match the conditions. Returns the others. */
async function stopUnmet(
  context: Context,
  trx: Trx,
  definition: Definition,
  { runs, now }: { runs: LockedRun[]; now: Date },
): Promise<LockedRun[]> {
  const checked = runs.filter(({ status, enteredAt }) => status === 'waiting' || !enteredAt);
  if (checked.length === 0 || !hasConditions(definition)) return runs;
  const contactIds = checked.map(({ contactId }) => contactId);
  const met = await findMatching(context, trx, definition.conditions, contactIds);
  const unmet = checked.filter(({ contactId }) => !met.has(contactId));
  await endAt(trx, unmet, now, { status: 'stopped', reason: notMet });
  return runs.filter((run) => !unmet.includes(run));
}

/** Ends runs at their step. */
export async function endAt(
  trx: Trx,
  runs: readonly LockedRun[],
  now: Date,
  { status, reason }: { status: EndOutcome; reason: string | null },
): Promise<void> {
  await recordSteps(trx, runs, now, () => ({ outcome: status, detail: reason ?? '' }));
  await endRuns(trx, idsOf(runs), status, { reason, now });
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

const states: { [outcome: string]: StepState } = {
  waiting: 'waiting',
  stopped: 'left',
  failed: 'left',
  cancelled: 'left',
  reached_goal: 'reached_goal',
};

const recordSteps = (trx: Trx, runs: readonly LockedRun[], at: Date, outcomeOf: (contactId: number) => Outcome) =>
  saveRunSteps(
    trx,
    runs.map(({ id, ruleId, step, contactId }) => {
      const { outcome, detail } = outcomeOf(contactId);
      const state = states[outcome] ?? 'went_on';
      return { run_id: id, rule_id: ruleId, step, at, state, outcome, detail: detail.slice(0, longestDetail) };
    }),
  );
