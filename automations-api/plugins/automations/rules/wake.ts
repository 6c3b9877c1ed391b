/**
 * The effect of events on open runs, in the transaction of the event: an awaited event ends a wait, a new date moves
 * it, and a goal ends the run. A woken run is due at once. The caller's transaction locks contacts before runs.
 */
import { StoreFault } from '../../../../shared/errors.ts';
import type { Trigger } from '../../../host/extensions.ts';
import { type ContactRow, lockContactsById } from '../contacts/core/queries.ts';
import type { Context } from '../context/context.ts';
import { sqlDate } from '../core/dates.ts';
import type { RecordedEvent } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import type { Matching } from '../finder/match.ts';
import { awaitedEvent, type Definition, goalOf } from './definition.ts';
import { findDefinitions, versionKey } from './queries.ts';
import { listWaitStarts, lockOpenRuns, type OpenRun, updateWait } from './run-queries.ts';
import { endAt, endReached } from './run-step.ts';
import { findDueDates, type WaitUntil, waitUntilOf } from './steps/wait-until.ts';
import { isMerge, isTriggeredBy } from './triggers.ts';
import { listSteps } from './walk.ts';

export type Waking = Matching & Pick<Context, 'log'> & { registries: Pick<Context['registries'], 'events'> };

/** The contacts to which events happened, which are locked. */
type Happened = { events: RecordedEvent[]; contacts: ContactRow[]; now: Date };

/** Wakes, moves and ends the open runs of the contacts to which the events happened. */
export async function wakeRuns(waking: Waking, trx: Trx, events: RecordedEvent[]): Promise<void> {
  const contacts = await lockContactsById(trx, [...new Set(events.map(({ contactId }) => contactId))]);
  const contactIds = contacts.map(({ id }) => id);
  const open = await lockOpenRuns(trx, contactIds);
  const happened = { events, contacts, now: new Date() };
  const versions = open.map(({ ruleId, version }) => ({ rule_id: ruleId, version }));
  for (const [key, definition] of await findDefinitions(trx, versions)) {
    const runs = open.filter(({ ruleId, version }) => versionKey(ruleId, version) === key);
    const left = await endGoals(waking, trx, definition, { ...happened, runs });
    for (const step of listSteps(definition.steps)) {
      const waiting = left.filter((run) => run.status === 'waiting' && run.step === step.id);
      const [wait, awaited] = [waitUntilOf(step), awaitedEvent(step)];
      if (awaited) await endWaitsFor(waking, trx, awaited, { ...happened, runs: waiting });
      else if (wait) await followDates(trx, wait, { ...happened, runs: waiting });
    }
  }
}

/** Ends runs that have reached their goal. Returns the others. */
async function endGoals(
  waking: Waking,
  trx: Trx,
  definition: Definition,
  { runs, events, now }: Happened & { runs: OpenRun[] },
): Promise<OpenRun[]> {
  const { event: goal } = goalOf(definition.goal);
  if (!goal) return endIfMatching(waking, trx, definition, { runs, now });
  const reached = runs.filter((run) => findEvent(waking, goal, run, events));
  await endAt(trx, reached, now, { status: 'reached_goal', reason: null });
  return runs.filter((run) => !reached.includes(run));
}

/**
 * Ends runs whose contacts match the goal's filter. If the filter cannot be checked now, the change still succeeds, and
 * the next step checks it.
 */
async function endIfMatching(
  waking: Waking,
  trx: Trx,
  definition: Definition,
  { runs, now }: { runs: OpenRun[]; now: Date },
): Promise<OpenRun[]> {
  try {
    return await endReached(waking, trx, definition, { runs, now });
  } catch (error) {
    if (error instanceof StoreFault || (error as NodeJS.ErrnoException).errno !== undefined) throw error;
    waking.log.warn({ err: error, rule: runs[0]?.ruleId }, 'the goal of a rule could not be checked');
    return runs;
  }
}

/** Ends waits for an event. A change that starts no rules does not end any wait. */
async function endWaitsFor(
  waking: Waking,
  trx: Trx,
  awaited: Trigger,
  { runs, events, now }: Happened & { runs: OpenRun[] },
): Promise<void> {
  const starting = events.filter(({ startsNoRule }) => !startsNoRule);
  for (const run of runs) {
    const event = findEvent(waking, awaited, run, starting);
    if (event) await updateWait(trx, run, now, event.name);
  }
}

/** Finds the event of a run's contact that matches. A merge matches nothing, because the contact did nothing. */
const findEvent = ({ registries }: Waking, wanted: Trigger, { contactId }: OpenRun, events: RecordedEvent[]) =>
  events.find(
    (event) => event.contactId === contactId && !isMerge(event.data) && isTriggeredBy(registries.events, wanted, event),
  );

/** Moves the ends of waits for a date to the present dates of the changed contacts. */
async function followDates(
  trx: Trx,
  wait: WaitUntil,
  { runs, events, contacts, now }: Happened & { runs: OpenRun[] },
): Promise<void> {
  const changed = new Set(events.flatMap(({ name, contactId }) => (name === 'contact.updated' ? contactId : [])));
  const following = runs.filter(({ contactId }) => changed.has(contactId));
  if (following.length === 0) return;
  const ids = following.map(({ id }) => id);
  const [starts, dueAt] = [await listWaitStarts(trx, ids), await findDueDates(trx, wait, contacts)];
  for (const run of following) {
    const due = dueAt(run.contactId, starts.get(run.id) ?? now);
    if (due.getTime() !== run.dueAt?.getTime()) await updateWait(trx, run, due, `until ${sqlDate(due)}`);
  }
}
