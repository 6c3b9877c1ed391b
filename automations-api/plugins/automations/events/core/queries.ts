/** Queries for custom events. */
import type { Insertable, Selectable } from 'kysely';
import type { Db, EventTable, Trx } from '../../core/tables.ts';

export async function insertEvent(trx: Trx, event: Insertable<EventTable>): Promise<number> {
  const { insertId } = await trx.insertInto('automations_events').values(event).executeTakeFirstOrThrow();
  return Number(insertId);
}

/** Lists a contact's events, oldest first. */
export const listEvents = (db: Db, contactId: number): Promise<Selectable<EventTable>[]> =>
  db
    .selectFrom('automations_events')
    .selectAll()
    .where('contact_id', '=', contactId)
    .orderBy('at')
    .orderBy('id')
    .execute();

export const moveEvents = (trx: Trx, fromId: number, toId: number) =>
  trx.updateTable('automations_events').set({ contact_id: toId }).where('contact_id', '=', fromId).execute();

export const deleteEventsOfContacts = (trx: Trx, contactIds: number[]) =>
  trx.deleteFrom('automations_events').where('contact_id', 'in', contactIds).execute();

/** Deletes events that happened before `time`, up to a limit. Returns the number deleted. */
export async function deleteEventsBefore(db: Db, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('automations_events')
    .where('at', '<', time)
    .limit(limit)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
