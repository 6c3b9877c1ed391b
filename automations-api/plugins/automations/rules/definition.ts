/** The definition of a rule: trigger, conditions and steps. Each version has one, stored as JSON. */
import type { EventKind, RuleStep, Step, Trigger } from '../../../host/extensions.ts';
import type { PluginRegistry } from '../../../host/registry.ts';
import type { FilterArgs } from '../finder/filter-args.ts';

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

/** Returns true if a run checks the conditions before this step. It does so at its start and after each pause. */
export function checksConditions(kinds: StepKinds, { steps }: Pick<Definition, 'steps'>, index: number): boolean {
  const before = steps[index - 1];
  return before === undefined || findKind(kinds, before)?.pauses !== undefined;
}
