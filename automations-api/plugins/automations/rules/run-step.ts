/**
 * The execution of a step for several runs of a rule in one transaction. The step's effect, its events and the
 * progress of its runs are stored together. A step therefore happens exactly once, even if a process is killed.
 * Contacts are always locked before runs.
 */
import { inTransaction } from '../../../../shared/db/db.ts';
import type { Step, StepRun, StepWork } from '../../../host/extensions.ts';
import { openChanges } from '../contacts/actions/contact-changes.ts';
import { lockContactsById } from '../contacts/core/queries.ts';
import type { Context } from '../context/context.ts';
import { changeIfAllowed, type Emit } from '../core/events.ts';
import type { Db, Trx } from '../core/tables.ts';
import { resolveFilter } from '../finder/resolve.ts';
import { readChain, ruleCaller } from './chains.ts';
import { checksConditions, type Definition, hasConditions, kindOf, type StepKinds } from './definition.ts';
import { type DueRun, endRuns, insertRunSteps, lockRunsAt, updateRuns } from './run-queries.ts';

export type RunningRule = { id: number; name: string };
/** The outcome of a run's step. */
type Outcome = { outcome: 'done' | 'unchanged' | 'waiting' | 'sent' | 'stopped' | 'failed'; detail: string };
type Source = Pick<Context, 'registries' | 'erasedAddresses'>;

export const notMet = 'conditions not met';
const longestDetail = 255;

/** Runs the due step. All runs are at the same step of the same version. @throws the error of the step */
export async function runStep(context: Context, rule: RunningRule, definition: Definition, due: DueRun[]) {
  const { steps: kinds } = context.registries;
  const index = stepOf(due);
  const step = definition.steps[index] as Step;
  const by = ruleCaller(rule, new Map(due.map(({ contact_id, chain }) => [contact_id, readChain(chain)])));
  // A plugin's step uses that plugin's database connections.
  const db = context.dbOf(kinds.ownerOf(kindOf(kinds, step).name));
  await changeIfAllowed({ ...context, db }, by, async (trx, emit) => {
    const { runs, now } = await lockDue(trx, due);
    const left = await stopUnmet(context, trx, definition, { index, runs, now });
    if (left.length === 0) return;
    const outcome = await act(context, trx, { rule, runs: left, now }, { step, emit });
    await note(trx, left, index, { outcome, at: now });
    await advance(trx, kinds, definition, { index, runs: left, now });
  });
}

/** Ends runs whose step can never succeed. */
export async function failRuns(db: Db, due: DueRun[], reason: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { runs, now } = await lockDue(trx, due);
    await note(trx, runs, stepOf(due), { outcome: () => ({ outcome: 'failed', detail: reason }), at: now });
    await endRuns(trx, idsOf(runs), 'failed', { reason, now });
  });
}

const stepOf = (due: DueRun[]) => (due[0] as DueRun).step;
const idsOf = (runs: readonly StepRun[]) => runs.map(({ id }) => id);

async function lockDue(trx: Trx, due: DueRun[]): Promise<{ runs: StepRun[]; now: Date }> {
  const contactIds = due.map(({ contact_id }) => contact_id);
  await lockContactsById(trx, contactIds);
  const now = new Date();
  const ids = due.map(({ id }) => id);
  const runs = await lockRunsAt(trx, ids, contactIds, { step: stepOf(due), now });
  return { runs: runs.map(({ id, contact_id, event }) => ({ id, contactId: contact_id, event })), now };
}

/** Stops runs whose contacts no longer match the conditions, if this step checks them. Returns the others. */
async function stopUnmet(
  { finder, registries: { steps: kinds, criteria } }: Context,
  trx: Trx,
  definition: Definition,
  { index, runs, now }: { index: number; runs: StepRun[]; now: Date },
): Promise<StepRun[]> {
  if (!checksConditions(kinds, definition, index) || !hasConditions(definition)) return runs;
  const contactIds = runs.map(({ contactId }) => contactId);
  const filter = await resolveFilter(trx, definition.conditions, criteria);
  const met = new Set(await finder.among(filter, contactIds, trx));
  const unmet = runs.filter(({ contactId }) => !met.has(contactId));
  await note(trx, unmet, index, { outcome: () => ({ outcome: 'stopped', detail: notMet }), at: now });
  await endRuns(trx, idsOf(unmet), 'stopped', { reason: notMet, now });
  return runs.filter(({ contactId }) => met.has(contactId));
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

async function advance(
  trx: Trx,
  kinds: StepKinds,
  { steps }: Definition,
  { index, runs, now }: { index: number; runs: StepRun[]; now: Date },
): Promise<void> {
  if (index + 1 === steps.length) return endRuns(trx, idsOf(runs), 'done', { reason: null, now });
  const step = steps[index] as Step;
  const dueAt = kindOf(kinds, step).pauses?.(step, now);
  const next = { step: index + 1, attempts: 0, reason: null };
  await updateRuns(trx, idsOf(runs), { ...next, status: dueAt ? 'waiting' : 'running', due_at: dueAt ?? now });
}

const note = (
  trx: Trx,
  runs: StepRun[],
  step: number,
  { outcome, at }: { outcome: (contactId: number) => Outcome; at: Date },
) =>
  insertRunSteps(
    trx,
    runs.map(({ id, contactId }) => {
      const result = outcome(contactId);
      return { run_id: id, step, at, ...result, detail: result.detail.slice(0, longestDetail) };
    }),
  );
