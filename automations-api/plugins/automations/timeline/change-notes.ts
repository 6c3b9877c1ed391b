/** Creation, changes and deletion of notes, with timeline entries. The contact is locked first. */
import { inTransaction } from '../../../../shared/db/db.ts';
import type { Caller } from '../../../host/core/route.ts';
import { lockContactById } from '../contacts/core/queries.ts';
import { toCallerColumns } from '../core/callers.ts';
import { presentSecond } from '../core/dates.ts';
import { contactNotFound, notFound } from '../core/errors.ts';
import { system } from '../core/events.ts';
import type { Db, Trx } from '../core/tables.ts';
import { type TimelineEvent, toOwnRow } from './core/entry.ts';
import { deleteNote, findNote, insertNote, type NoteRow, updateNote } from './core/note-queries.ts';
import { insertTimelineEntries } from './core/queries.ts';

/** Adds a note. @throws contact_not_exists */
export const addNote = (db: Db, by: Caller | undefined, contactId: number, text: string): Promise<NoteRow> =>
  inTransaction(db, (trx) => addNoteIn(trx, by, contactId, text));

/** Adds a note in a transaction. @throws contact_not_exists */
export async function addNoteIn(trx: Trx, by: Caller | undefined, contactId: number, text: string): Promise<NoteRow> {
  if (!(await lockContactById(trx, contactId))) throw contactNotFound();
  const now = presentSecond();
  const note = {
    contact_id: contactId,
    note: text.trim(),
    ...toCallerColumns(by ?? system),
    created_at: now,
    updated_at: null,
  };
  const id = await insertNote(trx, note);
  await recordEntry(trx, by, 'note.added', { contactId, noteId: id });
  return { ...note, id };
}

/** Changes a note. @throws data_not_found */
export const changeNote = (db: Db, by: Caller | undefined, id: number, text: string): Promise<NoteRow> =>
  inTransaction(db, async (trx) => {
    const note = await lockNote(trx, id);
    const changes = { note: text.trim(), updated_at: presentSecond() };
    await updateNote(trx, id, changes);
    await recordEntry(trx, by, 'note.updated', { contactId: note.contact_id, noteId: id });
    return { ...note, ...changes };
  });

/** Deletes a note. @throws data_not_found */
export const removeNote = (db: Db, by: Caller | undefined, id: number): Promise<void> =>
  inTransaction(db, async (trx) => {
    const note = await lockNote(trx, id);
    await deleteNote(trx, id);
    await recordEntry(trx, by, 'note.deleted', { contactId: note.contact_id, noteId: id });
  });

/** Locks the note's contact and reads the note, in the same order as the deletion of contacts. */
async function lockNote(trx: Trx, id: number): Promise<NoteRow> {
  const found = await findNote(trx, id);
  if (found) await lockContactById(trx, found.contact_id);
  const note = found && (await findNote(trx, id));
  if (!note) throw notFound('note');
  return note;
}

const recordEntry = (
  trx: Trx,
  by: Caller = system,
  event: TimelineEvent,
  { contactId, noteId }: { contactId: number; noteId: number },
) => insertTimelineEntries(trx, [toOwnRow({ by, contactId, event, at: presentSecond() }, { note: { ID: noteId } })]);
