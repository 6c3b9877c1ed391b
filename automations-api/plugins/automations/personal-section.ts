/** What one noun keeps of a contact, for whoever asks what is held about them. Erasing it is `contacts/delete-contacts.ts`. */
import type { ContactRow } from './contacts/queries.ts';
import type { Db } from './tables.ts';

/**
 * `name` is the member of the answer, `title` its heading. `list` answers all there is, oldest first, as values for JSON.
 * Other plugins add theirs to the filter `automations_personal_data`, whose value is a list of sections.
 */
export type PersonalSection = {
  name: string;
  title: string;
  list: (db: Db, contact: ContactRow) => Promise<Record<string, unknown>[]>;
};
