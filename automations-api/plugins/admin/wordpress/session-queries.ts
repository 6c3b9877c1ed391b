/** Queries for sessions of WordPress users. Only the hash of a token is stored. */
import { hashSecret, randomToken } from '../../../../shared/secrets/secrets.ts';
import type { Db } from '../core/tables.ts';
import { orNothing } from './queries.ts';

/** Checks for the form of a token: `wps_` and 43 random characters. */
export const looksLikeWordPressToken = (text: string) => /^wps_[0-9A-Za-z]{43}$/.test(text);

/** Starts a session. The returned token is its only copy. `password` is a digest of WordPress's password hash. */
export async function insertSession(
  db: Db,
  { id, password }: { id: number; password: Buffer },
  network: Buffer,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<string> {
  const token = `wps_${randomToken()}`;
  await db
    .insertInto('waypost_wordpress_sessions')
    .values({
      hash: hashSecret(token),
      wp_user_id: id,
      wp_password: password,
      network,
      created_at: now,
      last_used_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return token;
}

/** Finds the unexpired session of a token. */
export const findSession = (db: Db, token: string, now: Date) =>
  db
    .selectFrom('waypost_wordpress_sessions')
    .select(['id', 'wp_user_id as wpUserId', 'wp_password as password'])
    .where('hash', '=', hashSecret(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Records a use, which extends the session. */
export const touchSession = (db: Db, id: number, { now, expiresAt }: { now: Date; expiresAt: Date }) =>
  db
    .updateTable('waypost_wordpress_sessions')
    .set({ last_used_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .execute();

export const deleteSession = (db: Db, id: number) =>
  db.deleteFrom('waypost_wordpress_sessions').where('id', '=', id).execute();

/** Lists signed-in WordPress users with their last use. */
export const listSignedIn = (db: Db, now: Date) =>
  db
    .selectFrom('waypost_wordpress_sessions')
    .where('expires_at', '>', now)
    .groupBy('wp_user_id')
    .select((e) => ['wp_user_id as id', e.fn.max('last_used_at').as('lastUsedAt')])
    .orderBy('wp_user_id')
    .execute();

/** Checks whether a WordPress user with this email address is signed in from a network. */
export async function isKnownNetwork(db: Db, email: string, network: Buffer): Promise<boolean> {
  const sessions = db
    .selectFrom('waypost_wordpress_sessions as s')
    .innerJoin('users as u', 'u.ID', 's.wp_user_id')
    .select('s.id')
    .where('u.user_email', '=', email)
    .where('s.network', '=', network)
    .limit(1);
  const found = await orNothing(sessions.executeTakeFirst());
  return found !== undefined;
}

/** Deletes up to `limit` expired sessions. */
export const deleteOutdated = (db: Db, now: Date, limit: number) =>
  db.deleteFrom('waypost_wordpress_sessions').where('expires_at', '<', now).limit(limit).execute();
