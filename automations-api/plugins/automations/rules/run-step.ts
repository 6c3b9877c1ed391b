/**
 * One step of some runs of one rule, in one transaction: what it does, its events and where the runs stand then are kept
 * together or not at all, so that a step is done once whoever is killed. Contacts are locked before runs, as by all who
 * change them.
 */
import type { Insertable } from 'kysely';
import { inTransaction } from '../../../../shared/db.ts';
import { applyIn } from '../actions/apply.ts';
import { lockContactsById } from '../contacts/queries.ts';
import type { Context } from '../context.ts';
import { presentSecond, sqlDate } from '../dates.ts';
import { changeContacts, type Emit } from '../events.ts';
import type { ContactFinder } from '../finder/finder.ts';
import { resolveFilter } from '../finder/resolve.ts';
import type { Db, RuleRunTable, Trx } from '../tables.ts';
import { readChain, ruleCaller } from './chains.ts';
import { type Definition, hasConditions, isAsked, isWait, type Step } from './definition.ts';
import { type DueRun, endRuns, insertRunSteps, lockRunsAt, updateRuns } from './run-queries.ts';
import { parseWait } from './waits.ts';
import { sendOfRuns } from './webhook-step.ts';

export type RunningRule = { id: number; name: string };
type LockedRun = { id: number; contact_id: number; event: string };
type Locked = { runs: LockedRun[]; now: Date };
/** Per run: what came of its step. */
type Outcome = { outcome: 'done' | 'unchanged' | 'waiting' | 'sent' | 'stopped' | 'failed'; detail: string };

export const notMet = 'conditions not met';

/** All of the runs stand at the same step of the same version. @throws what keeps the step from being done */
export async function runStep(context: Context, rule: RunningRule, definition: Definition, due: DueRun[]) {
  const led = new Map(due.map(({ contact_id, chain }) => [contact_id, readChain(chain)]));
  await changeContacts(context, ruleCaller(rule, led), async (trx, emit) => {
    const { runs, now } = await lockDue(trx, due);
    const left = await stopUnmet(context.finder, trx, definition, due, { runs, now });
    if (left.length > 0) await advance(trx, rule, definition, stepOf(due), left, emit, now);
  });
}

/** Ends runs whose step cannot be done. */
export async function failRuns(db: Db, due: DueRun[], reason: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { runs, now } = await lockDue(trx, due);
    await note(trx, runs, stepOf(due), () => ({ outcome: 'failed', detail: reason }), now);
    await endRuns(trx, idsOf(runs), 'failed', reason, now);
  });
}

const stepOf = (due: DueRun[]) => (due[0] as DueRun).step;
const idsOf = (runs: LockedRun[]) => runs.map(({ id }) => id);

async function lockDue(trx: Trx, due: DueRun[]): Promise<Locked> {
  const contactIds = due.map(({ contact_id }) => contact_id);
  await lockContactsById(trx, contactIds);
  const now = new Date();
  const ids = due.map(({ id }) => id);
  return { runs: await lockRunsAt(trx, ids, contactIds, stepOf(due), now), now };
}

/** Those whose contacts meet the conditions, or are not asked now. */
async function stopUnmet(
  finder: ContactFinder,
  trx: Trx,
  definition: Definition,
  due: DueRun[],
  { runs, now }: Locked,
) {
  if (!isAsked(definition, stepOf(due)) || !hasConditions(definition)) return runs;
  const contactIds = runs.map(({ contact_id }) => contact_id);
  const filter = await resolveFilter(trx, definition.conditions);
  const met = new Set(await finder.among(filter, contactIds, trx));
  const unmet = runs.filter(({ contact_id }) => !met.has(contact_id));
  await note(trx, unmet, stepOf(due), () => ({ outcome: 'stopped', detail: notMet }), now);
  await endRuns(trx, idsOf(unmet), 'stopped', notMet, now);
  return runs.filter(({ contact_id }) => met.has(contact_id));
}

async function advance(
  trx: Trx,
  rule: RunningRule,
  { steps }: Definition,
  index: number,
  runs: LockedRun[],
  emit: Emit,
  now: Date,
): Promise<void> {
  const step = steps[index] as Step;
  await note(trx, runs, index, await act(trx, rule, step, runs, emit, now), now);
  if (index + 1 === steps.length) return void (await endRuns(trx, idsOf(runs), 'done', null, now));
  const next: Partial<Insertable<RuleRunTable>> = isWait(step)
    ? { status: 'waiting', due_at: dueAfter(step.wait, now) }
    : { status: 'running', due_at: now };
  await updateRuns(trx, idsOf(runs), { ...next, step: index + 1, attempts: 0, reason: null });
}

const dueAfter = (wait: string, now: Date) => new Date(now.getTime() + parseWait(wait).ms);

/** Does it, and answers what came of it for each contact. */
async function act(
  trx: Trx,
  rule: RunningRule,
  step: Step,
  runs: LockedRun[],
  emit: Emit,
  now: Date,
): Promise<(contactId: number) => Outcome> {
  if (isWait(step)) return () => ({ outcome: 'waiting', detail: `until ${sqlDate(dueAfter(step.wait, now))}` });
  if (step.action === 'webhook') {
    await sendOfRuns(trx, rule, step, runs, presentSecond());
    return () => ({ outcome: 'sent', detail: step.url.slice(0, 255) });
  }
  const told = new Map<number, string[]>();
  const contactIds = runs.map(({ contact_id }) => contact_id);
  await applyIn(trx, contactIds, step, (event) => {
    told.set(event.contactId, [...(told.get(event.contactId) ?? []), event.name]);
    emit(event);
  });
  return (contactId) => {
    const names = told.get(contactId);
    return names ? { outcome: 'done', detail: names.join(', ').slice(0, 255) } : { outcome: 'unchanged', detail: '' };
  };
}

const note = (trx: Trx, runs: LockedRun[], step: number, outcome: (contactId: number) => Outcome, at: Date) =>
  insertRunSteps(
    trx,
    runs.map(({ id, contact_id }) => ({ run_id: id, step, at, ...outcome(contact_id) })),
  );
