/** The rules for roles in contact automation. Every change of a role uses them. */
import { type Actor, system } from './actor.ts';
import { toAuditRow } from './audit-entry.ts';
import { insertEntries } from './audit-queries.ts';
import {
  deleteContactsRole,
  findContactsRole,
  listFirstAdministrators,
  listRolesAtSite,
  listSiteIds,
  upsertContactsRole,
} from './contact-role-queries.ts';
import { lockFirstVisit } from './first-visit-queries.ts';
import { endInvitedRoles, type OpenInvite } from './invite-queries.ts';
import { isOperator } from './operator-queries.ts';
import { findSiteByName, putSite } from './site-queries.ts';
import type { ContactsRole, Db, Trx } from './tables.ts';
import { findUserForUpdate } from './user-queries.ts';

type Roles = NonNullable<Awaited<ReturnType<typeof listRolesAtSite>>>;

/**
 * Resolves to whether an actor can give roles at a site. The site's administrators, operators, and the operator's
 * commands and settings can; API keys cannot. In a transaction, the result stays valid until the transaction ends. A
 * removed site has no roles.
 */
export async function givesContactsRoles(db: Db, by: Actor, siteId: number): Promise<boolean> {
  const roles = await listRolesAtSite(db, siteId);
  return roles !== undefined && gives(db, by, roles);
}

async function gives(db: Db, by: Actor, roles: Roles): Promise<boolean> {
  if (by.type !== 'session') return by.type !== 'api_key';
  const isAdministrator = roles.some(({ userId, role }) => userId === by.userId && role === 'administrator');
  return isAdministrator || (await isOperator(db, by.userId));
}

/**
 * `unverified`: the email address is unverified, or the account was deleted. `last`: a site keeps its last
 * administrator.
 */
export type Granted = 'done' | 'forbidden' | 'unverified' | 'last';

type Wanted = {
  userId: number;
  siteId: number;
  role: ContactsRole | null;
  /** The workspace whose audit log records the change. */
  workspaceId?: number | null;
  /** True if the role comes from an invitation. Otherwise the roles at the site in the user's open invitations end. */
  isInvited?: boolean;
};

/** Sets a user's role at a site, or removes it with `null`. Unless the result is `done`, nothing changes. */
export async function setContactsRole(
  trx: Trx,
  by: Actor,
  { userId, siteId, role, workspaceId = null, isInvited = false }: Wanted,
  now: Date,
): Promise<Granted> {
  const roles = await listRolesAtSite(trx, siteId);
  if (!roles || !(await gives(trx, by, roles))) return 'forbidden';
  if (role !== 'administrator' && isLastAdministrator(roles, userId)) return 'last';
  const present = roles.find((one) => one.userId === userId)?.role;
  const user = await findUserForUpdate(trx, userId);
  if (!user || (role !== null && !isAtLeast(present, role) && user.emailVerifiedAt === null)) return 'unverified';
  if (role === null) await deleteContactsRole(trx, userId, siteId);
  else await upsertContactsRole(trx, { userId, siteId, role }, now);
  if (!isInvited) await endInvitedRoles(trx, { email: user.email, siteId });
  const details = { from: present ?? null, to: role };
  const entry = {
    workspaceId,
    siteId,
    actor: by,
    action: 'user.contacts-role',
    objectId: user.publicId,
    details,
  } as const;
  if (details.from !== details.to) await insertEntries(trx, [toAuditRow(entry, now)]);
  return 'done';
}

/** Grants an invitation's role, if the inviter can still grant it. A higher role is kept. */
export async function giveInvitedRole(
  trx: Trx,
  { siteId, contactsRole: role, invitedBy, workspaceId }: OpenInvite,
  userId: number,
  now: Date,
): Promise<Granted> {
  if (siteId === null || role === null || isAtLeast(await findContactsRole(trx, userId, siteId), role)) return 'done';
  const wanted = { userId, siteId, role, workspaceId, isInvited: true };
  return setContactsRole(trx, { type: 'session', userId: invitedBy }, wanted, now);
}

function isLastAdministrator(roles: Roles, userId: number): boolean {
  const administrators = roles.filter(({ role }) => role === 'administrator');
  return administrators.length === 1 && administrators[0]?.userId === userId;
}

/**
 * Resolves to whether a user is the last administrator of a site with other users. In a transaction, the result stays
 * valid until the transaction ends.
 */
export async function isNeededAtSite(db: Db, userId: number): Promise<boolean> {
  for (const siteId of await listSiteIds(db, userId)) {
    const roles = await listRolesAtSite(db, siteId);
    if (roles && roles.length > 1 && isLastAdministrator(roles, userId)) return true;
  }
  return false;
}

const ranks: Record<ContactsRole, number> = { viewer: 0, editor: 1, administrator: 2 };

/** Returns whether a role includes the rights of another role. */
const isAtLeast = (role: ContactsRole | undefined, other: ContactsRole): boolean =>
  role !== undefined && ranks[role] >= ranks[other];

/** Registers a site and its URL, and assigns the site's first administrators. @throws if another site has the URL */
export async function registerSite(trx: Trx, site: { name: string; url: string }, now: Date): Promise<void> {
  await lockFirstVisit(trx);
  await putSite(trx, site);
  await giveFirstRoles(trx, now);
}

/** Makes the operators administrators of each site without roles. The first visit's row must be locked. */
export async function giveFirstRoles(trx: Trx, now: Date): Promise<void> {
  for (const one of await listFirstAdministrators(trx))
    await setContactsRole(trx, system, { ...one, role: 'administrator' }, now);
}

/** Finds the id of a site that is registered with this name and URL. */
export async function findRegisteredId(db: Db, { name, url }: { name: string; url: string }) {
  const found = await findSiteByName(db, name);
  return found?.url === url ? found.id : undefined;
}
