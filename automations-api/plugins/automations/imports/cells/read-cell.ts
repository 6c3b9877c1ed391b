/** Conversion of a file's cell to a custom field value, with a report of its unreadable parts. Pure. */
import { ApiError } from '../../../../../shared/errors.ts';
import { toNames } from '../../../../../shared/import/names.ts';
import { toText } from '../../../../../shared/import/values.ts';
import { FieldType } from '../../fields/core/types.ts';
import { type FieldRow, longestTextOf, parseFieldValue } from '../../fields/core/values.ts';
import { readDay } from './days.ts';
import type { Form } from './forms.ts';
import { readNumber } from './numbers.ts';

/** The result for a cell. `value` is undefined if no part could be read. */
export type Cell = { value?: unknown; faults: string[] };

const longestShown = 50;
const shownCell = (value: unknown) => `“${toText(value).slice(0, longestShown)}”`;

export const leftOut = (value: unknown, name: string, why: string) =>
  `${shownCell(value)} is left out of “${name}”: ${why}.`;

export function readCell(field: FieldRow, given: unknown, form: Form = {}): Cell {
  if (toText(given) === '' || (Array.isArray(given) && given.length === 0)) return { value: given, faults: [] };
  switch (field.type) {
    case FieldType.date:
      return one(field, given, readDay(toText(given), form.order), 'it is not a clear date');
    case FieldType.number:
      return one(field, given, readNumber(toText(given), form.decimal), 'it is not a clear number');
    case FieldType.select:
    case FieldType.radio:
      return one(field, given, given, 'it is not one of its options');
    case FieldType.checkbox:
      return readChoices(field, given);
    default:
      return readText(field, given);
  }
}

function one(field: FieldRow, given: unknown, value: unknown, why: string): Cell {
  return value !== undefined && fits(field, value)
    ? { value, faults: [] }
    : { faults: [leftOut(given, field.name, why)] };
}

function fits(field: FieldRow, value: unknown): boolean {
  try {
    parseFieldValue(field, value);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Reads a list, or names separated by marks, and keeps only names of options. */
function readChoices(field: FieldRow, given: unknown): Cell {
  if (fits(field, given)) return { value: given, faults: [] };
  const names = toNames(given);
  const known = names.filter((name) => fits(field, [name]));
  const faults = names
    .filter((name) => !known.includes(name))
    .map((name) => leftOut(name, field.name, 'it is not one of its options'));
  return known.length > 0 ? { value: known, faults } : { faults };
}

function readText(field: FieldRow, given: unknown): Cell {
  const text = typeof given === 'string' ? given : toText(given);
  const longest = longestTextOf(field);
  if (text.length <= longest) return { value: text, faults: [] };
  return { value: text.slice(0, longest), faults: [`Texts of “${field.name}” are cut to ${longest} characters.`] };
}
