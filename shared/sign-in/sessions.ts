/**
 * Sessions of the link service in MySQL, which are the sign-ins of both services; only a hash of each token is stored.
 * The link service refuses an ended session within a second, and so do the related sessions of contacts end.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Device } from '../net/device.ts';
import { recordAccessChanges } from './access-changes.ts';
import type { BegunBy, SignInTables } from './tables.ts';

type Db = Kysely<SignInTables>;
type Trx = Transaction<SignInTables>;

/** The last use is written at most this often. */
export const useMs = 60_000;

/** `hash` is that of the token, or of random bytes if no token exists. */
export type NewSession = { userId: number; hash: Buffer; expiresAt: Date; begunBy: BegunBy; device: Device };

/** Starts a session. Returns its id. */
export async function insertSessionRow(
  trx: Trx,
  { userId, hash, expiresAt, begunBy, device: { userAgent, address } }: NewSession,
  now: Date,
): Promise<number> {
  const { insertId } = await trx
    .insertInto('sessions')
    .values({
      user_id: userId,
      hash,
      created_at: now,
      expires_at: expiresAt,
      last_used_at: now,
      user_agent: userAgent,
      address,
      begun_by: begunBy,
    })
    .executeTakeFirstOrThrow();
  return Number(insertId);
}

/** Replaces the token of a session that no browser uses. */
export async function replaceToken(
  trx: Trx,
  { sessionId, userId }: { sessionId: number; userId: number },
  hash: Buffer,
): Promise<void> {
  await trx.updateTable('sessions').set({ hash }).where('id', '=', sessionId).execute();
  await recordAccessChanges(trx, [{ userId }]);
}

/** Ends one session by its row. `false` if it had already ended. */
export async function deleteSessionRow(trx: Trx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await recordAccessChanges(trx, [{ userId }]);
  return numDeletedRows > 0n;
}

/** Ends all sessions of a user except the one whose token has this hash. */
export async function deleteSessionsOf(trx: Trx, userId: number, keptHash?: Buffer): Promise<void> {
  let sessions = trx.deleteFrom('sessions').where('user_id', '=', userId);
  if (keptHash !== undefined) sessions = sessions.where('hash', '<>', keptHash);
  await sessions.execute();
  await recordAccessChanges(trx, [{ userId }]);
}

/** Records that a session is used, unless another process just did, and extends it. */
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
