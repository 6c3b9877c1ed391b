/** Roles in contacts, as administrators of contacts set them for members of a workspace. */
import type { Transaction } from 'kysely';
import { findContactsRole, lockContactsAdministrators, putContactsRole } from '../../shared/sign-in/people.ts';
import type { ContactsRole, SignInTables } from '../../shared/sign-in/tables.ts';
import { conflict, forbidden } from '../api/errors.ts';
import type { Db, Trx } from '../core/tables.ts';
import type { Auth } from '../identity/auth.ts';

type Caller = Pick<Auth, 'userId' | 'actor'>;

/** True if the caller is a person who administers contacts; an API key never does. */
export const administersContacts = async (db: Db, { userId, actor }: Caller): Promise<boolean> =>
  actor.type === 'session' && (await findContactsRole(db, userId)) === 'administrator';

/** The same, guaranteed until the transaction ends by locking all roles. */
export const holdsContacts = async (trx: Trx, { userId, actor }: Caller): Promise<boolean> =>
  actor.type === 'session' && (await lockContactsAdministrators(trx)).includes(userId);

/** Locks all roles until the transaction ends. @throws `forbidden` for a caller who does not administer contacts */
export async function requireContactsAdministrator(trx: Trx, caller: Caller): Promise<void> {
  if (await holdsContacts(trx, caller)) return;
  throw forbidden('Only signed-in administrators of contacts can set roles in contacts.');
}

/**
 * Sets a role, or removes it with `null`. Contacts may have administrators of their own, which are not visible here, so
 * the last one of this service stays. @throws `conflict`
 */
export async function changeContactsRole(
  trx: Trx,
  userId: number,
  role: ContactsRole | null,
  now: Date,
): Promise<void> {
  const administrators = await lockContactsAdministrators(trx);
  if (role !== 'administrator' && administrators.length === 1 && administrators[0] === userId) {
    throw conflict('This is the last administrator of contacts. Add another first.');
  }
  await putContactsRole(trx, userId, role, now);
}

const rank: Record<ContactsRole, number> = { viewer: 0, editor: 1, administrator: 2 };

/**
 * Applies the role of an invitation, if its author still administers contacts; a higher one stays. Returns the
 * resulting role.
 */
export async function grantContactsRole(
  trx: Transaction<SignInTables>,
  { contactsRole, invitedBy }: { contactsRole: ContactsRole | null; invitedBy: number },
  userId: number,
  now: Date,
): Promise<ContactsRole | undefined> {
  if (contactsRole === null) return undefined;
  const administrators = await lockContactsAdministrators(trx);
  const present = await findContactsRole(trx, userId);
  if (!administrators.includes(invitedBy) || (present && rank[present] >= rank[contactsRole])) return undefined;
  await putContactsRole(trx, userId, contactsRole, now);
  return contactsRole;
}
