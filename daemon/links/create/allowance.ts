/**
 * The monthly allowance of new links. One conditional UPDATE charges it, so that two creations never both get the last
 * link; deleting a link gives nothing back.
 */
// biome-ignore-all lint/plugin: the allowance is one statement, and what makes it hold stands around it.
import { sql } from 'kysely';
import type { Db, Trx } from '../../core/tables.ts';

/** The calendar month (UTC) a time is in, as `2026-11`. */
const periodOf = (time: Date) => time.toISOString().slice(0, 7);

export type Charge = {
  /** Links left in the period before this charge. */
  left: number;
  /** Links must have a later creation time than this: search has passed it. */
  sealedTo: Date;
};

/** Links that a workspace can currently still create this month. */
export async function findAllowanceLeft(db: Db, workspaceId: number, limit: number, now: Date): Promise<number> {
  const state = await db
    .selectFrom('workspace_link_states')
    .select(sql<number>`IF(period >= ${periodOf(now)}, used, 0)`.as('used'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return Math.max(0, limit - Number(state?.used ?? 0));
}

/** Ends creation in the workspace: running creations are awaited, later ones find nothing left. */
export const closeAllowance = (trx: Trx, workspaceId: number) => {
  const nothingLeft = { period: '9999-12', used: 4_294_967_295 };
  return trx
    .insertInto('workspace_link_states')
    .values({ workspace_id: workspaceId, ...nothingLeft })
    .onDuplicateKeyUpdate(nothingLeft)
    .execute();
};

/**
 * Charges up to `wanted` links, as many as are left, and locks the workspace's creations until the transaction ends. A
 * process whose clock is a month behind charges the newer month.
 */
export async function chargeAllowance(
  trx: Trx,
  workspaceId: number,
  limit: number,
  wanted: number,
  now: Date,
): Promise<Charge> {
  const period = periodOf(now);
  const usedNow = sql<number>`IF(period >= ${period}, used, 0)`;
  const charge = async (count: number) => {
    const { numUpdatedRows } = await trx
      .updateTable('workspace_link_states')
      .set({ used: sql`${usedNow} + ${count}`, period: sql`GREATEST(period, ${period})` })
      .where('workspace_id', '=', workspaceId)
      .where(sql<boolean>`${usedNow} + ${count} <= ${limit}`)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  };
  const read = () =>
    trx
      .selectFrom('workspace_link_states')
      .select(['sealed_to as sealedTo', usedNow.as('used')])
      .where('workspace_id', '=', workspaceId)
      .forUpdate()
      .executeTakeFirst();

  if (await charge(wanted)) {
    const { used, sealedTo } = (await read()) as NonNullable<Awaited<ReturnType<typeof read>>>;
    return { left: limit - Number(used) + wanted, sealedTo };
  }
  const state = await read();
  if (!state) {
    await trx.insertInto('workspace_link_states').ignore().values({ workspace_id: workspaceId, period }).execute();
    return chargeAllowance(trx, workspaceId, limit, wanted, now);
  }
  const left = Math.max(0, limit - Number(state.used));
  if (left > 0) await charge(Math.min(left, wanted));
  return { left, sealedTo: state.sealedTo };
}
