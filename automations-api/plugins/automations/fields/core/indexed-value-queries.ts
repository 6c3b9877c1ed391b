/** Queries for the field values in the contact index. */
import { lowered } from '../../../../../shared/db/sql-lower.ts';
import { dayOf } from '../../core/dates.ts';
import type { Db } from '../../core/tables.ts';
import type { IndexedValue } from '../../finder/index/field-values.ts';
import type { ReadValues } from '../../finder/index/load.ts';
import { FieldType } from './types.ts';
import { type StoredValue, showFieldValue } from './values.ts';

export const readIndexedValues: ReadValues = {
  between: async (db, from, to) =>
    (await values(db).where('contact_id', '>=', from).where('contact_id', '<=', to).execute()).flatMap(toIndexed),
  of: async (db, contactIds) => (await values(db).where('contact_id', 'in', contactIds).execute()).flatMap(toIndexed),
};

/** Selects values. Texts are in MySQL's lower case, for comparison; options of a checkbox are unchanged. */
const values = (db: Db) =>
  db
    .selectFrom('automations_field_values as v')
    .innerJoin('automations_fields as f', 'f.id', 'v.field_id')
    .select(['v.contact_id', 'v.field_id', 'v.number_value', 'v.date_value', 'f.type'])
    .select((e) =>
      e
        .case()
        .when('f.type', '=', FieldType.checkbox)
        .then(e.ref('v.text_value'))
        .else(lowered<string | null>(e.ref('v.text_value')))
        .end()
        .as('text_value'),
    );

type ValueRow = StoredValue & { contact_id: number; field_id: number; type: number };

function toIndexed(row: ValueRow): IndexedValue[] {
  const shown = showFieldValue(row.type, row);
  if (shown === undefined) return [];
  const of = { contactId: row.contact_id, fieldId: row.field_id };
  if (Array.isArray(shown)) return [{ ...of, choices: shown }];
  switch (row.type) {
    case FieldType.number:
      return [{ ...of, whole: shown, rank: toRank(shown) }];
    case FieldType.date:
      return [{ ...of, whole: shown, rank: row.date_value ? dayOf(row.date_value) : undefined }];
    case FieldType.text:
    case FieldType.textarea:
      return [{ ...of, whole: shown, text: shown }];
    default:
      return [{ ...of, whole: shown }];
  }
}

/** Returns a number for ordering, like MySQL's DOUBLE, which has no infinity. */
export const toRank = (plain: string) => Math.min(Math.max(Number(plain), -Number.MAX_VALUE), Number.MAX_VALUE);
