/**
 * Personal data that a feature stores about a contact, for exports and merges. `contacts/delete-contacts.ts` deletes
 * this plugin's data, and `remove` deletes other plugins' data.
 */
import type { ErasedContact } from '../../../host/contacts.ts';
import type { ContactRow } from '../contacts/core/queries.ts';
import type { Db, Trx } from '../core/tables.ts';

/**
 * A section: `name` is the answer's field, `title` the heading. Other plugins add sections with `contacts.addSection`.
 */
export type PersonalSection = {
  name: string;
  title: string;
  /** Lists all entries, oldest first, as JSON values. */
  list: (db: Db, contact: ContactRow) => Promise<Record<string, unknown>[]>;
  /** Moves all entries to the contact that is kept in a merge. Both contacts are locked. */
  move?: (trx: Trx, fromId: number, toId: number) => Promise<unknown>;
  /** Deletes all entries about contacts that are being deleted. */
  remove?: (trx: Trx, contactIds: number[]) => Promise<unknown>;
  /** Deletes entries that only mention an erased contact, in the transaction that deletes it. */
  erase?: (trx: Trx, erased: ErasedContact) => Promise<unknown>;
};
