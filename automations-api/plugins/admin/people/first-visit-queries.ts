/** Whether anybody has an account yet, and who is the first to. */
import { inTransaction } from '../../../../shared/db/db.ts';
import type { Db, Trx } from '../core/tables.ts';
import { insertAdmin, type NewAdmin } from './admin-queries.ts';
import { claimFirstHere } from './installation.ts';
import type { Links } from './links-queries.ts';

/** How often a first account was made before; undefined where somebody has an account. */
export async function findFirstVisit(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('waypost_admin_first_visits')
    .where((e) => e.not(e.exists(e.selectFrom('waypost_admins').select('waypost_admins.id'))))
    .select('uses')
    .executeTakeFirst();
  return row?.uses;
}

/**
 * The same, for a transaction that makes the account: all others that want to wait until it ends. Then the code is another one.
 */
export async function takeFirstVisit(trx: Trx): Promise<number | undefined> {
  const { uses } = await trx
    .selectFrom('waypost_admin_first_visits')
    .select('uses')
    .forUpdate()
    .executeTakeFirstOrThrow();
  // Locked as well: a plain read may see the time before the wait.
  const someone = await trx.selectFrom('waypost_admins').select('id').limit(1).forUpdate().executeTakeFirst();
  if (someone) return undefined;
  await trx
    .updateTable('waypost_admin_first_visits')
    .set({ uses: uses + 1 })
    .execute();
  return uses;
}

type Tools = { db: Db; links: Links };

/** The new account's id; undefined where somebody has one. */
export const insertFirstAdmin = ({ db, links }: Tools, admin: NewAdmin, now: Date): Promise<number | undefined> =>
  inTransaction(db, async (trx) =>
    (await takeFirstVisit(trx)) === undefined || !(await claimFirstHere(trx, links))
      ? undefined
      : insertAdmin(trx, admin, now),
  );

/** The same where others may have one: nobody is the first afterwards. @throws a duplicate on `admins_email` */
export const insertAnyAdmin = ({ db, links }: Tools, admin: NewAdmin, now: Date): Promise<number> =>
  inTransaction(db, async (trx) => {
    const id = await insertAdmin(trx, admin, now);
    await claimFirstHere(trx, links);
    return id;
  });
