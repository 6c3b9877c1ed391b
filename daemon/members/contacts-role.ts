/** Roles in contacts as the API sets them for members of a workspace: the store's rule, with the errors of the API. */
import type { Actor } from '../../shared/people/actor.ts';
import { findContactsRole } from '../../shared/people/contact-role-queries.ts';
import { givesContactsRoles, isAtLeast, setContactsRole } from '../../shared/people/contact-roles.ts';
import type { OpenInvite } from '../../shared/people/invite-queries.ts';
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

/**
 * Applies the role of an invitation, if its author can still give it; a higher one stays. @throws `forbidden` if the
 * invitation would give nothing
 */
export async function grantInvitedRole(
  trx: Trx,
  { siteId, contactsRole: role, invitedBy, workspaceId }: OpenInvite,
  userId: number,
  now: Date,
): Promise<void> {
  if (siteId === null || role === null) return;
  if (isAtLeast(await findContactsRole(trx, userId, siteId), role)) return;
  const wanted = { userId, siteId, role, workspaceId, isInvited: true };
  const outcome = await setContactsRole(trx, { type: 'session', userId: invitedBy }, wanted, now);
  if (outcome !== 'done' && workspaceId === null) throw notTheirs();
}

const notTheirs = () =>
  forbidden('The user who invited you can no longer give roles in contacts. Ask an administrator to resend it.');
