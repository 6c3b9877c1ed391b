/** The definition of a rule: trigger, conditions and steps. Each version has one, stored as JSON. */
import type { EventKind, RuleStep, Step, Trigger } from '../../../host/extensions.ts';
import type { PluginRegistry } from '../../../host/registry.ts';
import type { FilterArgs } from '../finder/filter-args.ts';
import { listSteps, mapSteps } from './walk.ts';

export type Definition = { trigger: Trigger; conditions: FilterArgs; steps: Step[] };

/** A definition without its steps. */
export type When = Omit<Definition, 'steps'>;

export type StepKinds = Pick<PluginRegistry<RuleStep>, 'find' | 'list' | 'ownerOf' | 'run'>;
export type EventKinds = Pick<PluginRegistry<EventKind>, 'find' | 'list'>;

/** Finds the kind of a step; undefined if no active plugin has it. */
export const findKind = (kinds: StepKinds, step: Step): RuleStep | undefined =>
  step.action === undefined
    ? kinds.list().find(({ name, isBare }) => isBare && step[name] !== undefined)
    : kinds.find(step.action);

/** Returns the kind of a step. @throws if its plugin is not active; a later retry can help */
export function kindOf(kinds: StepKinds, step: Step): RuleStep {
  const kind = findKind(kinds, step);
  if (!kind) throw new Error(`no active plugin has the step ${step.action ?? Object.keys(step).join()}`);
  return kind;
}

/** Checks whether the trigger is an event that deletes the contact. */
export const endsContact = (events: EventKinds, { event }: Trigger) => events.find(event)?.leavesNobody ?? false;

export const hasConditions = ({ conditions }: Pick<Definition, 'conditions'>) => Object.keys(conditions).length > 0;

/** Lists the filters of a definition, in its conditions and branches. */
export const listFilters = ({ conditions, steps }: Pick<Definition, 'conditions' | 'steps'>): FilterArgs[] => [
  conditions,
  ...listSteps(steps).flatMap((step) => (step.if === undefined ? [] : (step.if as FilterArgs))),
];

/** Lists the events that a definition names. */
export const listTriggers = ({ trigger }: Definition): Trigger[] => [trigger];

type Parts = {
  filter: (filter: FilterArgs) => FilterArgs;
  trigger?: (trigger: Trigger) => Trigger;
  step?: (step: Step) => Step;
};

/** Replaces the filters, events and steps of a definition. */
export function mapDefinition(
  { trigger, conditions, steps }: Definition,
  { filter, trigger: event = (same) => same, step: change = (same) => same }: Parts,
): Definition {
  return {
    trigger: event(trigger),
    conditions: filter(conditions),
    steps: mapSteps(steps, (step) =>
      step.if === undefined ? change(step) : { ...change(step), if: filter(step.if as FilterArgs) },
    ),
  };
}
