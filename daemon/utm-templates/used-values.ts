/** The UTM values that a workspace uses. Pure. */
import type { Utm } from '../../shared/drawing/location.ts';

export type UtmName = keyof Utm;
const names: readonly UtmName[] = ['source', 'medium', 'campaign', 'term', 'content'];

/** Maximum number of values of each parameter. */
const valuesAtMost = 50;

/** Returns the different values of each parameter, the most frequent first and equally frequent ones by name. */
export const usedValues = (sets: readonly Utm[]): Record<UtmName, string[]> =>
  Object.fromEntries(names.map((name) => [name, mostFrequent(sets.map((utm) => utm[name]))])) as Record<
    UtmName,
    string[]
  >;

function mostFrequent(values: readonly (string | undefined)[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1))
    .slice(0, valuesAtMost)
    .map(([value]) => value);
}
