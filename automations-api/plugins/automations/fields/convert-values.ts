/** A field that gets another type takes the values it has along, all of them or none. */
import { ApiError } from '../../../../shared/errors.ts';
import { unprocessable } from '../core/errors.ts';
import type { Trx } from '../core/tables.ts';
import { recordContactChanges } from '../finder/index/queries.ts';
import { convertFieldValue, type FieldRow } from './core/values.ts';
import { lockFieldValues, saveFieldValues } from './value-queries.ts';

const atOnce = 500;
/** Contacts with the field cannot be changed meanwhile, which more values would make too long. */
const mostValues = 50_000;

/** The field is locked, so that no value comes meanwhile. @throws unprocessable_entity when a value does not fit. */
export async function convertValues(trx: Trx, before: FieldRow, after: FieldRow): Promise<void> {
  const converted: number[] = [];
  for (let contactId = 0; ; ) {
    const rows = await lockFieldValues(trx, before.id, contactId, atOnce);
    const last = rows.at(-1);
    if (!last) return recordContactChanges(trx, converted);
    converted.push(...rows.map(({ contact_id }) => contact_id));
    if (converted.length > mostValues) throw cannotChange(`more than ${mostValues} contacts have a value`);
    const changes = rows.map((row) => ({
      contact_id: row.contact_id,
      field_id: before.id,
      ...fitOrRefuse(() => convertFieldValue(before, after, row)),
    }));
    await saveFieldValues(trx, changes);
    contactId = last.contact_id;
  }
}

function fitOrRefuse<T>(convert: () => T): T {
  try {
    return convert();
  } catch (error) {
    throw error instanceof ApiError ? cannotChange(`a contact has another value, and ${error.message}`) : error;
  }
}

const cannotChange = (why: string) => unprocessable(`The type of this field cannot change: ${why}`);
