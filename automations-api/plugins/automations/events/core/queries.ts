/** Queries for custom events. */

import type { Insertable, Selectable } from 'kysely';
import { changedRows, insertedId } from '../../../../../shared/db/results.ts';
import type { Db, EventTable, Trx } from '../../core/tables.ts';

export const insertEvent = (trx: Trx, event: Insertable<EventTable>): Promise<number> =>
  insertedId(trx.insertInto('automations_events').values(event));

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
export const deleteEventsBefore = (db: Db, time: Date, limit: number): Promise<number> =>
  changedRows(db.deleteFrom('automations_events').where('at', '<', time).limit(limit));
