/** Changes that saves make to custom fields. */
import type { Changes } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import { showFieldValue } from '../fields/core/values.ts';
import { listFieldTypes, listValuesOfContacts } from '../fields/value-queries.ts';
import type { ContactSave } from './state.ts';

type FieldChanges = Changes['fields'];

/** Keeps the last value per field: a field can be given twice, by its id and its slug. */
const lastOfEach = (values: ContactSave['values']) => new Map(values.map((value) => [value.field_id, value])).values();

/** Finds the changes. Call it with the contacts locked, before the values are written. */
export async function findFieldChanges(trx: Trx, saves: ContactSave[]): Promise<Map<ContactSave, FieldChanges>> {
  const given = saves.filter(({ values }) => values.length > 0);
  if (given.length === 0) return new Map();
  const fieldIds = [...new Set(given.flatMap(({ values }) => values.map(({ field_id }) => field_id)))];
  const contactIds = given.flatMap(({ before }) => (before ? [before.row.id] : []));
  const fields = new Map((await listFieldTypes(trx, fieldIds)).map((field) => [field.id, field]));
  const previous = await listValuesOfContacts(trx, contactIds, fieldIds);
  const changesOf = ({ before, values }: ContactSave): FieldChanges =>
    Object.fromEntries(
      [...lastOfEach(values)].flatMap(({ field_id, ...value }) => {
        const { name = '', type = 0 } = fields.get(field_id) ?? {};
        const from = (before && previous.get(before.row.id)?.get(field_id)) ?? null;
        const to = showFieldValue(type, value) ?? null;
        return JSON.stringify(from) === JSON.stringify(to) ? [] : [[String(field_id), { name, from, to }]];
      }),
    );
  return new Map(given.map((save) => [save, changesOf(save)]));
}
