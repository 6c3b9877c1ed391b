/**
 * Queries for sessions in both services. Only hashes of tokens are stored. Both services refuse an ended session within a
 * second.
 */

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { changedRows } from '../db/results.ts';
import { type Device, unknownDevice } from '../net/device.ts';
import { hashSecret, randomToken } from '../secrets/secrets.ts';
import { recordAccessChanges } from './access-changes.ts';
import type { BegunBy, Db, Trx } from './tables.ts';

/** Minimum time between two writes of the last use, in ms. */
export const useMs = 60_000;

/** Creates a session's token: `fst_` and 43 random characters. */
const newSessionToken = () => `fst_${randomToken()}`;
export const looksLikeSessionToken = (text: string) => /^fst_[0-9A-Za-z]{43}$/.test(text);

/** Returns a session's public id, which reveals nothing about its token. */
export const sessionIdOf = (hash: Buffer) =>
  `ses_${createHash('sha256').update('session id\n').update(hash).digest('hex').slice(0, 20)}`;

/** Starts a session; the returned token is its only copy. */
export async function insertSession(
  trx: Trx,
  userId: number,
  expiresAt: Date,
  {
    now,
    device: { userAgent, address } = unknownDevice,
    begunBy = 'password',
  }: { now: Date; device?: Device; begunBy?: BegunBy },
): Promise<string> {
  const token = newSessionToken();
  await trx
    .insertInto('sessions')
    .values({
      user_id: userId,
      hash: hashSecret(token),
      created_at: now,
      expires_at: expiresAt,
      last_used_at: now,
      user_agent: userAgent,
      address,
      begun_by: begunBy,
    })
    .execute();
  return token;
}

/**
 * The time for which several tokens of a session stay valid: tabs that open at the same time get one each, and the
 * browser keeps only one of them.
 */
const togetherMs = 60_000;

/**
 * Creates a session's token that is valid only for contacts at a site. Deletes the session's tokens for the site that
 * are older than `togetherMs`.
 */
export async function insertSessionToken(
  trx: Trx,
  { sessionId, siteId }: { sessionId: number; siteId: number },
  now: Date,
): Promise<string> {
  await trx
    .deleteFrom('session_tokens')
    .where('session_id', '=', sessionId)
    .where('site_id', '=', siteId)
    .where('created_at', '<', new Date(now.getTime() - togetherMs))
    .execute();
  const token = newSessionToken();
  await trx
    .insertInto('session_tokens')
    .values({ hash: hashSecret(token), session_id: sessionId, site_id: siteId, created_at: now })
    .execute();
  return token;
}

/**
 * Changes the recorded proof of all of a user's sessions, after the first factor is added or the last one is removed.
 */
export async function updateBegunBy(trx: Trx, userId: number, from: BegunBy, to: BegunBy): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ begun_by: to })
    .where('user_id', '=', userId)
    .where('begun_by', '=', from)
    .execute();
  await recordAccessChanges(trx, [{ userId }]);
}

export type SessionRow = {
  id: number;
  hash: Buffer;
  createdAt: Date;
  lastUsedAt: Date;
} & Device;

/** Lists a user's current sessions, last used first. */
export const listSessions = (db: Db, userId: number, now: Date, limit: number): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .select([
      'id',
      'hash',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'user_agent as userAgent',
      'address',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Finds an open session, with the user's data for a request. */
export const findOpenSession = (db: Db, hash: Buffer, now: Date) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where('s.hash', '=', hash)
    .where('s.expires_at', '>', now)
    .select(['s.id', 's.user_id as userId', 's.expires_at as expiresAt', 's.last_used_at as lastUsedAt'])
    .select(['s.begun_by as begunBy', 'u.email_verified_at as verifiedAt'])
    .select(['u.public_id as userPublicId', 'u.name as userName'])
    .executeTakeFirst();

/** Finds a token's session: its row and its start. */
export const findSession = (db: Db, userId: number, token: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where('hash', '=', hashSecret(token))
    .executeTakeFirst();

/** Ends the session of a token. */
export async function deleteSession(trx: Trx, userId: number, token: string): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).where('hash', '=', hashSecret(token)).execute();
  await recordAccessChanges(trx, [{ userId }]);
}

/** Ends a session by its row; `false` if it had already ended. */
export async function deleteSessionRow(trx: Trx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await recordAccessChanges(trx, [{ userId }]);
  return numDeletedRows > 0n;
}

/** Ends all sessions of a user except the one of the given token. */
export async function deleteOtherSessions(trx: Trx, userId: number, keptToken?: string): Promise<void> {
  let sessions = trx.deleteFrom('sessions').where('user_id', '=', userId);
  if (keptToken !== undefined) sessions = sessions.where('hash', '<>', hashSecret(keptToken));
  await sessions.execute();
  await recordAccessChanges(trx, [{ userId }]);
}

/** Records a session's use, unless another process has just done so, and extends the session. */
export async function touchSession(db: Db, id: number, sessionMs: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - useMs);
  const expiresAt = new Date(now.getTime() + sessionMs);
  await db
    .updateTable('sessions')
    .set({ last_used_at: now, expires_at: sql<Date>`IF(expires_at < ${expiresAt}, ${expiresAt}, expires_at)` })
    .where('id', '=', id)
    .where((e) =>
      e.or([e('last_used_at', '<=', before), e('expires_at', '<=', new Date(before.getTime() + sessionMs))]),
    )
    .execute();
}

/** Deletes expired sessions in batches. Returns the number deleted. */
export const deleteSessionsBefore = (db: Db, time: Date, limit: number): Promise<number> =>
  changedRows(db.deleteFrom('sessions').where('expires_at', '<', time).limit(limit));

/** Deletes tokens whose session has ended, in batches. Returns the number deleted. */
export const deleteTokensOfEnded = (db: Db, limit: number): Promise<number> =>
  changedRows(
    db
      .deleteFrom('session_tokens')
      .where((e) =>
        e.not(e.exists(e.selectFrom('sessions').select('sessions.id').whereRef('sessions.id', '=', 'session_id'))),
      )
      .limit(limit),
  );
