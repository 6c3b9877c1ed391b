/** Queries for identities at an OpenID Connect provider, and their users. */
import type { Db, Trx } from './tables.ts';

/** The provider's id of a user: unlike the email address, this id is never reassigned. */
export type Identity = { issuer: string; subject: string };

/** Finds the user with this identity. */
export const findUserIdByIdentity = async (db: Db, { issuer, subject }: Identity) =>
  (
    await db
      .selectFrom('user_identities')
      .select('user_id as userId')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()
  )?.userId;

/** Links an identity to a user. @throws a duplicate-key error if either is already linked */
export const insertIdentity = (trx: Trx, userId: number, { issuer, subject }: Identity, now: Date) =>
  trx.insertInto('user_identities').values({ issuer, subject, user_id: userId, created_at: now }).execute();

/** Finds the provider's id of a user, if known. */
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
