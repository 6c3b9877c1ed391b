/** Tokens that are mailed and work once, in MySQL. Only hashes are kept. */
import { hashSecret, randomToken } from '../../../../shared/secrets/secrets.ts';
import type { Db, TokenPurpose, Trx } from '../core/tables.ts';

/** Makes a token; the returned text is its only copy. */
export async function insertToken(db: Db, purpose: TokenPurpose, adminId: number, expiresAt: Date): Promise<string> {
  const token = randomToken();
  await db
    .insertInto('waypost_admin_tokens')
    .values({ hash: hashSecret(token), purpose, admin_id: adminId, expires_at: expiresAt })
    .execute();
  return token;
}

/**
 * Finds the owner of a token; undefined if it is unknown, used or expired. Inside a transaction the answer stays true until its
 * end.
 */
export async function findTokenOwner(
  db: Db,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('waypost_admin_tokens')
    .select('admin_id')
    .where('hash', '=', hashSecret(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();
  return row?.admin_id;
}

/** Deletes the tokens of one purpose. */
export const deleteTokensOf = (db: Db, adminId: number, purpose: TokenPurpose) =>
  db.deleteFrom('waypost_admin_tokens').where('admin_id', '=', adminId).where('purpose', '=', purpose).execute();

/** Using one token invalidates all tokens of that user. */
export const deleteTokens = (trx: Trx, adminId: number) =>
  trx.deleteFrom('waypost_admin_tokens').where('admin_id', '=', adminId).execute();
