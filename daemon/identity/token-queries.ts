/** Tokens that are mailed and work once. Only hashes are kept, so a subject has one for each mail it was sent in. */

import { hashSecret } from '../../shared/secrets/secrets.ts';
import type { Db, TokenTable, Trx } from '../core/tables.ts';
import { newMailedToken } from './secrets.ts';

export type Purpose = TokenTable['purpose'];

/** Makes a token; the returned text is its only copy. `mailed`: it is shown to nobody but who reads the mail. */
export async function insertToken(
  db: Db,
  purpose: Purpose,
  subjectId: number,
  { expiresAt, mailed }: { expiresAt: Date; mailed: boolean },
): Promise<string> {
  const token = newMailedToken();
  await db
    .insertInto('tokens')
    .values({ hash: hashSecret(token), purpose, subject_id: subjectId, expires_at: expiresAt, mailed })
    .execute();
  return token;
}

/** What a token is for; undefined when it is unknown, used or too old. Inside a transaction it stays so until its end. */
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

/** The same, without how the token was handed on. */
export const findTokenSubject = async (db: Db, purpose: Purpose, token: string, now: Date) =>
  (await findToken(db, purpose, token, now))?.subjectId;

/** Every token of a subject ends with the use of one. */
export const deleteTokens = (trx: Trx, purpose: Purpose, subjectId: number) =>
  trx.deleteFrom('tokens').where('purpose', '=', purpose).where('subject_id', '=', subjectId).execute();

/** Forgets tokens that are too old, a bounded number a call. Returns how many went. */
export async function deleteTokensBefore(db: Db, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('tokens')
    .where('expires_at', '<', time)
    .limit(limit)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
