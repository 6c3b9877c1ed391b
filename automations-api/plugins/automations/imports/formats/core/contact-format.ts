/**
 * A contact format as data: the columns that identify it, their targets, and the columns to leave out with the
 * reason. Column names are compared without case, blanks and marks. In a mapping, `=value` is a column with this
 * value in every row.
 */
import { bareName, pointsOf, proposeMapping, type Sign } from '../../../../../../shared/import/columns.ts';
import type { Format, Mapping, Row, Sample } from '../../../../../../shared/import/format.ts';
import { withoutFormulaMark } from '../../../../../../shared/import/formula-mark.ts';
import { toText } from '../../../../../../shared/import/values.ts';
import { longestLabel } from '../../../../../../shared/limits-of-fields.ts';
import { hasFieldPrefix, prefixedSlug, slugOfKey } from '../../../fields/core/keys.ts';
import type { ContactItem } from '../../core/item.ts';
import { consentTarget } from './consent-columns.ts';
import { type ContactTarget, type Draft, finish, isContactTarget, newDraft, putValue } from './fields.ts';
import { isNewField, newField, readNewField } from './new-fields.ts';
import { spellings } from './spellings.ts';

export type Columns = Readonly<Record<string, unknown>>;

export type ContactFormat = {
  name: string;
  signs: Sign[];
  /** Matches the names of this format's files. */
  fileName?: RegExp;
  /** Targets by bare column name. `null` leaves a column out without a note, because it is not about the person. */
  columns: Record<string, ContactTarget | `new:${string}` | null>;
  /** Notes, keyed by bare column name. Each note explains why the column is left out. */
  leftOut?: Record<string, string>;
  /** Returns a mapping with a constant for every row, such as `=unsubscribed` for the status. */
  always?: (sample: Sample) => Mapping;
  /** Splits values that contain several columns into separate columns. */
  unfold?: (columns: Columns) => Columns;
  /** Adds values that must be derived from several columns. */
  complete?: (row: Row, draft: Draft) => void;
};

/** Finds existing custom fields by name, and states whether missing fields are created. */
export type FieldChoice = { slugOf: (name: string) => string | undefined; createsFields: boolean };

export type OpenFormat = (fields: FieldChoice) => Format<ContactItem>;

export function contactFormat(format: ContactFormat): OpenFormat {
  const { name, signs, unfold = (columns: Columns) => columns } = format;
  const namesIn = ({ headers, records }: Sample) => [
    ...new Set([...headers, ...records.flatMap((record) => Object.keys(unfold(record)))]),
  ];
  return (fields) => ({
    name,
    recognise(sample) {
      const names = namesIn(sample);
      const isNamed = format.fileName?.test(sample.fileName) && names.some((one) => bareName(one) === 'email');
      return Math.max(pointsOf(signs, names), isNamed ? 95 : 0);
    },
    propose: (sample) => ({
      ...proposeMapping(namesIn(sample), (column) => targetOf({ format, fields }, column), several),
      ...format.always?.(sample),
    }),
    read: (row, mapping) => read({ format, fields }, { ...row, columns: unfold(row.columns) }, mapping),
  });
}

type Opened = { format: ContactFormat; fields: FieldChoice };

/** Removes the prefix of attributes. */
const nameOf = (column: string) => column.replace(/^attributes\./, '');

/** Returns the default target of a column. */
function targetOf({ format: { columns, leftOut = {} }, fields }: Opened, column: string): string | null {
  if (hasFieldPrefix(column) && fields.slugOf(slugOfKey(column)) !== undefined) return column;
  const bare = bareName(column);
  if (Object.hasOwn(columns, bare)) return chooseField(columns[bare] ?? null, fields);
  if (Object.hasOwn(leftOut, bare) || bare === '') return null;
  return (
    spellings.get(bare) ??
    consentTarget(nameOf(column)) ??
    chooseField(newField(nameOf(column).slice(0, longestLabel)), fields)
  );
}

/** Returns the target for a custom field: an existing field, a field to create, or null. */
function chooseField(target: string | null, { slugOf, createsFields }: FieldChoice): string | null {
  const field = target === null ? undefined : readNewField(target);
  if (!field) return target;
  const slug = slugOf(field.name);
  if (slug !== undefined) return prefixedSlug(slug);
  return createsFields ? target : null;
}

const several = new Set<string>(['tags', 'lists', 'created_at', 'status', 'opt_out', 'opt_in', 'bounced']);

function read(opened: Opened, row: Row, mapping: Mapping) {
  const { format } = opened;
  const { columns } = row;
  const draft = newDraft();
  format.complete?.(row, draft);
  for (const [column, value] of Object.entries(columns)) {
    const target = mapping[column] === undefined ? targetOf(opened, column) : mapping[column];
    if (isEmpty(value)) continue;
    if (target) put(target, typeof value === 'string' ? withoutFormulaMark(value) : value, draft);
    else note(format, column, draft);
  }
  for (const [column, target] of Object.entries(mapping)) {
    if (target && column.startsWith('=') && !Object.hasOwn(columns, column)) put(target, column.slice(1), draft);
  }
  if (draft.status === undefined) draft.notes.add(noStatus);
  return { item: finish(draft), notes: [...draft.notes] };
}

const noStatus = 'Contacts without a status get the status chosen for the file, or are unverified.';

const isEmpty = (value: unknown) => toText(value) === '' || toText(value) === '[]';

function put(target: string, value: unknown, draft: Draft): void {
  if (isContactTarget(target)) putValue(target, value, draft);
  else if (isNewField(target) || hasFieldPrefix(target)) {
    draft.item.fields = { [target]: fieldText(value), ...draft.item.fields };
  }
}

const fieldText = (value: unknown) => (Array.isArray(value) ? value.map(toText).join(', ') : toText(value));

/** Adds the note about a value that is left out. */
function note({ columns, leftOut = {} }: ContactFormat, column: string, { notes }: Draft): void {
  const bare = bareName(column);
  const sentence = leftOut[bare];
  if (sentence) notes.add(sentence);
  else if (columns[bare] !== null) notes.add(`The column “${nameOf(column)}” is left out.`);
}
