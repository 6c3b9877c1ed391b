/** Sessions in MySQL: of a token only its hash is kept. */

import type { Device } from '../../../../shared/net/device.ts';
import { hashSecret, randomToken } from '../../../../shared/secrets/secrets.ts';
import type { BegunBy } from '../../../../shared/sign-in/tables.ts';
import type { Db, Trx } from '../core/tables.ts';

/** The device a session was started on; `network` is a keyed hash. */
export type SignInDevice = Device & { network: Buffer };

/** Terms of a session; `wpPassword` is a digest of the WordPress user's password hash. */
export type SessionTerms = {
  now: Date;
  expiresAt: Date;
  begunBy: BegunBy;
  wpPassword?: Buffer | undefined;
  /** The session of the link service that it ends with. */
  linksSessionId?: number | undefined;
};

/** Begins a session; the returned token is its only copy. */
export async function insertSession(
  trx: Trx,
  adminId: number,
  { userAgent, address, network }: SignInDevice,
  { now, expiresAt, begunBy, wpPassword, linksSessionId }: SessionTerms,
): Promise<string> {
  const token = randomToken();
  await trx
    .insertInto('waypost_admin_sessions')
    .values({
      admin_id: adminId,
      hash: hashSecret(token),
      created_at: now,
      expires_at: expiresAt,
      last_used_at: now,
      user_agent: userAgent,
      address,
      network,
      wp_password: wpPassword ?? null,
      begun_by: begunBy,
      links_session_id: linksSessionId ?? null,
    })
    .execute();
  return token;
}

/** The session of a token with whose it is; undefined when it is over. */
export const findSession = (db: Db, token: string, now: Date) =>
  db
    .selectFrom('waypost_admin_sessions as s')
    .innerJoin('waypost_admins as a', 'a.id', 's.admin_id')
    .select(['s.id as sessionId', 's.wp_password as wpPassword', 's.created_at as begunAt', 's.begun_by as begunBy'])
    .select(['a.id', 'a.email', 'a.name', 'a.role', 'a.wp_user_id as wpUserId'])
    .select(['a.links_user_id as linksUserId', 's.links_session_id as linksSessionId'])
    .where('s.hash', '=', hashSecret(token))
    .where('s.expires_at', '>', now)
    .executeTakeFirst();

export type SessionOwner = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** One's sessions that are not over, those used last at the head. */
export const listSessions = (db: Db, adminId: number, now: Date, limit: number) =>
  db
    .selectFrom('waypost_admin_sessions')
    .select(['id', 'created_at', 'last_used_at', 'user_agent', 'address'])
    .where('admin_id', '=', adminId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export type SessionRow = Awaited<ReturnType<typeof listSessions>>[number];

/** Notes that it is used, which makes it last longer. */
export const touchSession = (db: Db, id: number, { now, expiresAt }: { now: Date; expiresAt: Date }) =>
  db
    .updateTable('waypost_admin_sessions')
    .set({ last_used_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .execute();

/** The session of the link service that one belongs to; undefined when it is over already, or is another's. */
export const findLinksSessionId = async (db: Db, adminId: number, id: number): Promise<number | null | undefined> =>
  (
    await db
      .selectFrom('waypost_admin_sessions')
      .select('links_session_id as linksSessionId')
      .where('admin_id', '=', adminId)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.linksSessionId;

/** False when it was over already, or is another's. */
export async function deleteSession(db: Db, adminId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('waypost_admin_sessions')
    .where('admin_id', '=', adminId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** All of a person, but the one that is kept. */
export const deleteSessions = (db: Db, adminId: number, keptId = 0) =>
  db.deleteFrom('waypost_admin_sessions').where('admin_id', '=', adminId).where('id', '!=', keptId).execute();

/** A person's sessions that were begun in one way count as begun in another: a factor was added, or the last one removed. */
export const updateBegunBy = (db: Db, adminId: number, from: BegunBy, to: BegunBy) =>
  db
    .updateTable('waypost_admin_sessions')
    .set({ begun_by: to })
    .where('admin_id', '=', adminId)
    .where('begun_by', '=', from)
    .execute();

/** All of a person of WordPress that were begun with another password. */
export const deleteSessionsOfFormer = (db: Db, adminId: number, wpPassword: Buffer) =>
  db
    .deleteFrom('waypost_admin_sessions')
    .where('admin_id', '=', adminId)
    .where((e) => e.or([e('wp_password', 'is', null), e('wp_password', '!=', wpPassword)]))
    .execute();

/** Whether a person with this address is signed in from a network. */
export async function isKnownNetwork(db: Db, emailKey: string, network: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom('waypost_admin_sessions as s')
    .innerJoin('waypost_admins as a', 'a.id', 's.admin_id')
    .select('s.id')
    .where('a.email_key', '=', emailKey)
    .where('s.network', '=', network)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Forgets what is over. */
export async function deleteOutdated(db: Db, now: Date, limit: number): Promise<void> {
  for (const table of ['waypost_admin_sessions', 'waypost_admin_tokens', 'waypost_admin_used_challenges'] as const) {
    await db.deleteFrom(table).where('expires_at', '<', now).limit(limit).execute();
  }
}
