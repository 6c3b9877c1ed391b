/**
 * The effect of events on open runs, in the transaction of the event: an awaited event ends a wait, a new date moves
 * it, and a goal ends the run. A woken run is due at once. The caller's transaction locks contacts before runs.
 */
import { StoreFault } from '../../../../shared/errors.ts';
import { lockContactsById } from '../contacts/core/queries.ts';
import type { Context } from '../context/context.ts';
import { sqlDate } from '../core/dates.ts';
import type { RecordedEvent } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import type { Matching } from '../finder/match.ts';
import { awaitedEvent, type Definition, goalEvent } from './definition.ts';
import { listHearing } from './queries.ts';
import { type LockedRun, listWaitStarts, lockOpenRuns, updateWait } from './run-queries.ts';
import { endAt, endReached } from './run-step.ts';
import { findDueDates, waitUntilOf } from './steps/wait-until.ts';
import { isMerge, isTriggeredBy } from './triggers.ts';
import { findPlace } from './walk.ts';

export type Waking = Matching & Pick<Context, 'log'> & { registries: Pick<Context['registries'], 'events'> };
type Group = { definition: Definition; runs: LockedRun[]; now: Date };

/** Wakes, moves and ends the open runs of the contacts to which the events happened. */
export async function wakeRuns(waking: Waking, trx: Trx, events: RecordedEvent[]): Promise<void> {
  const contactIds = [...new Set(events.map(({ contactId }) => contactId))];
  const contacts = await lockContactsById(trx, contactIds);
  const open = contacts.length === 0 ? [] : await lockOpenRuns(trx, contactIds);
  const now = new Date();
  const definitions = await listHearing(trx, open);
  for (const [key, definition] of definitions) {
    const runs = open.filter(({ ruleId, version }) => `${ruleId}:${version}` === key);
    const left = await endGoals(waking, trx, events, { definition, runs, now });
    await wakeWaiting(waking, trx, events, { definition, runs: left, now });
    await followDates(trx, contacts, { definition, runs: left, now });
  }
}

/** Ends runs that have reached their goal. Returns the others. */
async function endGoals(
  waking: Waking,
  trx: Trx,
  events: RecordedEvent[],
  { definition, runs, now }: Group,
): Promise<LockedRun[]> {
  const goal = goalEvent(definition.goal);
  if (!goal) return endIfMatching(waking, trx, { definition, runs, now });
  const { registries } = waking;
  const reached = runs.filter(({ contactId }) =>
    events.some(
      (event) => event.contactId === contactId && !isMerge(event.data) && isTriggeredBy(registries.events, goal, event),
    ),
  );
  await endAt(trx, reached, now, { status: 'reached_goal', reason: null });
  return runs.filter((run) => !reached.includes(run));
}

/** Checks the filter of a goal. A filter that cannot be checked now does not fail the change; the next step checks it. */
async function endIfMatching(waking: Waking, trx: Trx, { definition, runs, now }: Group): Promise<LockedRun[]> {
  try {
    return await endReached(waking, trx, definition, { runs, now });
  } catch (error) {
    if (error instanceof StoreFault || (error as NodeJS.ErrnoException).errno !== undefined) throw error;
    waking.log.warn({ err: error, rule: runs[0]?.ruleId }, 'the goal of a rule could not be checked');
    return runs;
  }
}

/** Ends waits for one of the events. A change that starts no rules continues none. */
async function wakeWaiting(
  { registries }: Waking,
  trx: Trx,
  events: RecordedEvent[],
  { definition, runs, now }: Group,
): Promise<void> {
  for (const run of runs.filter(({ status }) => status === 'waiting')) {
    const step = findPlace(definition.steps, run.step)?.step;
    const awaited = step && awaitedEvent(step);
    if (!awaited) continue;
    const happened = events.find(
      (event) =>
        event.contactId === run.contactId &&
        !event.startsNoRule &&
        !isMerge(event.data) &&
        isTriggeredBy(registries.events, awaited, event),
    );
    if (happened) await updateWait(trx, run, now, happened.name);
  }
}

/** Moves the ends of waits for dates to the contacts' present dates. */
async function followDates(
  trx: Trx,
  contacts: Awaited<ReturnType<typeof lockContactsById>>,
  { definition, runs }: Group,
): Promise<void> {
  const following = runs.filter(({ status, step }) => {
    const place = status === 'waiting' ? findPlace(definition.steps, step) : undefined;
    return place && waitUntilOf(place.step)?.field !== undefined;
  });
  const starts = await listWaitStarts(
    trx,
    following.map(({ id }) => id),
  );
  for (const run of following) {
    const wait = waitUntilOf(findPlace(definition.steps, run.step)?.step ?? {});
    const startedAt = starts.get(run.id);
    if (!wait || !startedAt) continue;
    const due = (await findDueDates(trx, wait, contacts))(run.contactId, startedAt);
    await updateWait(trx, run, due, `until ${sqlDate(due)}`);
  }
}
