/** Queries for users. */

import { type RawBuilder, sql } from 'kysely';
import { contains } from '../db/like.ts';
import { newId } from '../db/public-ids.ts';
import { ApiError } from '../errors.ts';
import type { Language } from '../pages/language.ts';
import { recordAccessChanges } from './access-changes.ts';
import type { Db, Trx } from './tables.ts';

export type NewUser = {
  email: string;
  name: string;
  passwordHash: string | null;
  /** True if the account's creator vouches for its email address. */
  verified?: boolean;
};

/** Inserts a user. @throws a duplicate-key error on `users_email` if the email address is taken */
export async function insertUser(trx: Trx, { email, name, passwordHash, verified = false }: NewUser, now: Date) {
  const publicId = newId('usr');
  const { insertId } = await trx
    .insertInto('users')
    .values({
      public_id: publicId,
      email,
      name,
      password_hash: passwordHash,
      email_verified_at: verified ? now : null,
      created_at: now,
      updated_at: now,
    })
    .executeTakeFirstOrThrow();
  return { id: Number(insertId), publicId };
}

/** Finds a user by the normal form of an email address, because email columns compare bytes. */
export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('users').select(userColumns).where('email', '=', email).executeTakeFirst();

/** Creates the error for a deleted account, whose session can still be in a cache. */
const accountGone = () => new ApiError('unauthorized', 'This account was deleted.');

export const findUser = (db: Db, id: number) =>
  db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst();

/** Finds a user. @throws `unauthorized` if the account was deleted */
export const getUser = (db: Db, id: number) =>
  db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirstOrThrow(accountGone);

const userColumns = [
  'id',
  'public_id as publicId',
  'email',
  'name',
  'language',
  'password_hash as passwordHash',
  'email_verified_at as emailVerifiedAt',
  'created_at as createdAt',
] as const;

export const listUsersByPublicIds = (db: Db, publicIds: string[]) =>
  db
    .selectFrom('users')
    .select(['id', 'public_id as publicId', 'email', 'name'])
    .where('public_id', 'in', publicIds)
    .execute();

/**
 * Finds a user and locks the row by writing it. Other transactions wait or, on another server of a cluster, conflict at
 * COMMIT.
 */
export async function findUserForUpdate(trx: Trx, id: number): Promise<UserRow | undefined> {
  await trx
    .updateTable('users')
    .set(({ eb }) => ({ locks: eb('locks', '+', 1) }))
    .where('id', '=', id)
    .execute();
  return trx.selectFrom('users').select(userColumns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Finds and locks a user like `findUserForUpdate`. @throws `unauthorized` if the account was deleted */
export async function getUserForUpdate(trx: Trx, id: number): Promise<UserRow> {
  const user = await findUserForUpdate(trx, id);
  if (!user) throw accountGone();
  return user;
}

/** Deletes a locked user with their sessions and roles. The user's other access must have ended already. */
export async function deleteUserRow(trx: Trx, id: number): Promise<void> {
  for (const table of ['operators', 'sessions', 'contact_roles'] as const)
    await trx.deleteFrom(table).where('user_id', '=', id).execute();
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

/** Compares a part of a user's email address, which is stored in lower case. `userId` is the column with the user's id. */
export const hasEmailWith = (part: string, userId: string): RawBuilder<boolean> =>
  sql<boolean>`(SELECT users.email FROM users WHERE users.id = ${sql.ref(userId)}) LIKE ${contains(part.toLowerCase())}`;

export type WithUser<Row> = Row & { user: Pick<UserRow, 'id' | 'publicId' | 'email' | 'name'> | undefined };

/** Adds to each row the user of its `userId`: `undefined` if it has none or the account was deleted. */
export async function withUsers<Row extends { userId: number | null }>(db: Db, rows: Row[]): Promise<WithUser<Row>[]> {
  const ids = rows.flatMap(({ userId }) => userId ?? []);
  const users = db.selectFrom('users').select(['id', 'public_id as publicId', 'email', 'name']).where('id', 'in', ids);
  const found = ids.length === 0 ? [] : await users.execute();
  const byId = new Map(found.map((user) => [user.id, user]));
  return rows.map((row) => ({ ...row, user: byId.get(row.userId ?? 0) }));
}

/**
 * Lists all users, oldest account first, with the data that operators manage. Roles in contacts are grouped by site.
 */
export async function listUsers(db: Db) {
  const users = await db
    .selectFrom('users')
    .leftJoin('operators', 'operators.user_id', 'users.id')
    .select(['users.id as number', 'users.public_id as id', 'users.email', 'users.name'])
    .select([
      'users.email_verified_at as verifiedAt',
      'operators.user_id as operatorId',
      'users.created_at as createdAt',
    ])
    .orderBy('users.id')
    .execute();
  const roles = await db
    .selectFrom('contact_roles')
    .innerJoin('sites', 'sites.id', 'contact_roles.site_id')
    .select(['contact_roles.user_id as userId', 'contact_roles.role', 'sites.url'])
    .execute();
  return users.map(({ number, verifiedAt, operatorId, ...user }) => ({
    ...user,
    emailVerified: verifiedAt !== null,
    operator: operatorId !== null,
    contacts: Object.fromEntries(roles.filter((one) => one.userId === number).map(({ url, role }) => [url, role])),
  }));
}

/** Marks the email address as verified and notifies all processes; `false` if it was already verified. */
export async function markEmailVerified(trx: Trx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await recordAccessChanges(trx, [{ userId: id }]);
  return true;
}

export type UserRow = Awaited<ReturnType<typeof getUser>>;
export type UserChanges = { name?: string; language?: Language | null; passwordHash?: string | null };

export const updateUser = (trx: Trx, id: number, { name, language, passwordHash }: UserChanges, now: Date) =>
  trx
    .updateTable('users')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(language === undefined ? {} : { language }),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();

/** Returns the SQL of a user's name, which is NULL if no member of the workspace has this public id. */
export const memberName = ({
  publicId,
  workspaceId,
}: {
  publicId: RawBuilder<string>;
  workspaceId: RawBuilder<number>;
}) =>
  sql<string | null>`(
    SELECT users.name FROM users JOIN members ON members.user_id = users.id AND members.workspace_id = ${workspaceId}
    WHERE users.public_id = ${publicId})`;
