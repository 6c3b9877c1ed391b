/** Queries for the right to create the first account. */
import type { Db, Trx } from './tables.ts';

/**
 * Serialises transactions that create the first account or register a site. On another server of a cluster they conflict at
 * COMMIT.
 */
export async function lockFirstVisit(trx: Trx): Promise<{ uses: number }> {
  await trx
    .updateTable('first_visits')
    .set(({ eb }) => ({ locks: eb('locks', '+', 1) }))
    .execute();
  return trx.selectFrom('first_visits').select('uses').executeTakeFirstOrThrow();
}

/** Finds the number of first accounts created so far; `undefined` if an account exists. */
export async function findFirstVisit(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('first_visits')
    .where((e) => e.not(e.exists(e.selectFrom('users').select('users.id'))))
    .select('uses')
    .executeTakeFirst();
  return row?.uses;
}

/**
 * Finds the number of first accounts in the transaction that creates the account, locks the row, and invalidates the
 * code.
 */
export async function takeFirstVisit(trx: Trx): Promise<number | undefined> {
  const { uses } = await lockFirstVisit(trx);
  // A locking read, because a plain read could see the state before the wait.
  const someone = await trx.selectFrom('users').select('id').limit(1).forUpdate().executeTakeFirst();
  if (someone) return undefined;
  await trx
    .updateTable('first_visits')
    .set({ uses: uses + 1 })
    .execute();
  return uses;
}
