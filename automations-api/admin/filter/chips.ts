/** Chips for the active filter, one per condition; each can be removed. */
import type { Chip } from '../../../shared/ui/list/tools.tsx';
import type { Known } from '../core/named-objects.ts';
import { conditionsOf, type Filter, filterOf, placeOf } from './conditions.ts';
import { wordsOf } from './words.ts';

export function chipsOf(filter: Filter, known: Known, onChange: (filter: Filter) => void): Chip[] {
  const conditions = conditionsOf(filter);
  return conditions.map((condition) => ({
    key: placeOf(condition),
    label: wordsOf(condition, known),
    onRemove: () => onChange(filterOf(conditions.filter((other) => other !== condition))),
  }));
}
