/** Ids of tags or lists after a merge or deletion. Pure. */
import type { TermChange } from './contacts.ts';

/** Replaces ids, or removes them without `into`. Keeps the first of duplicates. */
export const replaceIds = (ids: readonly number[], { from, into }: Pick<TermChange, 'from' | 'into'>): number[] => [
  ...new Set(ids.flatMap((id) => (from.includes(id) ? (into ?? []) : id))),
];
