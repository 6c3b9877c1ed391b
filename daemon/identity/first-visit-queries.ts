/** Whether anybody has an account yet, and who is the first to. */
import type { Db, Trx } from '../core/tables.ts';

/** How often a first account was made before; undefined where somebody has an account. */
export async function findFirstVisit(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('installation')
    .where((e) => e.not(e.exists(e.selectFrom('users').select('users.id'))))
    .select('first_visits as uses')
    .executeTakeFirst();
  return row?.uses;
}

/**
 * The same, for a transaction that makes the account: all others that want to wait until it ends. Then the code is another one.
 */
export async function takeFirstVisit(trx: Trx): Promise<number | undefined> {
  const { uses } = await trx
    .selectFrom('installation')
    .select('first_visits as uses')
    .forUpdate()
    .executeTakeFirstOrThrow();
  // Locked as well: a plain read may see the time before the wait.
  const someone = await trx.selectFrom('users').select('id').limit(1).forUpdate().executeTakeFirst();
  if (someone) return undefined;
  await trx
    .updateTable('installation')
    .set({ first_visits: uses + 1 })
    .execute();
  return uses;
}
