/** Users in MySQL. */

import { newId } from '../../shared/db/public-ids.ts';
import { ApiError } from '../../shared/errors.ts';
import { recordAccessChanges } from '../change-feed/changes.ts';
import type { Db, Trx } from '../core/tables.ts';

export type NewUser = {
  email: string;
  name: string;
  passwordHash: string | null;
  /** The creator of the account vouches for its email. */
  verified?: boolean;
};

/** @throws a duplicate on `users_email` if the email is taken */
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

/** A user by the normal form of an email: email columns compare bytes. */
export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('users').select(userColumns).where('email', '=', email).executeTakeFirst();

/** A session may still be cached here although its account was just deleted. */
const accountGone = () => new ApiError('unauthorized', 'This account was deleted.');

/** @throws `unauthorized` for a deleted one */
export const getUser = (db: Db, id: number) =>
  db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirstOrThrow(accountGone);

const userColumns = [
  'id',
  'public_id as publicId',
  'email',
  'name',
  'password_hash as passwordHash',
  'email_verified_at as emailVerifiedAt',
  'created_at as createdAt',
] as const;

/** The same, locked until the transaction ends. */
export const getUserForUpdate = (trx: Trx, id: number) =>
  trx.selectFrom('users').select(userColumns).where('id', '=', id).forUpdate().executeTakeFirstOrThrow(accountGone);

/** Marks the email as verified and tells every process; `false` if it already was. */
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
export type UserChanges = { name?: string; passwordHash?: string | null };

export const updateUser = (trx: Trx, id: number, { name, passwordHash }: UserChanges, now: Date) =>
  trx
    .updateTable('users')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
