/** Conditions on a custom field, by its type. */
// biome-ignore-all lint/plugin: contact searches use handwritten SQL.
import { sql } from 'kysely';
import { lowered } from '../../../../../shared/db/sql-lower.ts';
import { ApiError } from '../../../../../shared/errors.ts';
import { formsOf } from '../../../../../shared/unicode-forms.ts';
import { dayOf, parseDay } from '../../core/dates.ts';
import { unprocessable } from '../../core/errors.ts';
import type { Db } from '../../core/tables.ts';
import { toRank } from '../../fields/core/indexed-value-queries.ts';
import { fitsDecimal, plainNumber } from '../../fields/core/numbers.ts';
import { FieldType } from '../../fields/core/types.ts';
import { type FieldRow, parseFieldValue, showFieldValue } from '../../fields/core/values.ts';
import type { Keep } from '../index/contact-index.ts';
import type { FieldValues } from '../index/field-values.ts';
import { hasPart, inLowerCase, isOneOf } from './compare-texts.ts';
import type { Condition, Criterion } from './criterion.ts';

/**
 * A function that reads a condition. `name` is the parameter named in errors.
 * @throws unprocessable_entity if it does not suit the field's type
 */
export type ReadCondition = (db: Db, field: FieldRow, name: string, given: unknown) => Criterion | Promise<Criterion>;

/** Builds a condition on the contact's value `v`. */
const hasValue = (
  { id }: FieldRow,
  condition: Condition,
  inIndex: (values: FieldValues) => Keep | Promise<Keep>,
): Criterion => ({
  sql: sql`(${valueWhere(id, condition)} IS NOT NULL)`,
  // The DISTINCT prevents MySQL and MariaDB from merging the subquery into the statement.
  contactIds: sql`SELECT DISTINCT v.contact_id FROM ${values} v FORCE INDEX (field_values_field)
    WHERE v.field_id = ${id} AND ${condition}`,
  inIndex: ({ values }) => inIndex(values),
});

const values = sql.table('automations_field_values');

/** Selects the value if it meets the condition. The LIMIT prevents MySQL and MariaDB from using a join. */
const valueWhere = (fieldId: number, condition: Condition) =>
  sql`(SELECT 1 FROM ${values} v
    WHERE v.contact_id = c.id AND v.field_id = ${fieldId} AND ${condition} LIMIT 1)`;

/** Matches contacts whose value, or a choice of a checkbox, is one of these. */
export const hasSame: ReadCondition = async (db, field, name, given) => {
  const wanted = (given as string[]).map((text) => readValue(field, name, text));
  if (field.type === FieldType.checkbox) return hasChoice(field, wanted);
  const texts = isText(field) || isChoice(field) ? await inLowerCase(db, wanted.flatMap(formsOf)) : wanted;
  return hasValue(field, isSame(field, texts), (values) => (bits) => values.keepWholes(bits, field.id, texts));
};

function textOf(name: string, given: unknown): string {
  if (typeof given === 'object') throw unprocessable(`${name} must be one value`);
  return String(given);
}

const isText = ({ type }: FieldRow) => type === FieldType.text || type === FieldType.textarea;
const isChoice = ({ type }: FieldRow) => type === FieldType.select || type === FieldType.radio;

/** Normalizes a value by the field's type, as text. */
function readValue(field: FieldRow, name: string, text: string): string {
  try {
    return [showFieldValue(field.type, parseFieldValue(field, text))].flat().join();
  } catch (error) {
    throw error instanceof ApiError ? unprocessable(`${name}: ${error.message}`) : error;
  }
}

function isSame({ type }: FieldRow, texts: string[]): Condition {
  if (type === FieldType.date) return sql`v.date_value IN (${sql.join(texts)})`;
  if (type !== FieldType.number) return isOneOf(lowered(sql`v.text_value`), texts);
  // Longer numbers are stored as text; a CAST would round them to a different number.
  const numbers = texts.filter(fitsDecimal).map((text) => sql`CAST(${text} AS DECIMAL(30, 10))`);
  const isText = isOneOf(sql`v.text_value`, texts);
  return numbers.length > 0 ? sql`(v.number_value IN (${sql.join(numbers)}) OR ${isText})` : isText;
}

function hasChoice(field: FieldRow, choices: string[]): Criterion {
  const chosen = choices.map(
    (choice) => sql`CASE WHEN v.text_value LIKE '["%"]' THEN JSON_CONTAINS(v.text_value, ${JSON.stringify(choice)})
      ELSE ${isOneOf(sql`v.text_value`, [choice])} END`,
  );
  return hasValue(
    field,
    sql`(${sql.join(chosen, sql` OR `)})`,
    (values) => (bits) => values.keepChoices(bits, field.id, choices),
  );
}

/** Matches texts that contain this part. */
export const hasPartOf: ReadCondition = async (db, field, name, given) => {
  if (!isText(field)) throw unprocessable(`${name}: field ${field.id} (${field.name}) is not text`);
  const parts = await inLowerCase(db, formsOf(textOf(name, given)));
  return hasValue(field, hasPart(lowered(sql`v.text_value`), parts), (values) => values.search(field.id, parts));
};

/** Matches numbers or dates in an inclusive range. */
export const isBetween: ReadCondition = (_db, field, name, given) => {
  const { from, to } = given as { from: unknown; to: unknown };
  const { read, column, toSql } = rangeOf(field, name);
  const [low, high] = [from, to].map((bound, n) => {
    const named = `${name}[${n === 0 ? 'from' : 'to'}]`;
    return bound === '' || bound === null ? undefined : read(named, textOf(named, bound));
  });
  const conditions = [
    sql`${column} IS NOT NULL`,
    ...(low === undefined ? [] : [sql`${column} >= ${toSql(low)}`]),
    ...(high === undefined ? [] : [sql`${column} <= ${toSql(high)}`]),
  ];
  return hasValue(field, sql.join(conditions, sql` AND `), (values) => (bits) => {
    values.keepRanks(bits, field.id, low ?? Number.NEGATIVE_INFINITY, high ?? Number.POSITIVE_INFINITY);
  });
};

type Range = { read: (name: string, text: string) => number; column: Condition; toSql: (rank: number) => Condition };

/**
 * Ranges of numbers. Numbers are compared as DOUBLE, because numbers that are too long for DECIMAL are stored as
 * text.
 */
const numbers: Range = {
  read(name, text) {
    const plain = plainNumber(text);
    if (plain === undefined) throw unprocessable(`${name} must be a number`);
    return toRank(plain);
  },
  column: sql`(COALESCE(v.number_value, v.text_value) + 0e0)`,
  toSql: (rank) => sql`(${String(rank)} + 0e0)`,
};

const dates: Range = {
  read(name, text) {
    const day = parseDay(text.trim());
    if (!day) throw unprocessable(`${name} must be a date, as yyyy-mm-dd`);
    return dayOf(day);
  },
  column: sql`v.date_value`,
  toSql: (rank) => sql`DATE_ADD('1970-01-01', INTERVAL ${rank} DAY)`,
};

function rangeOf(field: FieldRow, name: string): Range {
  if (field.type === FieldType.number) return numbers;
  if (field.type === FieldType.date) return dates;
  throw unprocessable(`${name}: field ${field.id} (${field.name}) is not a number or date, so it has no from and to`);
}

/** Matches contacts with or without a value. */
export const isValued: ReadCondition = (_db, field, name, given) => {
  const text = textOf(name, given).toLowerCase();
  if (!['1', '0', 'true', 'false'].includes(text)) throw unprocessable(`${name} must be 1 or 0`);
  const isEmpty = text === '1' || text === 'true';
  const found = valueWhere(field.id, sql`COALESCE(v.text_value, v.number_value, v.date_value) IS NOT NULL`);
  return {
    sql: isEmpty ? sql`(${found} IS NULL)` : sql`(${found} IS NOT NULL)`,
    inIndex:
      ({ values }) =>
      (bits) =>
        values.keepValued(bits, field.id, !isEmpty),
  };
};
