/**
 * A format of contacts as data: by which columns it is known, what each becomes, what is left out and why. Columns are compared
 * without regard to case, blanks and marks. In a mapping, `=value` marks a column that has the value in every row.
 */
import { bareName, pointsOf, proposeMapping, type Sign } from '../../../../../../shared/import/columns.ts';
import type { Format, Mapping, Row, Sample } from '../../../../../../shared/import/format.ts';
import { withoutFormulaMark } from '../../../../../../shared/import/formula-mark.ts';
import { toText } from '../../../../../../shared/import/values.ts';
import { longestLabel } from '../../../../../../shared/limits-of-fields.ts';
import { hasFieldPrefix, prefixedSlug } from '../../../fields/core/keys.ts';
import type { ContactItem } from '../../core/item.ts';
import { consentTarget } from './consent-columns.ts';
import { type ContactTarget, type Draft, finish, isContactTarget, newDraft, putValue } from './fields.ts';
import { isNewField, newField, readNewField } from './new-fields.ts';
import { spellings } from './spellings.ts';

export type Columns = Readonly<Record<string, unknown>>;

export type ContactFormat = {
  name: string;
  signs: Sign[];
  /** A name that files of this format have. */
  fileName?: RegExp;
  /** By a column's bare name; null leaves it out without a word, as it says nothing of the person. */
  columns: Record<string, ContactTarget | `new:${string}` | null>;
  /** By a column's bare name the sentence that a report has where it holds something. */
  leftOut?: Record<string, string>;
  /** A constant that every row gets, in the form of a mapping, such as `=unsubscribed` for the status. */
  always?: (sample: Sample) => Mapping;
  /** Columns that a value holds more of, by their names. */
  unfold?: (columns: Columns) => Columns;
  /** Puts right what no single column says. */
  complete?: (row: Row, draft: Draft) => void;
};

/** The custom fields there are, by their names, and whether those that are missing are created. */
export type FieldChoice = { slugOf: (name: string) => string | undefined; makes: boolean };

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

/** Without the name of what it was a member of. */
const nameOf = (column: string) => column.replace(/^attributes\./, '');

/** Where a column goes that no mapping names. */
function targetOf({ format: { columns, leftOut = {} }, fields }: Opened, column: string): string | null {
  const bare = bareName(column);
  if (Object.hasOwn(columns, bare)) return chooseField(columns[bare] ?? null, fields);
  if (Object.hasOwn(leftOut, bare) || bare === '') return null;
  return (
    spellings.get(bare) ??
    consentTarget(nameOf(column)) ??
    chooseField(newField(nameOf(column).slice(0, longestLabel)), fields)
  );
}

/** A field that is there, one that is to be made, or none. */
function chooseField(target: string | null, { slugOf, makes }: FieldChoice): string | null {
  const asked = target === null ? undefined : readNewField(target);
  if (!asked) return target;
  const slug = slugOf(asked.name);
  if (slug !== undefined) return prefixedSlug(slug);
  return makes ? target : null;
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

/** Every value that is left out gets a note. */
function note({ columns, leftOut = {} }: ContactFormat, column: string, { notes }: Draft): void {
  const bare = bareName(column);
  const sentence = leftOut[bare];
  if (sentence) notes.add(sentence);
  else if (columns[bare] !== null) notes.add(`The column “${nameOf(column)}” is left out.`);
}
