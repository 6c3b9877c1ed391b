/** Queries for hooks. */

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { changesRows, countRows, insertedId } from '../../../../shared/db/results.ts';
import type { Db, HookTable, Trx } from './tables.ts';

export type HookRow = Selectable<HookTable>;

/** Lists all hooks, newest first. */
export const listHooks = (db: Db): Promise<HookRow[]> =>
  db.selectFrom('automations_hooks').selectAll().orderBy('id', 'desc').execute();

export const findHook = (db: Db, id: number): Promise<HookRow | undefined> =>
  db.selectFrom('automations_hooks').selectAll().where('id', '=', id).executeTakeFirst();

/** Finds a hook by the hash of its URL's secret, or of the id and key of a FunnelKit webhook. */
export const findHookByHash = (
  db: Db,
  column: 'secret_hash' | 'autonami_hash',
  hash: Buffer,
): Promise<HookRow | undefined> =>
  db.selectFrom('automations_hooks').selectAll().where(column, '=', hash).executeTakeFirst();

/** Locks a hook until the transaction ends. */
export const lockHook = (trx: Trx, id: number): Promise<HookRow | undefined> =>
  trx.selectFrom('automations_hooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const countHooks = (db: Db): Promise<number> => countRows(db.selectFrom('automations_hooks'));

/** Inserts a hook and returns its id. @throws a duplicate-key error on `hooks_autonami` */
export const insertHook = (db: Db, hook: Insertable<HookTable>): Promise<number> =>
  insertedId(db.insertInto('automations_hooks').values(hook));

/** @throws a duplicate-key error on `hooks_autonami` */
export const updateHook = (db: Db, id: number, changes: Updateable<HookTable>) =>
  db.updateTable('automations_hooks').set(changes).where('id', '=', id).execute();

/** Counts a received message. Returns false if the hook is deleted or inactive. */
export const countReceived = (trx: Trx, id: number, now: Date): Promise<boolean> =>
  changesRows(
    trx
      .updateTable('automations_hooks')
      .set({ received: sql`received + 1`, last_at: now })
      .where('id', '=', id)
      .where('active', '=', true),
  );

/** Counts a refused message, and keeps its time and reason. */
export const countRefused = (db: Db, id: number, detail: string, now: Date) =>
  db
    .updateTable('automations_hooks')
    .set({ refused: sql`refused + 1`, refused_at: now, refused_detail: detail.slice(0, 200) })
    .where('id', '=', id)
    .execute();

/** Deletes a hook with its messages. */
export async function deleteHook(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('automations_hooks').where('id', '=', id).execute();
  await trx.deleteFrom('automations_hook_messages').where('hook_id', '=', id).execute();
  await trx.deleteFrom('automations_hook_deliveries').where('hook_id', '=', id).execute();
}
