/** The people of the admin application in MySQL. */
import { sql } from 'kysely';
import type { Role } from '../../../host/core/route.ts';
import type { Db, Trx } from '../core/tables.ts';
import { keyOfEmail } from '../core/text.ts';
import { endAccess } from './end-access.ts';

const columns = [
  'id',
  'email',
  'name',
  'role',
  'password_hash as passwordHash',
  'wp_user_id as wpUserId',
  'links_user_id as linksUserId',
  'created_at as createdAt',
  'last_sign_in_at as lastSignInAt',
] as const;

export const listAdmins = (db: Db) => db.selectFrom('waypost_admins').select(columns).orderBy('id').execute();
export type AdminRow = Awaited<ReturnType<typeof listAdmins>>[number];

/** Whether a person has not answered their invitation: by a password, or by coming from the provider. */
export const isInvited = (row: Pick<AdminRow, 'passwordHash' | 'wpUserId' | 'linksUserId' | 'lastSignInAt'>): boolean =>
  row.passwordHash === null && row.wpUserId === null && row.linksUserId === null && row.lastSignInAt === null;

/** One who has an account here; nobody of WordPress. */
export const findAdminByEmail = (db: Db, email: string): Promise<AdminRow | undefined> =>
  db.selectFrom('waypost_admins').select(columns).where('email_key', '=', keyOfEmail(email)).executeTakeFirst();

export const findAdmin = (db: Db, id: number): Promise<AdminRow | undefined> =>
  db.selectFrom('waypost_admins').select(columns).where('id', '=', id).executeTakeFirst();

/**
 * Locks a user whose password was checked until the transaction ends. Returns false if they have another one by now: checking
 * takes a while, and the former password must not work meanwhile.
 */
export async function holdPassword(trx: Trx, { id, passwordHash }: Pick<AdminRow, 'id' | 'passwordHash'>) {
  const row = await trx
    .selectFrom('waypost_admins')
    .select('password_hash as present')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined && row.present === passwordHash;
}

/** People with an account here, with the normal forms of their addresses; only one when an id is given. */
export const listOwnAddresses = async (db: Db, id?: number) => {
  const rows = await db
    .selectFrom('waypost_admins')
    .select(['id', 'email', 'name', 'role', 'email_key as emailKey'])
    .where('email_key', 'is not', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('id')
    .execute();
  return rows.flatMap(({ emailKey, ...row }) => (emailKey === null ? [] : [{ ...row, emailKey }]));
};

export type OwnAddress = Awaited<ReturnType<typeof listOwnAddresses>>[number];

export const findAdminByLinksUser = (db: Db, userId: number) =>
  db.selectFrom('waypost_admins').select('id').where('links_user_id', '=', userId).executeTakeFirst();

/** From now on the account is that of the link service. */
export const updateToJoined = (trx: Trx, id: number, userId: number, role: Role) =>
  trx
    .updateTable('waypost_admins')
    .set({ links_user_id: userId, role, email_key: null, password_hash: null })
    .where('id', '=', id)
    .execute();

/** Makes what changes a person's factors wait for each other until the transaction ends. */
export const lockAdmin = (trx: Trx, id: number) =>
  trx.selectFrom('waypost_admins').select('id').where('id', '=', id).forUpdate().executeTakeFirst();

export type NewAdmin = { email: string; name: string; role: Role; passwordHash: string | null };

/** @throws a duplicate on `admins_email` when the address is taken. */
export async function insertAdmin(db: Db, { email, name, role, passwordHash }: NewAdmin, now: Date): Promise<number> {
  const { insertId } = await db
    .insertInto('waypost_admins')
    .values({ email, email_key: keyOfEmail(email), name, role, password_hash: passwordHash, created_at: now })
    .executeTakeFirstOrThrow();
  return Number(insertId);
}

export type WordPressAdmin = { wpUserId: number; email: string; name: string; role: Role };

/** The row of a person of WordPress, as they are at this sign-in. */
export async function putWordPressAdmin(trx: Trx, { wpUserId, ...known }: WordPressAdmin, now: Date): Promise<number> {
  await trx
    .insertInto('waypost_admins')
    .values({ ...known, wp_user_id: wpUserId, created_at: now })
    .onDuplicateKeyUpdate(known)
    .execute();
  const row = trx.selectFrom('waypost_admins').select('id').where('wp_user_id', '=', wpUserId);
  return (await row.executeTakeFirstOrThrow()).id;
}

export type LinksAdmin = { userId: number; email: string; name: string; role: Role };

/** The row of somebody who signs in with an account of the link service, as they are now. */
export async function putLinksAdmin(trx: Trx, { userId, email, name, role }: LinksAdmin, now: Date): Promise<number> {
  const known = { email, name, role };
  await trx
    .insertInto('waypost_admins')
    .values({ ...known, links_user_id: userId, created_at: now })
    .onDuplicateKeyUpdate(known)
    .execute();
  const row = trx.selectFrom('waypost_admins').select('id').where('links_user_id', '=', userId);
  return (await row.executeTakeFirstOrThrow()).id;
}

/** The id of their row, when they have been here before. */
export const findWordPressAdmin = async (db: Db, wpUserId: number): Promise<number | undefined> =>
  (await db.selectFrom('waypost_admins').select('id').where('wp_user_id', '=', wpUserId).executeTakeFirst())?.id;

export type AdminChanges = {
  name?: string | undefined;
  role?: Role | undefined;
  passwordHash?: string | undefined;
};

export const updateAdmin = (db: Db, id: number, { name, role, passwordHash }: AdminChanges) =>
  db
    .updateTable('waypost_admins')
    .set({
      // A statement that changes nothing is none.
      id,
      ...(name === undefined ? {} : { name }),
      ...(role === undefined ? {} : { role }),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    })
    .where('id', '=', id)
    .execute();

export const noteSignIn = (trx: Trx, id: number, now: Date) =>
  trx.updateTable('waypost_admins').set({ last_sign_in_at: now }).where('id', '=', id).execute();

/** Deletes a user with everything that gives access. */
export async function deleteAdmin(trx: Trx, id: number): Promise<void> {
  await endAccess(trx, id);
  await trx.deleteFrom('waypost_admins').where('id', '=', id).execute();
}

/**
 * Ids of the administrators who can sign in by an account here, locked until the transaction ends. Writes the first one's
 * row, so that two transactions on different servers of a cluster conflict at COMMIT.
 */
export async function lockAdministrators(trx: Trx): Promise<number[]> {
  const rows = await trx
    .selectFrom('waypost_admins')
    .select(['id', 'role', 'password_hash as passwordHash', 'wp_user_id as wpUserId', 'links_user_id as linksUserId'])
    .select('last_sign_in_at as lastSignInAt')
    .where('wp_user_id', 'is', null)
    .where('links_user_id', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const ids = rows.filter((row) => row.role === 'administrator' && !isInvited(row)).map(({ id }) => id);
  await trx
    .updateTable('waypost_admins')
    .set({ locks: sql`locks + 1` })
    .where('id', '=', ids[0] ?? 0)
    .execute();
  return ids;
}
