/** Readable names of stored dimension values. */
import { elementOf } from '../../../shared/elements.ts';
import { type Breakdown, keepMostClicked } from '../../clicks/breakdown.ts';
import { wordsOfIds } from '../../clicks/click-dictionary.ts';
import type { StoredClick } from '../../clicks/core/click.ts';
import { type Dimension, dimensions, otherId, toBreakdown, unknown } from '../../clicks/core/dimensions.ts';
import type { Db } from '../../core/tables.ts';

/** The name that combines all values without a row of their own. */
export const other = '(other)';
/** Number of a dimension's shown values; the rest are added up. */
export const valuesShown = 100;

/** Returns whether the number of a dimension's values is not fixed. */
export const isOpen = ({ kind }: Dimension) => kind !== 'list';

/** Finds the text of the ids in each dimension. */
const wordsOf = (db: Db, idsAt: (place: number) => Iterable<number>) =>
  wordsOfIds(
    db,
    dimensions.flatMap(({ kind }, place) => (kind === 'word' ? [...idsAt(place)] : [])),
  );

/** Returns the names of each click's values, in the order of `dimensions`. */
export async function namesOfClicks(db: Db, clicks: Pick<StoredClick, 'values'>[]): Promise<string[][]> {
  const words = await wordsOf(db, (place) => clicks.map(({ values }) => elementOf(values, place)));
  return clicks.map(({ values }) =>
    dimensions.map((dimension, place) => nameOf(dimension, elementOf(values, place), words)),
  );
}

export type Value = { value: string; clicks: number; uniqueClicks: number };

/** Returns the name of a value. `words` are from the dictionary. */
function nameOf(dimension: Dimension, id: number, words: Map<number, string>): string {
  if (isOpen(dimension) && id === otherId) return other;
  if (dimension.kind !== 'word') return dimension.nameOf(id);
  return words.get(id) ?? (id === 0 ? dimension.none : unknown);
}

/**
 * Returns each dimension's values, most clicked first. Values with equal clicks are sorted by name. Only the list of
 * variants leaves out clicks without a value. Values after the hundredth are added up as `(other)`, which comes last.
 */
export async function describeBreakdown(db: Db, breakdown: Breakdown) {
  const shown = breakdown.map((values) => keepMostClicked(values, valuesShown));
  const words = await wordsOf(db, (place) => (shown[place] as Breakdown[number]).keys());
  return toBreakdown((dimension, place): Value[] => {
    const isOther = (id: number) => Number(isOpen(dimension) && id === otherId);
    return [...(shown[place] as Breakdown[number])]
      .map(([id, [clicks, uniqueClicks]]) => ({ id, value: nameOf(dimension, id, words), clicks, uniqueClicks }))
      .filter(({ value }) => value !== '')
      .sort((a, b) => isOther(a.id) - isOther(b.id) || b.clicks - a.clicks || (a.value < b.value ? -1 : 1))
      .map(({ id: _, ...value }) => value);
  });
}
