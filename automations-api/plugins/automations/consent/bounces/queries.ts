/** Queries for bounces. */
import type { Insertable } from 'kysely';
import type { AutomationsTables, Db, Trx } from '../../core/tables.ts';

type BounceTable = AutomationsTables['automations_bounces'];
export type NewBounce = Insertable<BounceTable>;

/** Lists which of these notices are already stored, each as contact id and hexadecimal key. */
export async function listStoredKeys(trx: Trx, contactIds: number[], keys: Buffer[]): Promise<Set<string>> {
  if (contactIds.length === 0 || keys.length === 0) return new Set();
  const rows = await trx
    .selectFrom('automations_bounces')
    .select(['contact_id', 'message_key'])
    .where('contact_id', 'in', contactIds)
    .where('message_key', 'in', keys)
    .execute();
  return new Set(rows.map((row) => storedKey(row.contact_id, row.message_key as Buffer)));
}

export const storedKey = (contactId: number, key: Buffer) => `${contactId} ${key.toString('hex')}`;

/** Counts the soft bounces of each contact. */
export async function countSoftBounces(trx: Trx, contactIds: number[]): Promise<Map<number, number>> {
  if (contactIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('automations_bounces')
    .select((e) => ['contact_id', e.fn.countAll().as('n')])
    .where('contact_id', 'in', contactIds)
    .where('counted', '=', true)
    .groupBy('contact_id')
    .execute();
  return new Map(rows.map((row) => [row.contact_id, Number(row.n)]));
}

export async function insertBounces(trx: Trx, bounces: NewBounce[]): Promise<void> {
  if (bounces.length > 0) await trx.insertInto('automations_bounces').values(bounces).execute();
}

/**
 * Excludes earlier soft bounces from the count, because it restarts when a contact's status or email address changes.
 */
export async function endCounting(trx: Trx, contactIds: number[]): Promise<void> {
  if (contactIds.length === 0) return;
  await trx
    .updateTable('automations_bounces')
    .set({ counted: false })
    .where('contact_id', 'in', contactIds)
    .where('counted', '=', true)
    .execute();
}

/** Lists a contact's bounces, oldest first. */
export const listBounces = (db: Db, contactId: number) =>
  db
    .selectFrom('automations_bounces')
    .select(['kind', 'source', 'created_at'])
    .where('contact_id', '=', contactId)
    .orderBy('id')
    .execute();

/** Moves bounces to a merged contact. They no longer count, because they concern the other contact's email address. */
export const moveBounces = (trx: Trx, fromId: number, toId: number) =>
  trx
    .updateTable('automations_bounces')
    .set({ contact_id: toId, message_key: null, counted: false })
    .where('contact_id', '=', fromId)
    .execute();

export const deleteBouncesOfContacts = (trx: Trx, contactIds: number[]) =>
  trx.deleteFrom('automations_bounces').where('contact_id', 'in', contactIds).execute();
