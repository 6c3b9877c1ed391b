/** Values of the contact form and their texts. Pure. */

import { countryName } from '../../../shared/ui/format.ts';
import { fieldText } from '../core/fields.ts';
import type { ContactColumn, ContactDetail, CustomField } from '../core/types.ts';
import { text } from '../text/text.ts';

export type Value = string | string[];
/** Values, keyed by the names in the service's messages: column names, and `field ID` for custom fields. */
export type Values = { [name: string]: Value };

export type OwnColumn = Exclude<ContactColumn, 'status'>;

/** Columns of the form. Status, tags and lists have their own cards. */
const { status: _, tags: __, lists: ___, ...ownFields } = text.contacts.fields;
export const columns = Object.keys(ownFields) as OwnColumn[];

const prefix = 'field ';
export const fieldName = (id: string): string => prefix + id;

/** Returns a contact's values. `fieldIds`: the ids of all custom fields, including those without a value. */
export function valuesOf({ contact, fields }: ContactDetail, fieldIds: readonly string[]): Values {
  const record = contact.db_contact;
  return {
    ...Object.fromEntries(columns.map((name) => [name, record?.[name] ?? ''])),
    ...Object.fromEntries(fieldIds.map((id) => [fieldName(id), fields[id] ?? ''])),
  };
}

export const isSameValue = (one: Value | undefined, other: Value | undefined): boolean =>
  [one ?? ''].flat().join('\n') === [other ?? ''].flat().join('\n');

/** Returns the request body with the changed values. An empty value clears the field. */
export function changesOf(before: Values, after: Values): { [name: string]: unknown } {
  const changed = Object.entries(after).filter(([name, value]) => !isSameValue(before[name], value));
  const own = changed.filter(([name]) => !name.startsWith(prefix));
  const fields = changed.filter(([name]) => name.startsWith(prefix));
  return {
    blank_values_update: true,
    strict: true,
    ...Object.fromEntries(own),
    ...(fields.length > 0 && {
      fields: Object.fromEntries(fields.map(([name, value]) => [name.slice(prefix.length), value])),
    }),
  };
}

/** Formats a value as one line. `field` is set for a custom field. */
export function valueWords(name: string, value: Value, field: CustomField | undefined): string {
  if (field) return fieldText(field, value);
  if (name === 'country') return countryName(String(value));
  return name === 'type' ? (text.contacts.types[String(value)] ?? String(value)) : String(value);
}
