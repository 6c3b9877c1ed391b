/** The values of breakdowns in words. */
import { countryName, languageName } from '../../../../shared/ui/format.ts';
import type { Ranked } from '../../../../shared/ui/rank.tsx';
import type { StatsValue } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import type { Dimension } from './question.ts';

const words = text.analytics.values as Record<string, string>;

export function nameOfValue(dimension: Dimension, value: string): string {
  if (dimension === 'country') return words[value] ?? countryName(value);
  if (dimension === 'language') return words[value] ?? languageName(value);
  return words[value] ?? value;
}

/** What stands for all that were not kept, and cannot be asked for. */
export const isOthers = ({ value }: { value: string }) => value === '(other)';

export const rankedOf = (dimension: Dimension, values: readonly StatsValue[] = []): Ranked[] =>
  values.map(({ value, clicks }) => ({ value, label: nameOfValue(dimension, value), count: clicks }));
