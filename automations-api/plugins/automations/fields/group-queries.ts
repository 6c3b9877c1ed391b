/** Queries for field groups, and for the order of fields and groups. */
import { sql } from 'kysely';
import type { Db, Trx } from '../core/tables.ts';

export type FieldGroup = { id: number; name: string };

/** Checks whether a group exists, and prevents its deletion until the transaction ends. Group 0 always exists. */
export async function hasFieldGroup(trx: Trx, id: number): Promise<boolean> {
  if (id === 0) return true;
  const group = trx.selectFrom('automations_field_groups').select('id').where('id', '=', id);
  return (await group.modifyEnd(sql`LOCK IN SHARE MODE`).executeTakeFirst()) !== undefined;
}

export async function insertFieldGroup(db: Db, name: string, now: Date): Promise<FieldGroup> {
  const { insertId } = await db
    .insertInto('automations_field_groups')
    .values({ name, created_at: now })
    .executeTakeFirstOrThrow();
  return { id: Number(insertId), name };
}

/** Lists groups by position. */
export const listFieldGroups = (db: Db): Promise<FieldGroup[]> =>
  db
    .selectFrom('automations_field_groups')
    .select(['id', 'name'])
    .orderBy(sql`position = 0`)
    .orderBy('position')
    .orderBy('id')
    .execute();

export const lockFieldGroup = (trx: Trx, id: number): Promise<FieldGroup | undefined> =>
  trx.selectFrom('automations_field_groups').select(['id', 'name']).where('id', '=', id).forUpdate().executeTakeFirst();

export const updateFieldGroup = (trx: Trx, id: number, name: string) =>
  trx.updateTable('automations_field_groups').set({ name }).where('id', '=', id).execute();

/** Deletes a locked group. Its fields move to group 0. */
export async function deleteFieldGroup(trx: Trx, id: number): Promise<void> {
  await trx.updateTable('automations_fields').set({ group_id: 0 }).where('group_id', '=', id).execute();
  await trx.deleteFrom('automations_field_groups').where('id', '=', id).execute();
}

type Ordered = 'automations_fields' | 'automations_field_groups';

/** Locks all rows until the transaction ends, and returns their ids. */
export const lockIds = async (trx: Trx, table: Ordered): Promise<number[]> =>
  (await trx.selectFrom(table).select('id').orderBy('id').forUpdate().execute()).map(({ id }) => id);

/** Numbers the given ids from 1. All other rows get position 0. */
export async function updatePositions(trx: Trx, table: Ordered, ids: number[]): Promise<void> {
  const position = ids.length === 0 ? sql<number>`0` : sql<number>`FIELD(id, ${sql.join(ids)})`;
  await trx.updateTable(table).set({ position }).execute();
}
