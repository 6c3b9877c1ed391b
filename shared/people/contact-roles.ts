/** The rule for roles in contact automation: who gives them, and who gets them. Every path that gives or takes one comes here. */
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
 * Returns whether someone gives roles at a site: its administrators and operators do, and the operator's commands and
 * settings. An API key never does. In a transaction the answer stays true until it ends, and a removed site has no roles.
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

/** `unverified`: the account could be someone else's, or was just deleted. `last`: a site keeps its last administrator. */
export type Granted = 'done' | 'forbidden' | 'unverified' | 'last';

type Wanted = {
  userId: number;
  siteId: number;
  role: ContactsRole | null;
  /** The workspace where it is done, whose audit log has the entry. */
  workspaceId?: number | null;
  /** An invitation gives it. Anything else ends what open invitations of the user's email give at the site. */
  isInvited?: boolean;
};

/** Sets a user's role at a site, or removes it with `null`. Anything but `done` changes nothing. */
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

/** Gives the role of an invitation, if its author can still give it. A higher one stays. */
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

/** Whether a user is the last administrator of a site where others have a role. In a transaction it stays so. */
export async function isNeededAtSite(db: Db, userId: number): Promise<boolean> {
  for (const siteId of await listSiteIds(db, userId)) {
    const roles = await listRolesAtSite(db, siteId);
    if (roles && roles.length > 1 && isLastAdministrator(roles, userId)) return true;
  }
  return false;
}

const ranks: Record<ContactsRole, number> = { viewer: 0, editor: 1, administrator: 2 };

/** Whether a role includes another one. */
const isAtLeast = (role: ContactsRole | undefined, other: ContactsRole): boolean =>
  role !== undefined && ranks[role] >= ranks[other];

/** Records a site where it is. The operators administer a site that has no administrator yet. @throws if another has the URL */
export async function registerSite(trx: Trx, site: { name: string; url: string }, now: Date): Promise<void> {
  await lockFirstVisit(trx);
  await putSite(trx, site);
  await giveFirstRoles(trx, now);
}

/** Makes the operators administrators of each site where no one has a role. The first visit's row is locked. */
export async function giveFirstRoles(trx: Trx, now: Date): Promise<void> {
  for (const one of await listFirstAdministrators(trx))
    await setContactsRole(trx, system, { ...one, role: 'administrator' }, now);
}

/** The id of a site that is recorded where it is. */
export async function findRegisteredId(db: Db, { name, url }: { name: string; url: string }) {
  const found = await findSiteByName(db, name);
  return found?.url === url ? found.id : undefined;
}
