/** Queries for custom fields. */

import type { Insertable, Updateable } from 'kysely';
import { patient } from '../../../../../shared/db/db.ts';
import { escapeLike } from '../../../../../shared/db/like.ts';
import { countRows, insertedId } from '../../../../../shared/db/results.ts';
import type { Db, FieldTable, Trx } from '../../core/tables.ts';
import type { FieldRow } from './values.ts';

/** Lists all fields in order of creation. */
export const listFields = (db: Db): Promise<FieldRow[]> =>
  db.selectFrom('automations_fields').selectAll().orderBy('id').execute();

export const listFieldIdsBySlug = async (db: Db, slugs: string[]): Promise<number[]> =>
  slugs.length === 0
    ? []
    : (await db.selectFrom('automations_fields').select('id').where('slug', 'in', slugs).execute()).map(({ id }) => id);

export const findField = (db: Db, id: number): Promise<FieldRow | undefined> =>
  db.selectFrom('automations_fields').selectAll().where('id', '=', id).executeTakeFirst();

/** Counts the contacts with a value. Ignores cleared values, which are rows of nulls. */
export const countValues = (db: Db, fieldId: number): Promise<number> =>
  countRows(
    patient(db)
      .selectFrom('automations_field_values')
      .where('field_id', '=', fieldId)
      .where((e) =>
        e.or((['text_value', 'number_value', 'date_value'] as const).map((name) => e(name, 'is not', null))),
      ),
  );

export const findFieldForUpdate = (trx: Trx, id: number): Promise<FieldRow | undefined> =>
  trx.selectFrom('automations_fields').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Finds the first unused slug among `slug`, `slug-2`, `slug-3` … */
export async function findFreeSlug(trx: Trx, slug: string): Promise<string> {
  const rows = await trx
    .selectFrom('automations_fields')
    .select('slug')
    .where((e) => e.or([e('slug', '=', slug), e('slug', 'like', `${escapeLike(slug)}-%`)]))
    .execute();
  const taken = new Set(rows.map((row) => row.slug));
  let candidate = slug;
  for (let n = 2; taken.has(candidate); n++) candidate = `${slug}-${n}`;
  return candidate;
}

/** @throws a duplicate-key error on `fields_name` or `fields_slug` */
export const insertField = (trx: Trx, field: Insertable<FieldTable>): Promise<number> =>
  insertedId(trx.insertInto('automations_fields').values(field));

/** @throws a duplicate-key error on `fields_name` or `fields_slug` */
export const updateField = (trx: Trx, id: number, changes: Updateable<FieldTable>) =>
  trx.updateTable('automations_fields').set(changes).where('id', '=', id).execute();

/** Deletes a field and all its values. The field is locked, so that no value is added afterwards. */
export async function deleteField(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('automations_field_values').where('field_id', '=', id).execute();
  await trx.deleteFrom('automations_fields').where('id', '=', id).execute();
}
