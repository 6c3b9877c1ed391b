/** Where filters name tags and lists, and another in the place of some. Pure. */
import type { FilterArgs } from '../finder/filter-args.ts';
import { TermType } from './core/queries.ts';

/** The ids in `from`, all of one type, become `into`. */
export type Replacement = { type: TermType; from: readonly number[]; into: number };

const members = {
  [TermType.tag]: { wanted: ['tag', 'tag_all'], unwanted: 'tag_not' },
  [TermType.list]: { wanted: ['list', 'list_all'], unwanted: 'list_not' },
} as const;
const membersOf = (type: TermType) => [...members[type].wanted, members[type].unwanted];

export const filterNames = (filter: FilterArgs, type: TermType, id: number): boolean =>
  membersOf(type).some((member) => filter[member]?.includes(id));

/** Each id once, where it stood first. */
export const replaceIds = (ids: readonly number[], { from, into }: Replacement): number[] => [
  ...new Set(ids.map((id) => (from.includes(id) ? into : id))),
];

export function replaceInFilter(filter: FilterArgs, replacement: Replacement): FilterArgs {
  const replaced = membersOf(replacement.type).flatMap((member) => {
    const ids = filter[member];
    return ids ? [[member, replaceIds(ids, replacement)]] : [];
  });
  return { ...filter, ...Object.fromEntries(replaced) };
}

/** Whether it asks for a term that it also refuses, so that it can find nobody by it. */
export function isTorn(filter: FilterArgs, type: TermType, id: number): boolean {
  const { wanted, unwanted } = members[type];
  return Boolean(filter[unwanted]?.includes(id)) && wanted.some((member) => filter[member]?.includes(id));
}
