/** Whether any account exists, and the right to create the first. */
import type { Db, Trx } from './tables.ts';

/**
 * Makes others who create the first account or register a site wait until the transaction ends, and on another server of a
 * cluster conflict with it at COMMIT.
 */
export async function lockFirstVisit(trx: Trx): Promise<{ uses: number }> {
  await trx
    .updateTable('first_visits')
    .set(({ eb }) => ({ locks: eb('locks', '+', 1) }))
    .execute();
  return trx.selectFrom('first_visits').select('uses').executeTakeFirstOrThrow();
}

/** Number of first accounts made so far; `undefined` if an account exists. */
export async function findFirstVisit(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('first_visits')
    .where((e) => e.not(e.exists(e.selectFrom('users').select('users.id'))))
    .select('uses')
    .executeTakeFirst();
  return row?.uses;
}

/** The same, for a transaction that creates the account: others wait until it ends. The code changes then. */
export async function takeFirstVisit(trx: Trx): Promise<number | undefined> {
  const { uses } = await lockFirstVisit(trx);
  // Locked too: a plain read can see the state before the wait.
  const someone = await trx.selectFrom('users').select('id').limit(1).forUpdate().executeTakeFirst();
  if (someone) return undefined;
  await trx
    .updateTable('first_visits')
    .set({ uses: uses + 1 })
    .execute();
  return uses;
}
