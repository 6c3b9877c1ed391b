/** Conditions and filters as text. */
import { countryName, date } from '../../../shared/ui/format.ts';
import { typeOf } from '../core/fields.ts';
import { criterionOf, fieldOf, type Known } from '../core/named-objects.ts';
import { nameOfTerm } from '../core/terms.ts';
import type { StatusName } from '../core/types.ts';
import { text } from '../text/later.ts';
import { type Condition, conditionsOf, type Filter, objectIn } from './conditions.ts';

const words = text.filter;

/** Returns the name of a condition's subject. */
export const nameOf = ({ kind, field = '' }: Pick<Condition, 'kind' | 'field'>, known: Known): string =>
  kind === 'criterion'
    ? (criterionOf(known, field)?.label ?? field)
    : kind === 'field'
      ? (fieldOf(known, field)?.name ?? words.unknownField(field))
      : words.kinds[kind];

/** Formats a UTC day as a date and leaves other values unchanged. */
const dayWords = (value: string) => (/^\d{4}-\d\d-\d\d$/.test(value) ? date(`${value}T00:00:00Z`, 'UTC') : value);

function valueWords({ kind, field }: Condition, value: string, known: Known): string {
  if (kind === 'status') return text.statuses[value as StatusName] ?? value;
  if (kind === 'tag' || kind === 'list') return nameOfTerm(known[kind], value);
  if (kind === 'segment') return known.segments?.find(({ ID }) => String(ID) === value)?.name ?? `#${value}`;
  if (kind === 'import') return `#${value}`;
  if (kind === 'type') return words.types[value] ?? value;
  if (kind === 'country') return countryName(value.toUpperCase());
  const found = kind === 'field' ? fieldOf(known, field) : undefined;
  const isDay = kind === 'added' || kind === 'changed' || (found && typeOf(found) === 'date');
  return isDay ? dayWords(value) : value;
}

/** Formats a condition: "Tag: customer or guest". */
export function wordsOf(condition: Condition, known: Known): string {
  const { kind, how, values } = condition;
  if (kind === 'event') {
    const [name = '', times = '', within = '', details = ''] = values;
    return words.event.says(name, times === '' || times === '1' ? undefined : times, within, details);
  }
  if (kind === 'groups') {
    return words.groups.says(values.filter(Boolean).map((group) => filterWords(objectIn(group), known)));
  }
  const shown =
    kind === 'ids' ? [words.chosen(values.length)] : values.map((value) => valueWords(condition, value, known));
  return words.says[how](nameOf(condition, known), shown);
}

/** Formats a filter: "Status: Subscribed · Tag: customer". */
export const filterWords = (filter: Filter, known: Known): string =>
  conditionsOf(filter)
    .map((condition) => wordsOf(condition, known))
    .join(' · ') || words.everybody;
