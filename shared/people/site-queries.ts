/** Queries for the contact automation sites whose users are in this database. Each site writes its own row. */
import type { Tried } from '../db/rights-queries.ts';
import { listUsersOfSite } from './contact-role-queries.ts';
import { endInvitedRoles } from './invite-queries.ts';
import type { Db, Trx } from './tables.ts';

const columns = ['id', 'name', 'url', 'connection_id as connectionId', 'offered_key as offeredKey'] as const;

/** Finds the site that the dashboard shows, which is the first registered one; `undefined` without contact automation. */
export const findSite = (db: Db) => db.selectFrom('sites').select(columns).orderBy('id').limit(1).executeTakeFirst();

export const findSiteById = (db: Db, id: number) =>
  db.selectFrom('sites').select(columns).where('id', '=', id).executeTakeFirst();

/** Finds a site by its own name, which does not change when its URL changes. */
export const findSiteByName = (db: Db, name: string) =>
  db.selectFrom('sites').select(columns).where('name', '=', name).executeTakeFirst();

/** Finds the site with a URL; URLs are unique. */
export const findSiteByUrl = (db: Db, url: string) =>
  db.selectFrom('sites').select(columns).where('url', '=', url).executeTakeFirst();

/** Records a site's URL. A site with a new database is recognised by its URL. @throws if another site has the URL */
export async function putSite(trx: Trx, { name, url }: { name: string; url: string }): Promise<void> {
  const [named, there] = [await findSiteByName(trx, name), await findSiteByUrl(trx, url)];
  if (named && there && named.id !== there.id)
    throw new Error(`another site has the URL ${url}; \`waypost user remove-site ${url}\` removes it if it is deleted`);
  const known = named ?? there;
  if (known) await trx.updateTable('sites').set({ name, url }).where('id', '=', known.id).execute();
  else await trx.insertInto('sites').values({ name, url }).onDuplicateKeyUpdate({ url }).execute();
}

/** Returns a SQL expression for a number that changes with the sites. `database` is the database's name as `name.`. */
export const digestOfSites = (database: string) =>
  `SELECT BIT_XOR(CRC32(CONCAT_WS('|', url, connection_id, offered_key))) FROM ${database}sites`;

/** The table for testing the database user's rights. */
export const triedForPeople: Tried = { table: 'sites', column: 'name', setting: 'PEOPLE_URL' };

/** Offers the site a key for connecting itself. `false` without contact automation. */
export async function offerKey(trx: Trx, sealed: string): Promise<boolean> {
  const site = await findSite(trx);
  if (!site) return false;
  await trx.updateTable('sites').set({ offered_key: sealed }).where('id', '=', site.id).execute();
  return true;
}

/** Removes an offer, unless it was replaced. */
export const dropOffer = (db: Db, sealed: string) =>
  db.updateTable('sites').set({ offered_key: null }).where('offered_key', '=', sealed).execute();

/** Records the connection by which a site receives clicks; `null`: none. */
export const putConnectionId = (db: Db, id: number, connectionId: number | null) =>
  db.updateTable('sites').set({ connection_id: connectionId }).where('id', '=', id).execute();

/** Lists all sites with the number of their users, the first registered one first. */
export const listSites = (db: Db) =>
  db
    .selectFrom('sites')
    .leftJoin('contact_roles as roles', 'roles.site_id', 'sites.id')
    .select(({ fn }) => ['sites.url', fn.count('roles.user_id').as('users')])
    .groupBy(['sites.id', 'sites.url'])
    .orderBy('sites.id')
    .execute();

/**
 * Deletes a site with its roles, its tokens, and the roles that invitations give at the site. Returns the users who had
 * a role.
 */
export async function deleteSite(trx: Trx, id: number) {
  // While the row is locked, nobody can give a role at the site.
  await trx.deleteFrom('sites').where('id', '=', id).execute();
  const users = await listUsersOfSite(trx, id);
  for (const table of ['contact_roles', 'session_tokens'] as const)
    await trx.deleteFrom(table).where('site_id', '=', id).execute();
  await endInvitedRoles(trx, { siteId: id });
  return users;
}
