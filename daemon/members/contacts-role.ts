/** Roles in contacts, as administrators of contacts give them to members of a workspace and take them. */
import type { Transaction } from 'kysely';
import { findContactsRole, lockContactsAdministrators, putContactsRole } from '../../shared/sign-in/people.ts';
import type { ContactsRole, SignInTables } from '../../shared/sign-in/tables.ts';
import { conflict, forbidden } from '../api/errors.ts';
import type { Db, Trx } from '../core/tables.ts';
import type { Auth } from '../identity/auth.ts';

type Caller = Pick<Auth, 'userId' | 'actor'>;

/** Whether the caller is a person who administers contacts; an API key never does. */
export const administersContacts = async (db: Db, { userId, actor }: Caller): Promise<boolean> =>
  actor.type === 'session' && (await findContactsRole(db, userId)) === 'administrator';

/** The same, and it stays so until the transaction ends, because the roles of all are held. */
export const holdsContacts = async (trx: Trx, { userId, actor }: Caller): Promise<boolean> =>
  actor.type === 'session' && (await lockContactsAdministrators(trx)).includes(userId);

/** Holds the roles of all until the transaction ends. @throws `forbidden` for a caller who does not administer contacts */
export async function requireContactsAdministrator(trx: Trx, caller: Caller): Promise<void> {
  if (await holdsContacts(trx, caller)) return;
  throw forbidden('roles in contacts are given by administrators of contacts, signed in');
}

/**
 * Gives a role, or takes it with null. Contacts may have administrators of their own, which are not seen here, so the last one of
 * this service stays. @throws `conflict`
 */
export async function changeContactsRole(
  trx: Trx,
  userId: number,
  role: ContactsRole | null,
  now: Date,
): Promise<void> {
  const administrators = await lockContactsAdministrators(trx);
  if (role !== 'administrator' && administrators.length === 1 && administrators[0] === userId) {
    throw conflict('this is the last administrator of contacts; make another one first');
  }
  await putContactsRole(trx, userId, role, now);
}

const rank: Record<ContactsRole, number> = { viewer: 0, editor: 1, administrator: 2 };

/**
 * Gives the role of an invitation, while the person who gave it administers contacts; a higher one stays. Returns the role that is
 * given.
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
