/** The definition of a rule: trigger, conditions and steps. Stored as JSON, one per version. */
import type { EventKind, RuleStep, Step, Trigger } from '../../../host/extensions.ts';
import type { PluginRegistry } from '../../../host/registry.ts';
import type { FilterArgs } from '../finder/filter-args.ts';

export type Definition = { trigger: Trigger; conditions: FilterArgs; steps: Step[] };

/** A definition without its steps. */
export type When = Omit<Definition, 'steps'>;

export type StepKinds = Pick<PluginRegistry<RuleStep>, 'find' | 'list' | 'ownerOf' | 'run'>;
export type EventKinds = Pick<PluginRegistry<EventKind>, 'find' | 'list'>;

/** The kind of a step; undefined when none of the active plugins has it. */
export const findKind = (kinds: StepKinds, step: Step): RuleStep | undefined =>
  step.action === undefined
    ? kinds.list().find(({ name, isBare }) => isBare && step[name] !== undefined)
    : kinds.find(step.action);

/** @throws when the plugin that has it is not active; worth another try later */
export function kindOf(kinds: StepKinds, step: Step): RuleStep {
  const kind = findKind(kinds, step);
  if (!kind) throw new Error(`no active plugin has the step ${step.action ?? Object.keys(step).join()}`);
  return kind;
}

/** The contact is gone when such a rule runs, so that nothing can be asked of it or done to it. */
export const isFarewell = (events: EventKinds, { event }: Trigger) => events.find(event)?.leavesNobody ?? false;

export const hasConditions = ({ conditions }: Pick<Definition, 'conditions'>) => Object.keys(conditions).length > 0;

/** Conditions are asked as a run starts and after each pause; what its own steps change in the meantime does not end it. */
export function isAsked(kinds: StepKinds, { steps }: Pick<Definition, 'steps'>, index: number): boolean {
  const before = steps[index - 1];
  return before === undefined || findKind(kinds, before)?.pauses !== undefined;
}
