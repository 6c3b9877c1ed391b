/** Queries for requested email changes, until the new email address is verified. */
import { changedRows } from '../db/results.ts';
import type { Db, Trx } from './tables.ts';

/** Replaces the user's earlier request, and resolves to the new request's id, which the email needs. */
export async function replaceAddressChange(trx: Trx, userId: number, email: string, now: Date): Promise<number> {
  await deleteAddressChange(trx, userId);
  const { insertId } = await trx
    .insertInto('address_changes')
    .values({ user_id: userId, email, created_at: now })
    .executeTakeFirstOrThrow();
  return Number(insertId);
}

export const findAddressChange = (db: Db, id: number) =>
  db.selectFrom('address_changes').select(['id', 'user_id as userId', 'email']).where('id', '=', id).executeTakeFirst();

export const deleteAddressChange = (trx: Trx, userId: number) =>
  trx.deleteFrom('address_changes').where('user_id', '=', userId).execute();

/** Changes a user's email address. @throws a duplicate-key error on `users_email` if the new address is taken */
export const updateEmail = (trx: Trx, userId: number, email: string, now: Date) =>
  trx.updateTable('users').set({ email, email_verified_at: now, updated_at: now }).where('id', '=', userId).execute();

/** Deletes requests older than `time` in batches. Returns the number deleted. */
export const deleteAddressChangesBefore = (db: Db, time: Date, limit: number): Promise<number> =>
  changedRows(db.deleteFrom('address_changes').where('created_at', '<', time).limit(limit));
