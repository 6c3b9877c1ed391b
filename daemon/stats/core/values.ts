/** Stored values of the dimensions in words, and words back to stored values. */

import { dimensions } from '../../../shared/limits-of-fields.ts';
import { type Breakdown, type Dimension, keepMostClicked, otherId } from '../../clicks/breakdown.ts';
import { countryOf } from '../../clicks/bytes/record.ts';
import { wordsOfIds } from '../../clicks/click-dictionary.ts';
import { devices } from '../../clicks/core/agent.ts';
import type { Db } from '../../core/tables.ts';

export const triggers = ['link', 'qr'] as const;
/** Those whose values are words of the dictionary. */
const worded = ['os', 'browser', 'referrer', 'language', 'utmSource', 'utmMedium', 'utmCampaign'] as const;
type Worded = (typeof worded)[number];
const isWorded = (dimension: Dimension): dimension is Worded => (worded as readonly Dimension[]).includes(dimension);
const missing: Partial<Record<Dimension, string>> = {
  referrer: '(direct)',
  utmSource: '(none)',
  utmMedium: '(none)',
  utmCampaign: '(none)',
};
const unknown = 'Unknown';
/** What a value is called that was not there. */
export const nameOfMissing = (dimension: Dimension) => missing[dimension] ?? unknown;
/** Of a dimension; more are one. */
export const valuesShown = 100;

/** The words of clicks, by their ids. */
export const wordsOfClicks = (db: Db, clicks: Record<Worded, number>[]) =>
  wordsOfIds(
    db,
    clicks.flatMap((click) => worded.map((dimension) => click[dimension])),
  );

export type Value = { value: string; clicks: number; uniqueClicks: number };

/** The word of a value; `words` holds those of the dictionary. */
export function valueName(dimension: Dimension, id: number, words: Map<number, string>): string {
  if (dimension === 'device') return devices[id] ?? 'unknown';
  if (dimension === 'trigger') return triggers[id] ?? 'link';
  if (id === otherId) return '(other)';
  if (dimension === 'country') return countryOf(id) || unknown;
  return words.get(id) ?? (id === 0 ? nameOfMissing(dimension) : unknown);
}

/** Each dimension's values, most clicked first; beyond the hundredth they are one, `(other)`, at the end. */
export async function describeBreakdown(db: Db, breakdown: Breakdown): Promise<Record<Dimension, Value[]>> {
  const shown = breakdown.map((values) => keepMostClicked(values, valuesShown));
  const words = await wordsOfIds(
    db,
    dimensions.flatMap((dimension, at) => (isWorded(dimension) ? [...(shown[at] as Breakdown[number]).keys()] : [])),
  );
  const entries = dimensions.map((dimension, at) => {
    const small = dimension === 'device' || dimension === 'trigger';
    const isOther = (id: number) => !small && id === otherId;
    const values = [...(shown[at] as Breakdown[number])]
      .sort(([a, [clicksA]], [b, [clicksB]]) => Number(isOther(a)) - Number(isOther(b)) || clicksB - clicksA || a - b)
      .map(([id, [clicks, uniqueClicks]]) => ({ value: valueName(dimension, id, words), clicks, uniqueClicks }));
    return [dimension, values] as const;
  });
  return Object.fromEntries(entries) as Record<Dimension, Value[]>;
}
