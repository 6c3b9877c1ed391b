/** Addresses that users want, in MySQL, until they are shown to be theirs. */
import type { Db, Trx } from '../core/tables.ts';

/** Puts a user's wish in the place of an earlier one; the id names it to the mail. */
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

/** @throws a duplicate on `users_email` when the address is taken. */
export const updateEmail = (trx: Trx, userId: number, email: string, now: Date) =>
  trx.updateTable('users').set({ email, email_verified_at: now, updated_at: now }).where('id', '=', userId).execute();

/** Forgets wishes older than `time`, a bounded number a call. Returns how many went. */
export async function deleteAddressChangesBefore(db: Db, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('address_changes')
    .where('created_at', '<', time)
    .limit(limit)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
