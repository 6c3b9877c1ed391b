/**
 * Personal data that one feature stores about a contact, for its export and for merges. `contacts/delete-contacts.ts` deletes it.
 */
import type { ContactRow } from '../contacts/core/queries.ts';
import type { Db, Trx } from '../core/tables.ts';

/**
 * `name` is the member of the answer, `title` its heading. Other plugins add theirs to the filter
 * `automations_personal_data`, whose value is a list of sections.
 */
export type PersonalSection = {
  name: string;
  title: string;
  /** All there is, oldest first, as values for JSON. */
  list: (db: Db, contact: ContactRow) => Promise<Record<string, unknown>[]>;
  /** Hands all of it from a contact that goes to the one it is merged into; both are locked. */
  move?: (trx: Trx, fromId: number, toId: number) => Promise<unknown>;
};
