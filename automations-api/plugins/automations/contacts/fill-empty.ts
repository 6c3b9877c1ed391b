/** Inputs limited to columns and fields that are empty in the contact. Pure. */
import type { ContactColumn } from '../core/contact-columns.ts';
import { isNoValue, type StoredValue } from '../fields/core/values.ts';
import type { ValueChange } from '../fields/value-queries.ts';
import type { ContactInput } from './contact-input.ts';
import type { ContactRow } from './core/queries.ts';
import type { ContactSave } from './state.ts';

const isEmpty = (value: string | number) => value === '' || value === 0;

/** Returns the input without email and status, limited to empty columns. Tags and lists are added. */
export function fillInput({ status: _, ...input }: ContactInput, row: ContactRow): ContactInput {
  const columns = Object.entries(input.columns).filter(
    ([name]) => name !== 'email' && name !== 'email_key' && isEmpty(row[name as ContactColumn]),
  );
  return { ...input, columns: Object.fromEntries(columns), replacesTags: false, replacesLists: false };
}

/** Groups values by contact and field. */
export function groupValues(values: ValueChange[]): Map<number, Map<number, StoredValue>> {
  const byContact = new Map<number, Map<number, StoredValue>>();
  for (const { contact_id, field_id, ...value } of values) {
    const ofContact = byContact.get(contact_id) ?? new Map<number, StoredValue>();
    byContact.set(contact_id, ofContact.set(field_id, value));
  }
  return byContact;
}

/** Returns only the values for fields that are empty in the contact. */
export const fillValues = (
  values: ContactSave['values'],
  stored: ReadonlyMap<number, StoredValue> | undefined,
): ContactSave['values'] =>
  values.filter(({ field_id }) => {
    const value = stored?.get(field_id);
    return !value || isNoValue(value);
  });
