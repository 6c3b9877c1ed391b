/** Conversion of a field's values to another type: all of them or none. */
import { ApiError } from '../../../../shared/errors.ts';
import { unprocessable } from '../core/errors.ts';
import type { Trx } from '../core/tables.ts';
import { recordContactChanges } from '../finder/index/queries.ts';
import { convertFieldValue, type FieldRow } from './core/values.ts';
import { lockFieldValues, saveFieldValues } from './value-queries.ts';

const atOnce = 500;
/**
 * The maximum number of values to convert. There is a limit because contacts with the field stay locked during the
 * conversion.
 */
const mostValues = 50_000;

/**
 * Converts all values. The field is locked, so that no value is added.
 * @throws unprocessable_entity if a value does not fit
 */
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
      ...convertOrRefuse(() => convertFieldValue(before, after, row)),
    }));
    await saveFieldValues(trx, changes);
    contactId = last.contact_id;
  }
}

function convertOrRefuse<T>(convert: () => T): T {
  try {
    return convert();
  } catch (error) {
    throw error instanceof ApiError ? cannotChange(`a contact has another value, and ${error.message}`) : error;
  }
}

const cannotChange = (why: string) => unprocessable(`The type of this field cannot change: ${why}`);
