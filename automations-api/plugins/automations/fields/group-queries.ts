/** Groups of custom fields in MySQL, and the order in which fields and groups stand. */
import { sql } from 'kysely';
import type { Db, Trx } from '../core/tables.ts';

export type FieldGroup = { id: number; name: string };

/** Group 0 is always there. A group cannot be deleted before the transaction ends. */
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

/** In their order. */
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

/** Its fields, of which none comes meanwhile as it is locked, go into group 0. */
export async function deleteFieldGroup(trx: Trx, id: number): Promise<void> {
  await trx.updateTable('automations_fields').set({ group_id: 0 }).where('group_id', '=', id).execute();
  await trx.deleteFrom('automations_field_groups').where('id', '=', id).execute();
}

type Ordered = 'automations_fields' | 'automations_field_groups';

/** All ids, locked until the transaction ends. */
export const lockIds = async (trx: Trx, table: Ordered): Promise<number[]> =>
  (await trx.selectFrom(table).select('id').orderBy('id').forUpdate().execute()).map(({ id }) => id);

/** The first of the ids gets position 1; 0 is everyone's who is not among them. */
export async function updatePositions(trx: Trx, table: Ordered, ids: number[]): Promise<void> {
  const position = ids.length === 0 ? sql<number>`0` : sql<number>`FIELD(id, ${sql.join(ids)})`;
  await trx.updateTable(table).set({ position }).execute();
}
