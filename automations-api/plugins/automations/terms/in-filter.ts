/** Uses of tags and lists in filters, and their replacement. Pure. */
import { replaceIds } from '../../../host/replace-ids.ts';
import { type FilterArgs, partsOf } from '../finder/filter-args.ts';
import { TermType } from './core/queries.ts';

/** A replacement of the ids in `from`, all of one type, with `into`. */
export type Replacement = { type: TermType; from: readonly number[]; into: number };

const parameters = {
  [TermType.tag]: { wanted: ['tag', 'tag_all'], unwanted: 'tag_not' },
  [TermType.list]: { wanted: ['list', 'list_all'], unwanted: 'list_not' },
} as const;
const parametersOf = (type: TermType) => [...parameters[type].wanted, parameters[type].unwanted];

export const filterUses = (filter: FilterArgs, type: TermType, id: number): boolean =>
  partsOf(filter).some((part) => parametersOf(type).some((name) => part[name]?.includes(id)));

export function replaceInFilter(filter: FilterArgs, replacement: Replacement): FilterArgs {
  const replaced = parametersOf(replacement.type).flatMap((name) => {
    const ids = filter[name];
    return ids ? [[name, replaceIds(ids, replacement)]] : [];
  });
  const groups = filter.any_of && { any_of: filter.any_of.map((group) => replaceInFilter(group, replacement)) };
  return { ...filter, ...Object.fromEntries(replaced), ...groups };
}

/** Checks whether a filter both requires and excludes a term. */
export function isContradictory(filter: FilterArgs, type: TermType, id: number): boolean {
  const { wanted, unwanted } = parameters[type];
  return partsOf(filter).some(
    (part) => Boolean(part[unwanted]?.includes(id)) && wanted.some((name) => part[name]?.includes(id)),
  );
}
