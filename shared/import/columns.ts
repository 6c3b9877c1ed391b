/** Comparison of column names, without case, spaces and punctuation. Pure. */
import type { Mapping } from './format.ts';

/** Maximum number of columns: each is proposed, mapped and stored with the import. */
export const mostColumns = 1_000;

/** Columns that indicate a format, and the certainty from 1 to 100. */
export type Sign = { columns: string[]; points: number };

/** Returns `firstname` for `First Name`, `first_name` and `FirstName`. */
export const bareName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Returns the points of the best sign whose columns are all in `names`; 0 for none. */
export function pointsOf(signs: readonly Sign[], names: readonly string[]): number {
  const there = new Set(names.map(bareName));
  const points = signs.map((sign) => (sign.columns.every((column) => there.has(column)) ? sign.points : 0));
  return Math.max(0, ...points);
}

/** Maps the first matching column to each target; targets in `several` can have several columns. */
export function proposeMapping(
  names: readonly string[],
  targetOf: (name: string) => string | null,
  several: ReadonlySet<string>,
): Mapping {
  const taken = new Set<string>();
  return Object.fromEntries(
    names.map((name) => {
      const target = targetOf(name);
      const isFree = target === null || several.has(target) || !taken.has(target);
      if (target !== null && isFree) taken.add(target);
      return [name, isFree ? target : null];
    }),
  );
}
