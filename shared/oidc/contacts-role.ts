/**
 * The role in contact automation that a provider's claims give to an account of the link service, set at each sign-in.
 */
import type { Transaction } from 'kysely';
import { findContactsRole, findInstallation, lockContactsAdministrators, putContactsRole } from '../sign-in/people.ts';
import type { ContactsRole, SignInTables } from '../sign-in/tables.ts';

/**
 * Sets the role, or removes it with `null`; the last administrator keeps it. Does nothing for `undefined` and without
 * contacts.
 */
export async function followClaims(
  trx: Transaction<SignInTables>,
  userId: number,
  role: ContactsRole | null | undefined,
  now: Date,
): Promise<void> {
  if (role === undefined || !(await findInstallation(trx))) return;
  if ((await findContactsRole(trx, userId)) === (role ?? undefined)) return;
  const administrators = await lockContactsAdministrators(trx);
  const isLast = administrators.length === 1 && administrators[0] === userId;
  if (!isLast || role === 'administrator') await putContactsRole(trx, userId, role, now);
}
