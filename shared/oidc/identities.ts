/** Which account of the link service a provider's people have: its table `user_identities`. */
import type { Kysely, Transaction } from 'kysely';
import type { Identity } from './claims.ts';

type IdentityTable = { issuer: string; subject: string; user_id: number; created_at: Date };

export type IdentityTables = { user_identities: IdentityTable };

type Db = Kysely<IdentityTables>;
type Trx = Transaction<IdentityTables>;

/** Whose account it is. */
export const findUserIdByIdentity = async (db: Db | Trx, { issuer, subject }: Identity) =>
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
export const findSubject = async (db: Db | Trx, userId: number, issuer: string) =>
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
