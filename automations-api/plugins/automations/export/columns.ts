/** What an export can have of each contact, by the names its columns have. Pure. */

import { ContactRecord } from '../contacts/answers.ts';
import type { ContactRow } from '../contacts/queries.ts';
import { nameOfStatus } from '../contacts/statuses.ts';
import { unprocessable } from '../errors.ts';
import { prefixedSlug } from '../fields/keys.ts';
import { FieldType } from '../fields/types.ts';
import type { FieldRow, FieldValue } from '../fields/values.ts';
import type { Term } from '../terms/queries.ts';

/** As JSON has it; null for none. */
export type ExportValue = string | number | string[] | null;

/** A contact with all that columns are read from; values by the field's id. */
export type ExportedContact = {
  row: ContactRow;
  record: ContactRecord;
  terms: Term[];
  values: ReadonlyMap<number, FieldValue>;
};

/** `fieldId`: of the field whose value it is. */
export type Column = { name: string; fieldId?: number; read: (contact: ExportedContact) => ExportValue };

const ofRecord = Object.keys(ContactRecord.properties) as (keyof ContactRecord)[];

/** In an order that every site has, whatever ids its tags and lists have. */
const namesOf = (type: number) => (contact: ExportedContact) =>
  contact.terms
    .filter((term) => term.type === type)
    .map(({ name }) => name)
    .sort();

const inWords: Column[] = [
  { name: 'status_name', read: ({ row }) => nameOfStatus(row.status) },
  { name: 'tag_names', read: namesOf(1) },
  { name: 'list_names', read: namesOf(2) },
];

/** All there are: first what every record has, then words for its numbers, then the custom fields. */
export const columnsOf = (fields: FieldRow[]): Column[] => [
  ...ofRecord.map((name): Column => ({ name, read: ({ record }) => record[name] })),
  ...inWords,
  ...fields.map(fieldColumn),
];

/** No other column can have its name, as no slug has a colon. */
const fieldColumn = ({ id, type, slug }: FieldRow): Column => ({
  name: prefixedSlug(slug),
  fieldId: id,
  read({ values }) {
    const value = values.get(id) ?? null;
    return type === FieldType.number && typeof value === 'string' ? exactNumber(value) : value;
  },
});

/** A number where every reader of JSON reads the same digits; otherwise its text. */
const exactNumber = (digits: string) => (String(Number(digits)) === digits ? Number(digits) : digits);

/** Those that are named, in that order; all of them for no name and for `all`. @throws unprocessable_entity */
export function chooseColumns(all: Column[], named: string[]): Column[] {
  const names = new Set(named.flatMap((part) => part.split(',')).map((name) => name.trim()));
  names.delete('');
  if (names.size === 0 || (names.size === 1 && names.has('all'))) return all;
  const byName = new Map(all.map((column) => [column.name, column]));
  const unknown = [...names].filter((name) => !byName.has(name));
  if (unknown.length > 0) {
    const shown = unknown.slice(0, 20).map((name) => name.slice(0, 100));
    throw unprocessable(`columns has unknown name(s): ${shown.join(', ')}; there are ${[...byName.keys()].join(', ')}`);
  }
  return [...names].flatMap((name) => byName.get(name) ?? []);
}
