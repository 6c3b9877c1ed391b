/** Notes on a contact, for the personal data export. */
import type { PersonalSection } from '../context/personal-section.ts';
import { showCaller } from '../core/callers.ts';
import { sqlDate } from '../core/dates.ts';
import { listNotes, moveNotes } from './core/note-queries.ts';

export const noteSection: PersonalSection = {
  name: 'notes',
  title: 'Notes',
  async list(db, { id }) {
    const notes = await listNotes(db, id, { limit: Number.MAX_SAFE_INTEGER, offset: 0 });
    return notes.reverse().map((note) => ({
      at: sqlDate(note.created_at),
      changed_at: note.updated_at && sqlDate(note.updated_at),
      by: showCaller(note),
      note: note.note,
    }));
  },
  move: moveNotes,
};
