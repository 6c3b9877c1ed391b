/** Changes to a user's role at this site, with this namespace's errors. */
import { setContactsRole } from '../../../../shared/people/contact-roles.ts';
import type { ContactsRole, Trx } from '../../../../shared/people/tables.ts';
import type { User } from '../../../host/core/route.ts';
import { conflict, forbidden } from '../core/errors.ts';

type RoleChange = { userId: number; siteId: number; role: ContactsRole | null };

/** Changes or removes a role. @throws rest_forbidden, last_administrator, email_not_verified */
export async function changeRole(trx: Trx, { id }: Pick<User, 'id'>, change: RoleChange): Promise<void> {
  const outcome = await setContactsRole(trx, { type: 'session', userId: id }, change, new Date());
  if (outcome === 'forbidden') throw notYours();
  if (outcome === 'last') throw conflict('last_administrator', 'This is the last administrator. Add another first.');
  if (outcome === 'unverified')
    throw conflict('email_not_verified', 'Their email is not verified. They can get this role once it is.');
}

export const notYours = () => forbidden('Only administrators of contacts and operators can give roles.');
