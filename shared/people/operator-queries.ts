/** Queries for operators: users who run the whole installation. */
import type { Db, Trx } from './tables.ts';

export const isOperator = async (db: Db, userId: number): Promise<boolean> =>
  (await db.selectFrom('operators').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !== undefined;

/** Makes a user an operator; `false` if they already are one. */
export async function insertOperator(trx: Trx, userId: number, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('operators')
    .ignore()
    .values({ user_id: userId, created_at: now })
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Removes an operator; `false` if the user was not one. */
export async function deleteOperator(trx: Trx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('operators').where('user_id', '=', userId).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export const listOperators = (db: Db) =>
  db
    .selectFrom('operators')
    .innerJoin('users', 'users.id', 'operators.user_id')
    .select(['users.public_id as id', 'users.email', 'users.name', 'operators.created_at as createdAt'])
    .orderBy('operators.created_at')
    .execute();
