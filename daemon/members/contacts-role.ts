/** Roles in contacts, as administrators of contacts and operators set them for members of a workspace. */
import { findContactsRole, lockContactsAdministrators, putContactsRole } from '../../shared/sign-in/people.ts';
import type { ContactsRole } from '../../shared/sign-in/tables.ts';
import { conflict, forbidden } from '../api/errors.ts';
import type { Db, Trx } from '../core/tables.ts';
import type { Auth } from '../identity/auth.ts';
import { isOperator } from '../identity/operator-queries.ts';

type Caller = Pick<Auth, 'userId' | 'actor'>;

/** True if the caller is a person who can give roles in contacts; an API key never can. */
export const givesContactsRoles = async (db: Db, { userId, actor }: Caller): Promise<boolean> =>
  actor.type === 'session' &&
  ((await findContactsRole(db, userId)) === 'administrator' || (await isOperator(db, userId)));

/** The same for the person, guaranteed until the transaction ends by locking all roles. */
const mayGive = async (trx: Trx, userId: number): Promise<boolean> =>
  (await lockContactsAdministrators(trx)).includes(userId) || (await isOperator(trx, userId));

export const mayGiveContactsRoles = async (trx: Trx, { userId, actor }: Caller): Promise<boolean> =>
  actor.type === 'session' && (await mayGive(trx, userId));

/** Locks all roles until the transaction ends. @throws `forbidden` for a caller who cannot give roles in contacts */
export async function requireContactsAdministrator(trx: Trx, caller: Caller): Promise<void> {
  if (await mayGiveContactsRoles(trx, caller)) return;
  throw forbidden('Only signed-in administrators of contacts and operators can set roles in contacts.');
}

/**
 * Sets a role, or removes it with `null`. Contacts may have administrators of their own, which are not visible here, so
 * the last one of this service stays. @throws `conflict`, also for an email that is not verified
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
  if (!(await putContactsRole(trx, userId, role, now)))
    throw conflict('The email of this member is not verified. They can get a role in contacts once it is.');
}

const rank: Record<ContactsRole, number> = { viewer: 0, editor: 1, administrator: 2 };

/**
 * Applies the role of an invitation, if its author can still give it and the email is verified; a higher one stays.
 * Returns the role that was given.
 */
export async function grantContactsRole(
  trx: Trx,
  { contactsRole, invitedBy }: { contactsRole: ContactsRole | null; invitedBy: number },
  userId: number,
  now: Date,
): Promise<ContactsRole | undefined> {
  if (contactsRole === null) return undefined;
  const isAllowed = await mayGive(trx, invitedBy);
  const present = await findContactsRole(trx, userId);
  if (!isAllowed || (present && rank[present] >= rank[contactsRole])) return undefined;
  return (await putContactsRole(trx, userId, contactsRole, now)) ? contactsRole : undefined;
}
