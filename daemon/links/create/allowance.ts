/**
 * The monthly allowance of new links. One conditional UPDATE charges it, so that two concurrent creations never both
 * get the last link. Deleting a link refunds nothing.
 */
// biome-ignore-all lint/plugin: the allowance is one statement, with the code that makes it safe around it.
import { sql } from 'kysely';
import { workspaceDeleted } from '../../api/errors.ts';
import type { Db, Trx } from '../../core/tables.ts';

/** Returns the calendar month (UTC) of a time, such as `2026-11`. */
const periodOf = (time: Date) => time.toISOString().slice(0, 7);

/** The allowance of a workspace that is being deleted. No plan allows this number of links. */
const closed = { period: '9999-12', used: 4_294_967_295 };

export type Charge = {
  /** Links left in the period before this charge. */
  left: number;
  /** True if the workspace is being deleted. */
  isClosed?: boolean;
  /**
   * The time up to which search blocks are sealed. New links need a later creation time. It can be missing if `from` is
   * later.
   */
  sealedTo?: Date;
};

/**
 * Returns the number of links that a workspace can still create this month. @throws `not_found` while it is being
 * deleted
 */
export async function findAllowanceLeft(db: Db, workspaceId: number, limit: number, now: Date): Promise<number> {
  const state = await db
    .selectFrom('workspace_link_states')
    .select(sql<number>`IF(period >= ${periodOf(now)}, used, 0)`.as('used'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  const used = Number(state?.used ?? 0);
  if (used === closed.used) throw workspaceDeleted();
  return Math.max(0, limit - used);
}

/** Ends creation of links in the workspace. Waits for running creations; later ones fail. */
export const closeAllowance = (trx: Trx, workspaceId: number) =>
  trx
    .insertInto('workspace_link_states')
    .values({ workspace_id: workspaceId, ...closed })
    .onDuplicateKeyUpdate(closed)
    .execute();

/**
 * Charges up to `wanted` links, as many as are left, and locks the workspace's creations until the transaction ends.
 * `from` is the creation time of the oldest link. A process whose clock is a month behind charges the newer month.
 */
export async function chargeAllowance(
  trx: Trx,
  workspaceId: number,
  limit: number,
  { wanted, now, from }: { wanted: number; now: Date; from: Date },
): Promise<Charge> {
  const period = periodOf(now);
  const usedNow = sql<number>`IF(period >= ${period}, used, 0)`;
  // LAST_INSERT_ID(…) returns the new value, so that it need not be read.
  const charge = (count: number, condition = sql`TRUE`) =>
    sql`
      UPDATE workspace_link_states
      SET used = LAST_INSERT_ID(${usedNow} + ${count}), period = GREATEST(period, ${period})
      WHERE workspace_id = ${workspaceId} AND ${usedNow} + ${count} <= ${limit} AND ${condition}`.execute(trx);

  const { numAffectedRows, insertId = 0n } = await charge(wanted, sql`sealed_to < ${from}`);
  if (numAffectedRows) return { left: limit - Number(insertId) + wanted };
  const state = await trx
    .selectFrom('workspace_link_states')
    .select(['sealed_to as sealedTo', usedNow.as('used')])
    .where('workspace_id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirst();
  if (!state) {
    await trx.insertInto('workspace_link_states').ignore().values({ workspace_id: workspaceId, period }).execute();
    return chargeAllowance(trx, workspaceId, limit, { wanted, now, from });
  }
  const left = Math.max(0, limit - Number(state.used));
  if (left > 0) await charge(Math.min(left, wanted));
  return { left, sealedTo: state.sealedTo, isClosed: Number(state.used) === closed.used };
}
