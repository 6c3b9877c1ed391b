/** The definition of a rule: trigger, conditions, steps, goal and entry. Each version has one, stored as JSON. */
import type { EventKind, RuleStep, Step, Trigger } from '../../../host/extensions.ts';
import type { PluginRegistry } from '../../../host/registry.ts';
import type { FilterArgs } from '../finder/filter-args.ts';
import { parseWait } from './steps/wait.ts';
import type { WaitUntil } from './steps/wait-until.ts';
import { listSteps, mapSteps } from './walk.ts';

/** An event or a filter. A run ends when the event happens or its contact matches the filter. */
export type Goal = Trigger | FilterArgs;

/**
 * The rule's entry: whether a contact can enter again after a run has ended. `after` counts from the start of that run.
 */
export type Entry = 'once' | 'again' | { after: string };

export type When = { trigger: Trigger; conditions: FilterArgs };
export type Definition = When & { steps: Step[]; goal: Goal | null; entry: Entry };

export type StepKinds = Pick<PluginRegistry<RuleStep>, 'find' | 'list' | 'ownerOf' | 'run'>;
export type EventKinds = Pick<PluginRegistry<EventKind>, 'find' | 'list'>;

/** Finds the kind of a step; undefined if no active plugin has it. */
export const findKind = (kinds: StepKinds, step: Step): RuleStep | undefined =>
  step.action === undefined
    ? kinds.list().find(({ name, isBare }) => isBare && step[name] !== undefined)
    : kinds.find(step.action);

/** Thrown if no active plugin has the step. The step's plugin can be temporarily inactive. */
export class StepMissing extends Error {}

/** Returns the kind of a step. @throws StepMissing */
export function kindOf(kinds: StepKinds, step: Step): RuleStep {
  const kind = findKind(kinds, step);
  if (!kind) throw new StepMissing(`no active plugin has the step ${step.action ?? Object.keys(step).join()}`);
  return kind;
}

/** Checks whether the trigger is an event that deletes the contact. */
export const endsContact = (events: EventKinds, { event }: Trigger) => events.find(event)?.leavesNobody ?? false;

export const hasConditions = ({ conditions }: Pick<Definition, 'conditions'>) => Object.keys(conditions).length > 0;

/** Returns whether a contact that entered the rule at `enteredAt` cannot enter it again yet. */
export const refusesEntry = (entry: Entry, enteredAt: Date, now: Date): boolean =>
  entry === 'once' || (entry !== 'again' && enteredAt.getTime() + parseWait(entry.after).ms > now.getTime());

/** Returns the event or the filter of a goal; neither if there is no goal. */
export const goalOf = (goal: Goal | null): { event?: Trigger; filter?: FilterArgs } =>
  goal === null ? {} : typeof goal.event === 'string' ? { event: goal as Trigger } : { filter: goal as FilterArgs };

/** Returns the event that a step waits for. */
export function awaitedEvent({ wait_until: wait }: Step): Trigger | undefined {
  const { at_most: _, ...event } = (wait ?? {}) as WaitUntil;
  return event.event === undefined ? undefined : (event as Trigger);
}

/** Lists the filters of a definition: conditions, branches and goal. */
export const listFilters = ({ conditions, steps, goal }: Definition): FilterArgs[] =>
  [conditions, ...listSteps(steps).map((step) => step.if as FilterArgs | undefined), goalOf(goal).filter].filter(
    (one) => one !== undefined,
  );

/** Lists the events that a definition names: trigger, waits and goal. */
export const listTriggers = ({ trigger, steps, goal }: Definition): Trigger[] =>
  [trigger, ...listSteps(steps).map(awaitedEvent), goalOf(goal).event].filter((one) => one !== undefined);

/** Matches every event in `wakingEventsOf`. */
export const anyEvent = '*';

/**
 * Returns the names of the events that can wake or end open runs of a definition. A filter as a goal is checked at
 * every event, a date only when the contact changes.
 */
export function wakingEventsOf({ steps, goal }: Definition): string[] {
  const { event, filter } = goalOf(goal);
  if (filter) return [anyEvent];
  const waits = listSteps(steps).filter((step) => step.wait_until !== undefined);
  const awaited = waits.map((step) => awaitedEvent(step)?.event ?? 'contact.updated');
  return [...new Set(event ? [...awaited, event.event] : awaited)];
}

type Parts = {
  filter: (filter: FilterArgs) => FilterArgs;
  trigger?: (trigger: Trigger) => Trigger;
  step?: (step: Step) => Step;
};

/** Replaces the filters, events and steps of a definition. */
export function mapDefinition(
  { trigger, conditions, steps, goal, ...rest }: Definition,
  { filter, trigger: event = (same) => same, step: change = (same) => same }: Parts,
): Definition {
  const reached = goalOf(goal);
  return {
    ...rest,
    goal: reached.event ? event(reached.event) : reached.filter ? filter(reached.filter) : null,
    trigger: event(trigger),
    conditions: filter(conditions),
    steps: mapSteps(steps, (step) => ({
      ...change(step),
      ...(step.if === undefined ? {} : { if: filter(step.if as FilterArgs) }),
      ...(awaitedEvent(step) ? { wait_until: event(step.wait_until as Trigger) } : {}),
    })),
  };
}
