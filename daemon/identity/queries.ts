/** Users in MySQL. */
import type { Db, Trx } from '../../shared/db.ts';
import { newId } from '../../shared/public-ids.ts';

export const countUsers = async (db: Db) =>
  Number(
    (
      await db
        .selectFrom('users')
        .select((e) => e.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

export type NewUser = { email: string; name: string; passwordHash: string | null };

/** @throws a duplicate on `users_email` when the address is taken. */
export async function insertUser(trx: Trx, { email, name, passwordHash }: NewUser, now: Date) {
  const publicId = newId('usr');
  const { insertId } = await trx
    .insertInto('users')
    .values({ public_id: publicId, email, name, password_hash: passwordHash, created_at: now, updated_at: now })
    .executeTakeFirstOrThrow();
  return { id: Number(insertId), publicId };
}

/** A user by address, whatever its case. */
export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('users').select(userColumns).where('email', '=', email).executeTakeFirst();

export const getUser = (db: Db, id: number) =>
  db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirstOrThrow();

const userColumns = [
  'id',
  'public_id as publicId',
  'email',
  'name',
  'password_hash as passwordHash',
  'created_at as createdAt',
] as const;

export type UserRow = Awaited<ReturnType<typeof getUser>>;
export type UserChanges = { name?: string; passwordHash?: string };

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
