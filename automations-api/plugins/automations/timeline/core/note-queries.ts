/** Queries for notes. */

import type { Insertable, Selectable, Updateable } from 'kysely';
import { countRows, insertedId } from '../../../../../shared/db/results.ts';
import type { PageWindow } from '../../../../host/core/route.ts';
import type { Db, NoteTable, Trx } from '../../core/tables.ts';

export type NoteRow = Selectable<NoteTable>;

export const insertNote = (trx: Trx, note: Insertable<NoteTable>): Promise<number> =>
  insertedId(trx.insertInto('automations_notes').values(note));

/** Lists a contact's notes, newest first. */
export const listNotes = (db: Db, contactId: number, { limit, offset }: PageWindow): Promise<NoteRow[]> =>
  db
    .selectFrom('automations_notes')
    .selectAll()
    .where('contact_id', '=', contactId)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const countNotes = (db: Db, contactId: number): Promise<number> =>
  countRows(db.selectFrom('automations_notes').where('contact_id', '=', contactId));

/** Finds the texts of existing notes. */
export async function findNoteTexts(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('automations_notes').select(['id', 'note']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, note }) => [id, note]));
}

export const findNote = (db: Db, id: number): Promise<NoteRow | undefined> =>
  db.selectFrom('automations_notes').selectAll().where('id', '=', id).executeTakeFirst();

export const updateNote = (trx: Trx, id: number, changes: Updateable<NoteTable>) =>
  trx.updateTable('automations_notes').set(changes).where('id', '=', id).execute();

export const deleteNote = (trx: Trx, id: number) => trx.deleteFrom('automations_notes').where('id', '=', id).execute();

export const moveNotes = (trx: Trx, fromId: number, toId: number) =>
  trx.updateTable('automations_notes').set({ contact_id: toId }).where('contact_id', '=', fromId).execute();

export const deleteNotesOfContacts = (trx: Trx, contactIds: number[]) =>
  trx.deleteFrom('automations_notes').where('contact_id', 'in', contactIds).execute();
