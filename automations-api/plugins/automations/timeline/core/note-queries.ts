/** Queries for notes. */
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { PageWindow } from '../../../../host/core/route.ts';
import type { Db, NoteTable, Trx } from '../../core/tables.ts';

export type NoteRow = Selectable<NoteTable>;

export async function insertNote(trx: Trx, note: Insertable<NoteTable>): Promise<number> {
  const { insertId } = await trx.insertInto('automations_notes').values(note).executeTakeFirstOrThrow();
  return Number(insertId);
}

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

export async function countNotes(db: Db, contactId: number): Promise<number> {
  const { n } = await db
    .selectFrom('automations_notes')
    .select((e) => e.fn.countAll().as('n'))
    .where('contact_id', '=', contactId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

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
