/** Queries for roles in contact automation, and their users. */
import { sql } from 'kysely';
import { hashSecret } from '../secrets/secrets.ts';
import type { ContactsRole, Db, Trx } from './tables.ts';

const usersOf = (db: Db, siteId: number) =>
  db
    .selectFrom('contact_roles as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .where('r.site_id', '=', siteId)
    .select(['u.id', 'u.public_id as publicId', 'u.email', 'u.name', 'r.role', 'r.created_at as createdAt']);

export const listUsersOfSite = (db: Db, siteId: number) => usersOf(db, siteId).orderBy('u.id').execute();

export const findUserOfSite = (db: Db, siteId: number, userId: number) =>
  usersOf(db, siteId).where('u.id', '=', userId).executeTakeFirst();

/**
 * Finds the user of a session's token for a site, with their role at the site; `undefined` without a role or an open
 * session.
 */
export const findCallerOfSite = (db: Db, siteId: number, token: string, now: Date) =>
  usersOf(db, siteId)
    .innerJoin('sessions as s', 's.user_id', 'u.id')
    .innerJoin('session_tokens as t', 't.session_id', 's.id')
    .where('s.expires_at', '>', now)
    .where('t.hash', '=', hashSecret(token))
    .where('t.site_id', '=', siteId)
    .select(['s.id as sessionId', 's.begun_by as begunBy', 'u.language'])
    .executeTakeFirst();

export const findContactsRole = async (db: Db, userId: number, siteId: number): Promise<ContactsRole | undefined> =>
  (
    await db
      .selectFrom('contact_roles')
      .select('role')
      .where('user_id', '=', userId)
      .where('site_id', '=', siteId)
      .executeTakeFirst()
  )?.role;

/** Lists users' roles at the site that the dashboard shows. */
export async function listRolesOf(db: Db, userIds: number[]): Promise<Map<number, ContactsRole>> {
  const roles = db
    .selectFrom('contact_roles')
    .select(['user_id as userId', 'role'])
    .where('user_id', 'in', userIds)
    .where('site_id', '=', (e) => e.selectFrom('sites').select(({ fn }) => fn.min('sites.id').as('id')));
  return new Map(userIds.length === 0 ? [] : (await roles.execute()).map(({ userId, role }) => [userId, role]));
}

/** Lists a user's sites and roles, with the first registered site first. */
export const listContactsRoles = (db: Db, userId: number) =>
  db
    .selectFrom('contact_roles as r')
    .innerJoin('sites', 'sites.id', 'r.site_id')
    .select(['sites.url', 'r.role'])
    .where('r.user_id', '=', userId)
    .orderBy('sites.id')
    .execute();

/**
 * Lists all roles at a site. In a transaction, it first writes the site's row, so that other transactions wait or, on
 * another server of a cluster, conflict at COMMIT. In a transaction, it returns `undefined` if the site was removed.
 */
export async function listRolesAtSite(db: Db, siteId: number) {
  if (db.isTransaction) {
    const lock = db.updateTable('sites').set({ locks: sql<number>`locks + 1` }).where('id', '=', siteId);
    if ((await lock.executeTakeFirstOrThrow()).numUpdatedRows === 0n) return undefined;
  }
  return db
    .selectFrom('contact_roles')
    .select(['user_id as userId', 'role'])
    .where('site_id', '=', siteId)
    .orderBy('user_id')
    .$if(db.isTransaction, (query) => query.forUpdate())
    .execute();
}

export const listSiteIds = async (db: Db, userId: number): Promise<number[]> =>
  (
    await db.selectFrom('contact_roles').select('site_id').where('user_id', '=', userId).orderBy('site_id').execute()
  ).map(({ site_id }) => site_id);

type Wanted = { userId: number; siteId: number; role: ContactsRole };

export const upsertContactsRole = (trx: Trx, { userId, siteId, role }: Wanted, now: Date) =>
  trx
    .insertInto('contact_roles')
    .values({ user_id: userId, site_id: siteId, role, created_at: now })
    .onDuplicateKeyUpdate({ role })
    .execute();

export const deleteContactsRole = (trx: Trx, userId: number, siteId: number) =>
  trx.deleteFrom('contact_roles').where('user_id', '=', userId).where('site_id', '=', siteId).execute();

/** Finds the users who become a site's first administrators: the operators, for each site without roles. */
export const listFirstAdministrators = (db: Db) =>
  db
    .selectFrom('operators')
    .innerJoin('users', 'users.id', 'operators.user_id')
    .innerJoin('sites', (on) => on.onTrue())
    .where('users.email_verified_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('contact_roles as r').select('r.user_id').whereRef('r.site_id', '=', 'sites.id'))),
    )
    .select(['users.id as userId', 'sites.id as siteId'])
    .execute();
