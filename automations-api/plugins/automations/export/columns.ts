/** The columns of exports. Pure. */
import type { ExportColumn, ExportRow, ExportValue } from '../../../host/extensions.ts';
import type { PluginRegistry } from '../../../host/registry.ts';
import { ContactRecord } from '../contacts/answers.ts';
import { columnLabels, rareColumns } from '../core/contact-columns.ts';
import { unprocessable } from '../core/errors.ts';
import { prefixedSlug } from '../fields/core/keys.ts';
import { FieldType } from '../fields/core/types.ts';
import type { FieldRow, FieldValue } from '../fields/core/values.ts';

/** A contact with the data of all columns. `values` are keyed by field id. */
export type ExportedContact = ExportRow & { values: ReadonlyMap<number, FieldValue> };

/** A column. `fieldId` is set for a custom field. */
export type Column = {
  name: string;
  fieldId?: number;
  read: (contacts: readonly ExportedContact[]) => Promise<readonly ExportValue[]>;
};

type Columns = Pick<PluginRegistry<ExportColumn>, 'list' | 'run'>;

const recordColumns = Object.keys(ContactRecord.properties) as (keyof ContactRecord)[];
const labels: { readonly [name in keyof ContactRecord]: string } = {
  id: 'ID',
  wpid: 'WordPress user',
  uid: 'Unique ID',
  ...columnLabels,
  tags: 'Tags by their IDs',
  lists: 'Lists by their IDs',
  last_modified: 'Changed',
  creation_date: 'Added',
};

/** Columns that are useful only to programs. The admin application does not select them by default. */
const rare = new Set<string>(['id', 'wpid', 'uid', 'tags', 'lists', ...rareColumns]);

const column = (name: string, label: string, read: (contact: ExportRow) => ExportValue): ExportColumn => ({
  name,
  label,
  isRare: rare.has(name),
  read: (contacts) => contacts.map(read),
});

/** The columns of the record, followed by names for its ids and numbers. */
export const exportColumns: readonly ExportColumn[] = [
  ...recordColumns.map((name) => column(name, labels[name], ({ record }) => record[name] ?? null)),
  column('status_name', 'Status', ({ status }) => status),
  column('tag_names', 'Tags', ({ tagNames }) => tagNames),
  column('list_names', 'Lists', ({ listNames }) => listNames),
];

/** Lists all columns: the registered ones, then the custom fields. */
export const columnsOf = (columns: Columns, fields: FieldRow[]): Column[] => [
  ...columns
    .list()
    .map(({ name, read }): Column => ({ name, read: (contacts) => columns.run(name, () => read(contacts)) })),
  ...fields.map(fieldColumn),
];

/** Builds the column of a custom field. Its name is unique, since it contains a colon. */
const fieldColumn = ({ id, type, slug }: FieldRow): Column => ({
  name: prefixedSlug(slug),
  fieldId: id,
  read: async (contacts) =>
    contacts.map(({ values }) => {
      const value = values.get(id) ?? null;
      return type === FieldType.number && typeof value === 'string' ? exactNumber(value) : value;
    }),
});

/** Returns a number if JSON keeps all its digits, otherwise the text. */
const exactNumber = (digits: string) => (String(Number(digits)) === digits ? Number(digits) : digits);

/** Returns the named columns in order; all columns if `named` is empty or `all`. @throws unprocessable_entity */
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
