/** The role that a provider's claims give an account of the link service in contact automation, set at each sign-in. */
import type { Transaction } from 'kysely';
import { findContactsRole, findInstallation, lockContactsAdministrators, putContactsRole } from '../sign-in/people.ts';
import type { ContactsRole, SignInTables } from '../sign-in/tables.ts';

/**
 * Gives the role, or takes it with null; the last administrator stays one. Nothing happens for undefined, and where there are no
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
