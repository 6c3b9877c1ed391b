/** Uses of tags and lists in rules, and their replacement. Pure. */
import type { Step } from '../../../host/extensions.ts';
import { replaceIds } from '../../../host/replace-ids.ts';
import { type Definition, listFilters, listTriggers, mapDefinition } from '../rules/definition.ts';
import { listSteps } from '../rules/walk.ts';
import { TermType } from './core/queries.ts';
import { filterUses, isContradictory, type Replacement, replaceInFilter } from './in-filter.ts';

const words = {
  [TermType.tag]: { one: 'tag', many: 'tags' },
  [TermType.list]: { one: 'list', many: 'lists' },
} as const;

/** Returns the ids of a type that a step adds or removes. */
const idsOf = (step: Step, type: TermType): readonly number[] => step[words[type].many] ?? [];

export const definitionUses = (definition: Definition, type: TermType, id: number): boolean =>
  listTriggers(definition).some((trigger) => trigger[words[type].one] === id) ||
  listFilters(definition).some((filter) => filterUses(filter, type, id)) ||
  listSteps(definition.steps).some((step) => idsOf(step, type).includes(id));

export function replaceInDefinition(definition: Definition, replacement: Replacement): Definition {
  const { type, from, into } = replacement;
  const { one, many } = words[type];
  return mapDefinition(definition, {
    filter: (filter) => replaceInFilter(filter, replacement),
    trigger(trigger) {
      const id = trigger[one];
      return id !== undefined && from.includes(id) ? { ...trigger, [one]: into } : trigger;
    },
    step(step) {
      const ids = idsOf(step, type);
      return ids.length > 0 ? { ...step, [many]: replaceIds(ids, replacement) } : step;
    },
  });
}

/** Checks whether a rule both adds and removes the term, or one of its filters both requires and excludes it. */
export function isContradictoryDefinition(definition: Definition, type: TermType, id: number): boolean {
  const steps = listSteps(definition.steps).filter((step) => idsOf(step, type).includes(id));
  const acts = new Set(steps.flatMap(({ action }) => action ?? []));
  return acts.size > 1 || listFilters(definition).some((filter) => isContradictory(filter, type, id));
}
