/** Whose accounts the people of a provider have, in MySQL. */
import type { Db, Trx } from '../core/tables.ts';

/** What a provider calls somebody: unlike the address, it is never given to another. */
export type Identity = { issuer: string; subject: string };

/** Whose account it is. */
export const findUserIdByIdentity = async (db: Db, { issuer, subject }: Identity) =>
  (
    await db
      .selectFrom('user_identities')
      .select('user_id as userId')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()
  )?.userId;

/** @throws a duplicate when either of both has another already. */
export const insertIdentity = (trx: Trx, userId: number, { issuer, subject }: Identity, now: Date) =>
  trx.insertInto('user_identities').values({ issuer, subject, user_id: userId, created_at: now }).execute();

/** What a provider calls a user, if it is known. */
export const findSubject = async (db: Db, userId: number, issuer: string) =>
  (
    await db
      .selectFrom('user_identities')
      .select('subject')
      .where('user_id', '=', userId)
      .where('issuer', '=', issuer)
      .executeTakeFirst()
  )?.subject;

export const deleteIdentities = (trx: Trx, userId: number) =>
  trx.deleteFrom('user_identities').where('user_id', '=', userId).execute();
