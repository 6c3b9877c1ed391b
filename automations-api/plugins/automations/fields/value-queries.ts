/** Queries for field values. */
import { sql } from 'kysely';
import type { Db, Trx } from '../core/tables.ts';
import { type FieldRow, type FieldValue, type StoredValue, showFieldValue } from './core/values.ts';

export type ValueChange = StoredValue & { contact_id: number; field_id: number };

const editable = 1;

export const isEditable = ({ mode }: Pick<FieldRow, 'mode'>) => mode === editable;

/** Lists the editable fields among the ids, and prevents their deletion until the transaction ends. */
export const lockEditableFields = async (trx: Trx, ids: number[]): Promise<FieldRow[]> =>
  ids.length === 0
    ? []
    : trx
        .selectFrom('automations_fields')
        .selectAll()
        .where('id', 'in', ids)
        .where('mode', '=', editable)
        .orderBy('id')
        .modifyEnd(sql`LOCK IN SHARE MODE`)
        .execute();

type FieldValues = Record<string, FieldValue>;

/** Finds a contact's values by field id. */
export const findFieldValues = async (db: Db, contactId: number): Promise<FieldValues> =>
  (await readValues(db, [contactId], ({ id }) => String(id))).get(contactId) ?? {};

/** Lists contacts' values, keyed by contact and then by slug. */
export const listFieldValuesBySlug = (db: Db, contactIds: number[]): Promise<Map<number, FieldValues>> =>
  readValues(db, contactIds, ({ slug }) => slug);

async function readValues(db: Db, contactIds: number[], keyOf: (field: Pick<FieldRow, 'id' | 'slug'>) => string) {
  if (contactIds.length === 0) return new Map<number, FieldValues>();
  const rows = await db
    .selectFrom('automations_field_values as v')
    .innerJoin('automations_fields as f', 'f.id', 'v.field_id')
    .select(['v.contact_id', 'f.id', 'f.slug', 'f.type', 'v.text_value', 'v.number_value', 'v.date_value'])
    .where('v.contact_id', 'in', contactIds)
    .execute();
  const values = new Map<number, [string, FieldValue][]>(contactIds.map((id) => [id, []]));
  for (const row of rows) {
    const value = showFieldValue(row.type, row);
    if (value !== undefined) values.get(row.contact_id)?.push([keyOf(row), value]);
  }
  return new Map([...values].map(([id, entries]) => [id, Object.fromEntries(entries)]));
}

/** Lists contacts' values of some fields, by contact and field id. */
export async function listValuesOfContacts(
  db: Db,
  contactIds: number[],
  fieldIds: number[],
): Promise<Map<number, Map<number, FieldValue>>> {
  const values = new Map<number, Map<number, FieldValue>>();
  if (contactIds.length === 0 || fieldIds.length === 0) return values;
  const rows = await db
    .selectFrom('automations_field_values as v')
    .innerJoin('automations_fields as f', 'f.id', 'v.field_id')
    .select(['v.contact_id', 'f.id', 'f.type', 'v.text_value', 'v.number_value', 'v.date_value'])
    .where('v.contact_id', 'in', contactIds)
    .where('v.field_id', 'in', fieldIds)
    .execute();
  for (const row of rows) {
    const value = showFieldValue(row.type, row);
    if (value === undefined) continue;
    const ofContact = values.get(row.contact_id) ?? new Map<number, FieldValue>();
    values.set(row.contact_id, ofContact.set(row.id, value));
  }
  return values;
}

/** Lists contacts' current values of a date field, even if the transaction has read older values. */
export async function listLockedDates(trx: Trx, contactIds: number[], fieldId: number): Promise<Map<number, Date>> {
  if (contactIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('automations_field_values')
    .select(['contact_id', 'date_value'])
    .where('contact_id', 'in', contactIds)
    .where('field_id', '=', fieldId)
    .modifyEnd(sql`LOCK IN SHARE MODE`)
    .execute();
  return new Map(rows.flatMap(({ contact_id, date_value }) => (date_value ? [[contact_id, date_value]] : [])));
}

export const listFieldTypes = (trx: Trx, ids: number[]) =>
  trx.selectFrom('automations_fields').select(['id', 'name', 'type']).where('id', 'in', ids).execute();

/** Lists all stored values of locked contacts. Prevents changes to their fields until the transaction ends. */
export async function lockStoredValues(trx: Trx, contactIds: number[]): Promise<ValueChange[]> {
  const values = trx.selectFrom('automations_field_values').where('contact_id', 'in', contactIds);
  const used = await values.select('field_id').distinct().orderBy('field_id').execute();
  if (used.length === 0) return [];
  const ids = used.map(({ field_id }) => field_id);
  const fields = trx.selectFrom('automations_fields').select('id').where('id', 'in', ids).orderBy('id');
  const existing = (await fields.modifyEnd(sql`LOCK IN SHARE MODE`).execute()).map(({ id }) => id);
  return existing.length === 0 ? [] : values.where('field_id', 'in', existing).selectAll().execute();
}

/** Locks values of a field, in order of their contacts. */
export const lockFieldValues = (trx: Trx, fieldId: number, afterContactId: number, limit: number) =>
  trx
    .selectFrom('automations_field_values')
    .select(['contact_id', 'text_value', 'number_value', 'date_value'])
    .where('field_id', '=', fieldId)
    .where('contact_id', '>', afterContactId)
    .orderBy('contact_id')
    .limit(limit)
    .forUpdate()
    .execute();

/** Inserts or replaces values. The contacts or the values are locked. */
export async function saveFieldValues(trx: Trx, changes: ValueChange[]): Promise<void> {
  if (changes.length === 0) return;
  await trx
    .insertInto('automations_field_values')
    .values(changes)
    .onDuplicateKeyUpdate({
      text_value: sql`VALUES(text_value)`,
      number_value: sql`VALUES(number_value)`,
      date_value: sql`VALUES(date_value)`,
    })
    .execute();
}

export const deleteFieldValues = (trx: Trx, contactIds: number[]) =>
  trx.deleteFrom('automations_field_values').where('contact_id', 'in', contactIds).execute();
