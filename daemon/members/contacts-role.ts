/** Roles in contacts that the API sets for a workspace's members: the rules of the shared store with the API's errors. */
import type { Actor } from '../../shared/people/actor.ts';
import type { AuditEntry } from '../../shared/people/audit-entry.ts';
import { givesContactsRoles, setContactsRole } from '../../shared/people/contact-roles.ts';
import { findSite } from '../../shared/people/site-queries.ts';
import type { ContactsRole } from '../../shared/people/tables.ts';
import { conflict, forbidden } from '../api/errors.ts';
import type { Db, Trx } from '../core/tables.ts';

/** Returns whether the caller can grant roles in contacts. */
export async function canGiveContactsRoles(db: Db, by: Actor): Promise<boolean> {
  const site = await findSite(db);
  return site !== undefined && givesContactsRoles(db, by, site.id);
}

/** Returns the site whose roles the caller can grant, and locks these roles. @throws `forbidden` */
export async function requireContactsAdministrator(trx: Trx, by: Actor): Promise<number> {
  const site = await findSite(trx);
  if (!site || !(await givesContactsRoles(trx, by, site.id))) throw notAdministrator();
  return site.id;
}

const notAdministrator = () =>
  forbidden('Only signed-in administrators of contacts and operators can set roles in contacts.');

/**
 * Returns an invitation's entry for the audit log of its site, without the email address. Returns no entry if the
 * invitation has no site.
 */
export const siteEntries = (
  entry: Pick<AuditEntry, 'actor' | 'action' | 'objectId'>,
  { siteId, contactsRole: role }: { siteId: number | null; contactsRole: ContactsRole | null },
): AuditEntry[] => (siteId === null ? [] : [{ ...entry, workspaceId: null, siteId, details: { role } }]);

/** Sets a role, or removes it with `null`. @throws `forbidden`, `conflict` */
export async function changeContactsRole(
  trx: Trx,
  by: Actor,
  change: { userId: number; role: ContactsRole | null; workspaceId: number },
  now: Date,
): Promise<void> {
  const siteId = await requireContactsAdministrator(trx, by);
  const outcome = await setContactsRole(trx, by, { ...change, siteId }, now);
  if (outcome === 'last') throw conflict('This is the last administrator of contacts. Add another first.');
  if (outcome === 'unverified')
    throw conflict('The email of this member is not verified. They can get a role in contacts once it is.');
}
