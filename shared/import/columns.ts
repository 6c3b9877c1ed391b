/** The columns of a file as formats compare them: without regard to case, blanks and marks. Pure. */
import type { Mapping } from './format.ts';

/** A file has no more; each is proposed, mapped and stored with the import. */
export const mostColumns = 1_000;

/** Columns that a file of a format has, and how sure it is then, from 1 to 100. */
export type Sign = { columns: string[]; points: number };

/** `First Name`, `first_name` and `FirstName` are `firstname`. */
export const bareName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** The points of the best sign whose columns are all among `names`; 0 for none. */
export function pointsOf(signs: readonly Sign[], names: readonly string[]): number {
  const there = new Set(names.map(bareName));
  const points = signs.map((sign) => (sign.columns.every((column) => there.has(column)) ? sign.points : 0));
  return Math.max(0, ...points);
}

/** One column for each target, the first; the targets in `several` may come from more. */
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
