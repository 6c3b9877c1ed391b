/** Changes after which there must still be an administrator who can sign in. */
import { lockContactsAdministrators, putContactsRole } from '../../../../shared/sign-in/people.ts';
import type { Role } from '../../../host/core/route.ts';
import { orNoLinks } from '../../../host/links-database.ts';
import { conflict } from '../core/answers.ts';
import type { Trx } from '../core/tables.ts';
import { deleteAdmin, lockAdministrators, updateAdmin } from '../people/admin-queries.ts';
import { endSessions } from '../people/end-sessions.ts';
import type { Links } from '../people/links-queries.ts';

type Person = { id: number; linksUserId: number | null };

/** @throws last_administrator, email_not_verified */
export async function changeRole(trx: Trx, links: Links, person: Person, role: Role): Promise<void> {
  if (role !== 'administrator') await needAnother(trx, links, person);
  await updateAdmin(trx, person.id, { role });
  if (person.linksUserId === null) return;
  if (!(await putContactsRole(links.within(trx), person.linksUserId, role, new Date())))
    throw conflict(
      'email_not_verified',
      'Their email is not verified in the dashboard. They can get this role once it is.',
    );
}

/** Takes a person out, and ends their sessions in both applications. @throws last_administrator */
export async function removeAdmin(trx: Trx, links: Links, person: Person): Promise<void> {
  await needAnother(trx, links, person);
  if (person.linksUserId !== null) await putContactsRole(links.within(trx), person.linksUserId, null, new Date());
  await endSessions(trx, links, person);
  await deleteAdmin(trx, person.id);
}

/** Counts administrators with an account here and with one of the link service. */
async function needAnother(trx: Trx, links: Links, { id, linksUserId }: Person): Promise<void> {
  const own = await lockAdministrators(trx);
  const joined = (await orNoLinks(lockContactsAdministrators(links.within(trx)))) ?? [];
  const isOne = linksUserId === null ? own.includes(id) : joined.includes(linksUserId);
  if (isOne && own.length + joined.length === 1) {
    throw conflict('last_administrator', 'This is the last administrator. Add another first.');
  }
}
