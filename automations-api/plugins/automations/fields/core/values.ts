/** Values of custom fields: parsing by the field's type, and display. */
import type { Selectable } from 'kysely';
import { readJson } from '../../../../../shared/http/body.ts';
import { parseDay } from '../../core/dates.ts';
import { unprocessable } from '../../core/errors.ts';
import type { FieldTable, FieldValueTable } from '../../core/tables.ts';
import { keyOf } from '../../core/text.ts';
import { fitsDecimal, plainNumber, withoutZeros } from './numbers.ts';
import { FieldType } from './types.ts';

export type FieldRow = Selectable<FieldTable>;
export type FieldValue = string | string[];
/** A value as stored; all null means no value. */
export type StoredValue = Pick<Selectable<FieldValueTable>, 'text_value' | 'number_value' | 'date_value'>;

const none: StoredValue = { text_value: null, number_value: null, date_value: null };

export const isNoValue = ({ text_value, number_value, date_value }: StoredValue) =>
  text_value === null && number_value === null && date_value === null;

const longestText = 1_000;
const longestTextarea = 16_000;

/** Parses a value; `""` and an empty list clear it. @throws unprocessable_entity */
export function parseFieldValue(field: FieldRow, given: unknown): StoredValue {
  if (given === '' || given === null || (Array.isArray(given) && given.length === 0)) return none;
  const text = toText(given);
  switch (field.type) {
    case FieldType.number:
      return { ...none, ...parseNumber(field, text) };
    case FieldType.date:
      return { ...none, date_value: parseDate(field, text) };
    case FieldType.select:
    case FieldType.radio:
      return { ...none, text_value: matchOption(field, text) };
    case FieldType.checkbox: {
      const choices = parseChoices(field, given);
      return choices.length === 0 ? none : { ...none, text_value: JSON.stringify(choices) };
    }
    default:
      return { ...none, text_value: parseText(field, text) };
  }
}

/** Returns a stored value as shown in answers; undefined if there is none. */
export function showFieldValue(type: number, { text_value, number_value, date_value }: StoredValue) {
  if (number_value !== null) return withoutZeros(number_value);
  if (date_value !== null) return date_value.toISOString().slice(0, 10);
  if (text_value === null) return undefined;
  return type === FieldType.checkbox ? readChoices(text_value) : text_value;
}

/** Converts a value to another type of the field. @throws unprocessable_entity */
export function convertFieldValue(before: FieldRow, after: FieldRow, stored: StoredValue): StoredValue {
  const value = showFieldValue(before.type, stored);
  const isList = Array.isArray(value) && after.type !== FieldType.checkbox;
  return parseFieldValue(after, isList ? value.join(', ') : (value ?? ''));
}

/** Reads stored choices. A text that was stored before the field became a checkbox is a single choice. */
const readChoices = (text: string): string[] => (/^\[".*"\]$/s.test(text) ? JSON.parse(text) : [text]);

const toText = (given: unknown): string | undefined =>
  typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean' ? String(given) : undefined;

const wrong = ({ id, name }: FieldRow, what: string) => unprocessable(`field ${id} (${name}) must be ${what}`);

/** Returns the maximum length of a field's texts. */
export const longestTextOf = ({ type }: Pick<FieldRow, 'type'>): number =>
  type === FieldType.textarea ? longestTextarea : longestText;

function parseText(field: FieldRow, text: string | undefined): string {
  const longest = longestTextOf(field);
  if (text === undefined || text.length > longest) throw wrong(field, `a text of at most ${longest} characters`);
  return text;
}

/** Parses a number. A number that DECIMAL cannot store exactly is kept as text. */
function parseNumber(field: FieldRow, text: string | undefined): Partial<StoredValue> {
  const plain = plainNumber(text ?? '');
  if (plain === undefined) throw wrong(field, 'a number of at most 400 digits, such as -12.5 or 1e21');
  return fitsDecimal(plain) ? { number_value: plain } : { text_value: plain };
}

const yearFirst = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/;
const dayFirst = /^(\d{1,2})([-.])(\d{1,2})\2(\d{4})$/;
const timeOfDay = /^[T ][\d:.]{1,20}(Z|[+-]\d\d:?\d\d)?$/;

/** Parses a date: `Y-m-d`, `d-m-Y`, `d.m.Y` or ISO 8601. Ignores its time of day. */
function parseDate(field: FieldRow, text: string | undefined): Date {
  const given = text?.trim() ?? '';
  const end = given.search(/[T ]/);
  const [day, time] = end < 0 ? [given, ''] : [given.slice(0, end), given.slice(end)];
  const [, y, m, d] = yearFirst.exec(day) ?? [];
  const [, d2, , m2, y2] = dayFirst.exec(day) ?? [];
  const date = parseDay(`${y ?? y2}-${(m ?? m2)?.padStart(2, '0')}-${(d ?? d2)?.padStart(2, '0')}`);
  if (!date || (time !== '' && !timeOfDay.test(time))) throw wrong(field, 'a date, as yyyy-mm-dd or dd.mm.yyyy');
  return date;
}

/** Finds the option that equals the text, otherwise one with the same `keyOf`. */
function matchOption(field: FieldRow, text: string | undefined): string {
  const options = JSON.parse(field.options ?? '[]') as string[];
  const given = text?.trim();
  const same = options.find((option) => option === given);
  const option = same ?? options.find((other) => given !== undefined && keyOf(other) === keyOf(given));
  if (option === undefined) throw wrong(field, `one of its options: ${options.join(', ').slice(0, 500)}`);
  return option;
}

function parseChoices(field: FieldRow, raw: unknown): string[] {
  const given = readChoiceList(field, raw);
  const list = Array.isArray(given) ? given : typeof given === 'object' ? Object.values(given as object) : [given];
  return [...new Set(list.slice(0, 1_000).map((item) => matchOption(field, toText(item))))];
}

/** Parses a list of options that is JSON text, as in CSV exports. */
function readChoiceList({ options }: FieldRow, given: unknown): unknown {
  const list = typeof given === 'string' && given.startsWith('[') ? readJson(given) : undefined;
  const known = new Set((JSON.parse(options ?? '[]') as string[]).map(keyOf));
  return Array.isArray(list) && list.every((item) => typeof item === 'string' && known.has(keyOf(item))) ? list : given;
}
