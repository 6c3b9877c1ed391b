/** Stored values of the six dimensions in words. */
import type { Db } from '../../shared/db.ts';
import { devices } from '../clicks/agent.ts';
import { type Breakdown, type Dimension, dimensions, keepMostClicked, otherId } from '../clicks/breakdown.ts';
import { wordsOfIds } from '../clicks/click-dictionary.ts';
import { countryOf } from '../clicks/click-record.ts';

export const triggers = ['link', 'qr'] as const;
const worded: readonly Dimension[] = ['os', 'browser', 'referrer'];
const valuesShown = 100;

export type Value = { value: string; clicks: number; uniqueClicks: number };

/** The word of a value; `words` holds those of systems, browsers and referrers. */
export function valueName(dimension: Dimension, id: number, words: Map<number, string>): string {
  if (dimension === 'device') return devices[id] ?? 'unknown';
  if (dimension === 'trigger') return triggers[id] ?? 'link';
  if (id === otherId) return '(other)';
  if (dimension === 'country') return countryOf(id) || 'Unknown';
  return words.get(id) ?? (dimension === 'referrer' && id === 0 ? '(direct)' : 'Unknown');
}

/** Each dimension's values, most clicked first; beyond the hundredth they are one, `(other)`, at the end. */
export async function describeBreakdown(db: Db, breakdown: Breakdown): Promise<Record<Dimension, Value[]>> {
  const shown = breakdown.map((values) => keepMostClicked(values, valuesShown));
  const words = await wordsOfIds(
    db,
    dimensions.flatMap((dimension, at) =>
      worded.includes(dimension) ? [...(shown[at] as Breakdown[number]).keys()] : [],
    ),
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
