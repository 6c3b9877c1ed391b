/** Queries for operators: users who run the whole installation. */
import { changesRows } from '../db/results.ts';
import type { Db, Trx } from './tables.ts';

export const isOperator = async (db: Db, userId: number): Promise<boolean> =>
  (await db.selectFrom('operators').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !== undefined;

/** Makes a user an operator; `false` if they already are one. */
export const insertOperator = (trx: Trx, userId: number, now: Date): Promise<boolean> =>
  changesRows(trx.insertInto('operators').ignore().values({ user_id: userId, created_at: now }));

/** Removes an operator; `false` if the user was not one. */
export const deleteOperator = (trx: Trx, userId: number): Promise<boolean> =>
  changesRows(trx.deleteFrom('operators').where('user_id', '=', userId));

export const listOperators = (db: Db) =>
  db
    .selectFrom('operators')
    .innerJoin('users', 'users.id', 'operators.user_id')
    .select(['users.public_id as id', 'users.email', 'users.name', 'operators.created_at as createdAt'])
    .orderBy('operators.created_at')
    .execute();
