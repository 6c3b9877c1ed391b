/** Queries for emailed tokens, which work once. Only hashes are stored, so each email has its own token. */

import { changedRows } from '../db/results.ts';
import { hashSecret, randomToken } from '../secrets/secrets.ts';
import type { Db, TokenTable, Trx } from './tables.ts';

export type Purpose = TokenTable['purpose'];

/** Creates a token; the returned text is its only copy. `mailed`: only the email's recipient sees it. */
export async function insertToken(
  db: Db,
  purpose: Purpose,
  subjectId: number,
  { expiresAt, mailed }: { expiresAt: Date; mailed: boolean },
): Promise<string> {
  const token = randomToken();
  await db
    .insertInto('tokens')
    .values({ hash: hashSecret(token), purpose, subject_id: subjectId, expires_at: expiresAt, mailed })
    .execute();
  return token;
}

/**
 * Finds a token's subject; `undefined` if it is unknown, used or expired. In a transaction, the token is locked.
 */
export async function findToken(db: Db, purpose: Purpose, token: string, now: Date) {
  return db
    .selectFrom('tokens')
    .select(['subject_id as subjectId', 'mailed'])
    .where('hash', '=', hashSecret(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** Finds only the id of a token's subject. */
export const findTokenSubject = async (db: Db, purpose: Purpose, token: string, now: Date) =>
  (await findToken(db, purpose, token, now))?.subjectId;

/** Deletes all of a subject's tokens, after one of them is used. */
export const deleteTokens = (trx: Trx, purpose: Purpose, subjectId: number) =>
  trx.deleteFrom('tokens').where('purpose', '=', purpose).where('subject_id', '=', subjectId).execute();

/** Deletes expired tokens in batches. Returns the number deleted. */
export const deleteTokensBefore = (db: Db, time: Date, limit: number): Promise<number> =>
  changedRows(db.deleteFrom('tokens').where('expires_at', '<', time).limit(limit));
