/** The names that providers of OpenID Connect have for people with an account here, in MySQL. */
import type { Identity } from '../../../../shared/oidc/claims.ts';
import type { Db, Trx } from '../core/tables.ts';

/** The id of the person whom the provider calls so. */
export const findAdminIdByIdentity = async (db: Db, { issuer, subject }: Identity): Promise<number | undefined> =>
  (
    await db
      .selectFrom('waypost_admin_identities')
      .select('admin_id as id')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()
  )?.id;

/** The provider's name for a person, if it is known. */
export const findSubject = async (db: Db, adminId: number, issuer: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('waypost_admin_identities')
      .select('subject')
      .where('admin_id', '=', adminId)
      .where('issuer', '=', issuer)
      .executeTakeFirst()
  )?.subject;

/** All names that providers have for a person. */
export const listIdentities = (db: Db, adminId: number): Promise<Identity[]> =>
  db.selectFrom('waypost_admin_identities').select(['issuer', 'subject']).where('admin_id', '=', adminId).execute();

export const deleteIdentities = (trx: Trx, adminId: number) =>
  trx.deleteFrom('waypost_admin_identities').where('admin_id', '=', adminId).execute();

/** @throws a duplicate when either of both has another already. */
export const insertIdentity = (trx: Trx, adminId: number, { issuer, subject }: Identity, now: Date) =>
  trx.insertInto('waypost_admin_identities').values({ issuer, subject, admin_id: adminId, created_at: now }).execute();
