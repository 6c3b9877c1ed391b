/** Uses of tags and lists in rules, and their replacement. Pure. */
import type { Step } from '../../../host/extensions.ts';
import type { Definition } from '../rules/definition.ts';
import { TermType } from './core/queries.ts';
import { filterUses, isContradictory, type Replacement, replaceIds, replaceInFilter } from './in-filter.ts';

const words = {
  [TermType.tag]: { one: 'tag', many: 'tags' },
  [TermType.list]: { one: 'list', many: 'lists' },
} as const;

/** Returns the ids of a type that a step adds or removes. */
const idsOf = (step: Step, type: TermType): readonly number[] => step[words[type].many] ?? [];

export const definitionUses = ({ trigger, conditions, steps }: Definition, type: TermType, id: number): boolean =>
  trigger[words[type].one] === id ||
  filterUses(conditions, type, id) ||
  steps.some((step) => idsOf(step, type).includes(id));

export function replaceInDefinition(definition: Definition, replacement: Replacement): Definition {
  const { type, from, into } = replacement;
  const { one, many } = words[type];
  const { trigger, conditions, steps } = definition;
  const triggerId = trigger[one];
  return {
    trigger: triggerId !== undefined && from.includes(triggerId) ? { ...trigger, [one]: into } : trigger,
    conditions: replaceInFilter(conditions, replacement),
    steps: steps.map((step) => {
      const ids = idsOf(step, type);
      return ids.length > 0 ? { ...step, [many]: replaceIds(ids, replacement) } : step;
    }),
  };
}

/** Checks whether a rule both adds and removes the term, or its conditions both require and exclude it. */
export function isContradictoryDefinition({ conditions, steps }: Definition, type: TermType, id: number): boolean {
  const acts = new Set(steps.flatMap((step) => (idsOf(step, type).includes(id) ? (step.action ?? []) : [])));
  return isContradictory(conditions, type, id) || acts.size > 1;
}
