/** Sessions in MySQL: of a token only its hash is kept. */
import type { Db, Trx } from '../../shared/db.ts';
import { recordAccessChanges } from '../change-feed/changes.ts';
import { hashSecret, newSessionToken } from './secrets.ts';

/** Begins a session; the returned token is its only copy. */
export async function insertSession(trx: Trx, userId: number, expiresAt: Date, now: Date): Promise<string> {
  const token = newSessionToken();
  await trx
    .insertInto('sessions')
    .values({ user_id: userId, hash: hashSecret(token), created_at: now, expires_at: expiresAt })
    .execute();
  return token;
}

/** Ends one session. */
export async function deleteSession(trx: Trx, userId: number, token: string): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).where('hash', '=', hashSecret(token)).execute();
  await recordAccessChanges(trx, [{ userId }]);
}

/** Ends all sessions of a user but the one whose token is given. */
export async function deleteOtherSessions(trx: Trx, userId: number, keptToken?: string): Promise<void> {
  let sessions = trx.deleteFrom('sessions').where('user_id', '=', userId);
  if (keptToken !== undefined) sessions = sessions.where('hash', '<>', hashSecret(keptToken));
  await sessions.execute();
  await recordAccessChanges(trx, [{ userId }]);
}

/** Forgets sessions that are over, a bounded number a call. Returns how many went. */
export async function deleteSessionsBefore(db: Db, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('expires_at', '<', time)
    .limit(limit)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
