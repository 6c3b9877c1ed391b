/** Sessions in MySQL, which stores only a hash of each token. */

import { type Device, unknownDevice } from '../../shared/net/device.ts';
import { hashSecret } from '../../shared/secrets/secrets.ts';
import { deleteSessionsOf, insertSessionRow } from '../../shared/sign-in/sessions.ts';
import type { BegunBy } from '../../shared/sign-in/tables.ts';
import { recordAccessChanges } from '../change-feed/changes.ts';
import type { Db, Trx } from '../core/tables.ts';
import { newSessionToken } from './secrets.ts';

/** Starts a session; the returned token is its only copy. */
export async function insertSession(
  trx: Trx,
  userId: number,
  expiresAt: Date,
  now: Date,
  device: Device = unknownDevice,
  begunBy: BegunBy = 'password',
): Promise<string> {
  const token = newSessionToken();
  await insertSessionRow(trx, { userId, hash: hashSecret(token), expiresAt, begunBy, device }, now);
  return token;
}

/** Changes the recorded proof of a session, or of all of a user's: a factor was added, or the last one removed. */
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

/** A user's current sessions, last used first. */
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

/** The session of a token: its row and its start. */
export const findSession = (db: Db, userId: number, token: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where('hash', '=', hashSecret(token))
    .executeTakeFirst();

/** Ends one session. */
export async function deleteSession(trx: Trx, userId: number, token: string): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).where('hash', '=', hashSecret(token)).execute();
  await recordAccessChanges(trx, [{ userId }]);
}

/** Ends all sessions of a user except the one of the given token. */
export const deleteOtherSessions = (trx: Trx, userId: number, keptToken?: string): Promise<void> =>
  deleteSessionsOf(trx, userId, keptToken === undefined ? undefined : hashSecret(keptToken));

/** Deletes expired sessions in batches. Returns the number deleted. */
export async function deleteSessionsBefore(db: Db, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('expires_at', '<', time)
    .limit(limit)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
