/** Functions that lock contacts with their tags and lists until the transaction ends. */
import { contactNotFound } from '../core/errors.ts';
import type { Trx } from '../core/tables.ts';
import { lockTermIds } from '../terms/core/membership-queries.ts';
import { type ContactRow, lockContactById, lockContactsByEmail, lockContactsById } from './core/queries.ts';
import type { ContactState } from './state.ts';

/** Locks a contact. @throws contact_not_exists */
export async function lockContact(trx: Trx, id: number): Promise<ContactState> {
  const row = await lockContactById(trx, id);
  if (!row) throw contactNotFound();
  return { row, terms: new Set((await lockTermIds(trx, [id])).get(id)) };
}

/** Locks these contacts. Leaves out contacts that do not exist. */
export const lockContacts = async (trx: Trx, ids: number[]): Promise<ContactState[]> =>
  withTerms(trx, await lockContactsById(trx, ids));

/** Locks the contacts with these email addresses. Leaves out addresses that no contact has. */
export async function lockContactsByAddress(trx: Trx, emailKeys: string[]): Promise<Map<string, ContactState>> {
  const states = await withTerms(trx, await lockContactsByEmail(trx, emailKeys));
  return new Map(states.map((state) => [state.row.email_key, state]));
}

async function withTerms(trx: Trx, rows: ContactRow[]): Promise<ContactState[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const terms = await lockTermIds(trx, ids);
  return rows.map((row) => ({ row, terms: new Set(terms.get(row.id)) }));
}
