/** The rule for roles in contact automation: who gives them, and to whom. Every path that gives or takes one comes here. */
import type { Actor } from './actor.ts';
import {
  deleteContactsRole,
  insertFirstAdministrators,
  listRolesAtSite,
  upsertContactsRole,
} from './contact-role-queries.ts';
import { isOperator } from './operator-queries.ts';
import { findSiteByName, putSite } from './site-queries.ts';
import type { ContactsRole, Db, Trx } from './tables.ts';
import { isVerified } from './user-queries.ts';

type Roles = Awaited<ReturnType<typeof listRolesAtSite>>;

/**
 * Tells whether someone gives roles at a site: its administrators and operators do, and the operator's commands and
 * settings. An API key never does. In a transaction the answer stays true until it ends.
 */
export const givesContactsRoles = async (db: Db, by: Actor, siteId: number): Promise<boolean> =>
  gives(db, by, await listRolesAtSite(db, siteId));

async function gives(db: Db, by: Actor, roles: Roles): Promise<boolean> {
  if (by.type !== 'session') return by.type !== 'api_key';
  const isAdministrator = roles.some(({ userId, role }) => userId === by.userId && role === 'administrator');
  return isAdministrator || (await isOperator(db, by.userId));
}

/** `unverified`: the account could be someone else's. `last`: a site keeps its last administrator. */
export type Granted = 'done' | 'forbidden' | 'unverified' | 'last';

type Wanted = { userId: number; siteId: number; role: ContactsRole | null };

/** Sets a user's role at a site, or removes it with `null`. Anything but `done` changes nothing. */
export async function setContactsRole(
  trx: Trx,
  by: Actor,
  { userId, siteId, role }: Wanted,
  now: Date,
): Promise<Granted> {
  const roles = await listRolesAtSite(trx, siteId);
  if (!(await gives(trx, by, roles))) return 'forbidden';
  const present = roles.find((one) => one.userId === userId)?.role;
  const administrators = roles.filter((one) => one.role === 'administrator');
  if (present === 'administrator' && role !== 'administrator' && administrators.length === 1) return 'last';
  if (role === null) {
    await deleteContactsRole(trx, userId, siteId);
    return 'done';
  }
  if (!isAtLeast(present, role) && !(await isVerified(trx, userId))) return 'unverified';
  await upsertContactsRole(trx, { userId, siteId, role }, now);
  return 'done';
}

const ranks: Record<ContactsRole, number> = { viewer: 0, editor: 1, administrator: 2 };

/** Whether a role includes another one. */
export const isAtLeast = (role: ContactsRole | undefined, other: ContactsRole): boolean =>
  role !== undefined && ranks[role] >= ranks[other];

/** Records a site where it is new or has moved. The operators administer a site that has no administrator yet. */
export async function registerSite(trx: Trx, site: { name: string; url: string }, now: Date): Promise<void> {
  await putSite(trx, site, now);
  await insertFirstAdministrators(trx, now);
}

/** The id of a site that is recorded where it is. */
export async function findRegisteredId(db: Db, { name, url }: { name: string; url: string }) {
  const found = await findSiteByName(db, name);
  return found?.url === url ? found.id : undefined;
}
