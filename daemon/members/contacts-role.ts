/** Roles in contacts as the API sets them for members of a workspace: the store's rule, with the errors of the API. */
import type { Actor } from '../../shared/people/actor.ts';
import type { AuditEntry } from '../../shared/people/audit-entry.ts';
import { givesContactsRoles, setContactsRole } from '../../shared/people/contact-roles.ts';
import { findSite } from '../../shared/people/site-queries.ts';
import type { ContactsRole } from '../../shared/people/tables.ts';
import { conflict, forbidden } from '../api/errors.ts';
import type { Db, Trx } from '../core/tables.ts';

/** True if the caller can give roles in contacts. */
export async function mayGiveContactsRoles(db: Db, by: Actor): Promise<boolean> {
  const site = await findSite(db);
  return site !== undefined && givesContactsRoles(db, by, site.id);
}

/** The site whose roles the caller can give. Locks them until the transaction ends. @throws `forbidden` */
export async function requireContactsAdministrator(trx: Trx, by: Actor): Promise<number> {
  const site = await findSite(trx);
  if (!site || !(await givesContactsRoles(trx, by, site.id))) throw notYours();
  return site.id;
}

const notYours = () => forbidden('Only signed-in administrators of contacts and operators can set roles in contacts.');

/** The entry about an invitation in the audit log of its site, which has no emails; none without a role there. */
export const ofSite = (
  entry: Pick<AuditEntry, 'actor' | 'action' | 'objectId'>,
  { siteId, contactsRole: role }: { siteId: number | null; contactsRole: ContactsRole | null },
): AuditEntry[] => (siteId === null ? [] : [{ ...entry, workspaceId: null, siteId, details: { role } }]);

/** Sets a role, or removes it with `null`. @throws `forbidden`, `conflict` */
export async function changeContactsRole(
  trx: Trx,
  by: Actor,
  wanted: { userId: number; role: ContactsRole | null; workspaceId: number },
  now: Date,
): Promise<void> {
  const siteId = await requireContactsAdministrator(trx, by);
  const outcome = await setContactsRole(trx, by, { ...wanted, siteId }, now);
  if (outcome === 'last') throw conflict('This is the last administrator of contacts. Add another first.');
  if (outcome === 'unverified')
    throw conflict('The email of this member is not verified. They can get a role in contacts once it is.');
}
