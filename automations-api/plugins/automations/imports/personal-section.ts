/** A contact's import records, for the personal data export. */
import type { PersonalSection } from '../context/personal-section.ts';
import { sqlDate } from '../core/dates.ts';
import type { PreviousState } from './contact-version.ts';
import { listChangesOfContact, moveChanges } from './core/trace-queries.ts';

export const importSection: PersonalSection = {
  name: 'imports',
  title: 'Imports',
  async list(db, { id }) {
    const changes = await listChangesOfContact(db, id);
    return changes.map(({ created_at, file_name, row_no, previous }) => ({
      at: sqlDate(created_at),
      file: file_name,
      row: row_no,
      before: previous === null ? null : (JSON.parse(previous) as PreviousState).columns,
    }));
  },
  move: moveChanges,
};
