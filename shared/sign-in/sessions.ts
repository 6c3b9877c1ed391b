/**
 * Sessions of the link service in MySQL, which are the sign-ins of both services: of a token only its hash is kept. One that is over
 * is refused by the link service within a second, and so are the sessions of contacts that belong to it.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Device } from '../net/device.ts';
import { recordAccessChanges } from './access-changes.ts';
import type { BegunBy, SignInTables } from './tables.ts';

type Db = Kysely<SignInTables>;
type Trx = Transaction<SignInTables>;

/** Uses are written down at most this often. */
export const useMs = 60_000;

/** `hash` is that of the token; where nobody is to have one, that of random bytes. */
export type NewSession = { userId: number; hash: Buffer; expiresAt: Date; begunBy: BegunBy; device: Device };

/** Begins a session. Returns its id. */
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

/** Replaces the token of a session that no browser uses by another one. */
export async function replaceToken(
  trx: Trx,
  { sessionId, userId }: { sessionId: number; userId: number },
  hash: Buffer,
): Promise<void> {
  await trx.updateTable('sessions').set({ hash }).where('id', '=', sessionId).execute();
  await recordAccessChanges(trx, [{ userId }]);
}

/** Ends one session by its row. False when it was over already. */
export async function deleteSessionRow(trx: Trx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await recordAccessChanges(trx, [{ userId }]);
  return numDeletedRows > 0n;
}

/** Ends all sessions of a user but the one whose token has this hash. */
export async function deleteSessionsOf(trx: Trx, userId: number, keptHash?: Buffer): Promise<void> {
  let sessions = trx.deleteFrom('sessions').where('user_id', '=', userId);
  if (keptHash !== undefined) sessions = sessions.where('hash', '<>', keptHash);
  await sessions.execute();
  await recordAccessChanges(trx, [{ userId }]);
}

/** Writes down that a session is used, unless another process just did; it then ends later. */
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
