/** Custom fields in MySQL. */
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, FieldTable, Trx } from '../tables.ts';
import type { FieldRow } from './values.ts';

/** All of them, in order of their making. */
export const listFields = (db: Db): Promise<FieldRow[]> =>
  db.selectFrom('automations_fields').selectAll().orderBy('id').execute();

export const listFieldIdsBySlug = async (db: Db, slugs: string[]): Promise<number[]> =>
  slugs.length === 0
    ? []
    : (await db.selectFrom('automations_fields').select('id').where('slug', 'in', slugs).execute()).map(({ id }) => id);

export const findFieldForUpdate = (trx: Trx, id: number): Promise<FieldRow | undefined> =>
  trx.selectFrom('automations_fields').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Group 0 is always there. A group cannot be deleted before the transaction ends. */
export async function hasFieldGroup(trx: Trx, id: number): Promise<boolean> {
  if (id === 0) return true;
  const group = trx.selectFrom('automations_field_groups').select('id').where('id', '=', id);
  return (await group.modifyEnd(sql`LOCK IN SHARE MODE`).executeTakeFirst()) !== undefined;
}

export async function insertFieldGroup(db: Db, name: string, now: Date) {
  const { insertId } = await db
    .insertInto('automations_field_groups')
    .values({ name, created_at: now })
    .executeTakeFirstOrThrow();
  return { id: Number(insertId), name };
}

export const listFieldGroups = (db: Db) =>
  db.selectFrom('automations_field_groups').select(['id', 'name']).orderBy('id').execute();

/** The first of `slug`, `slug-2`, `slug-3` … that no field has. */
export async function findFreeSlug(trx: Trx, slug: string): Promise<string> {
  const rows = await trx
    .selectFrom('automations_fields')
    .select('slug')
    .where((e) => e.or([e('slug', '=', slug), e('slug', 'like', `${slug.replace(/[\\%_]/g, '\\$&')}-%`)]))
    .execute();
  const taken = new Set(rows.map((row) => row.slug));
  let candidate = slug;
  for (let n = 2; taken.has(candidate); n++) candidate = `${slug}-${n}`;
  return candidate;
}

/** @throws a duplicate on `fields_name` or `fields_slug`. */
export async function insertField(trx: Trx, field: Insertable<FieldTable>): Promise<number> {
  const { insertId } = await trx.insertInto('automations_fields').values(field).executeTakeFirstOrThrow();
  return Number(insertId);
}

/** @throws a duplicate on `fields_name` or `fields_slug`. */
export const updateField = (trx: Trx, id: number, changes: Updateable<FieldTable>) =>
  trx.updateTable('automations_fields').set(changes).where('id', '=', id).execute();

/** Takes every contact's value with it. The field is locked, so that no value comes after. */
export async function deleteField(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('automations_field_values').where('field_id', '=', id).execute();
  await trx.deleteFrom('automations_fields').where('id', '=', id).execute();
}
