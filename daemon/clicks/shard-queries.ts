/** Click shards and their workers in MySQL. */
import { sql } from 'kysely';
import type { Db, Trx } from '../core/tables.ts';

export type Shard = { shard: number; owner: string | null; claim: number };

const now = sql<Date>`UTC_TIMESTAMP(3)`;

export const listShards = (db: Db): Promise<Shard[]> =>
  db.selectFrom('click_shards').select(['shard', 'owner', 'claim']).orderBy('shard').execute();

/** Gives a shard to a worker, or releases it, unless the shard has changed since it was read. */
export const changeOwner = (db: Db, { shard, claim }: Shard, owner: string | null) =>
  db
    .updateTable('click_shards')
    .set({ owner, claim: claim + 1 })
    .where('shard', '=', shard)
    .where('claim', '=', claim)
    .execute();

/** Releases all shards of a worker and removes the worker. */
export async function leaveShards(db: Db, worker: string): Promise<void> {
  await db
    .updateTable('click_shards')
    .set((e) => ({ owner: null, claim: e('claim', '+', 1) }))
    .where('owner', '=', worker)
    .execute();
  await db.deleteFrom('click_workers').where('id', '=', worker).execute();
}

/** Locks shards until the transaction ends, and returns their claims. */
export async function lockClaims(trx: Trx, shards: number[]): Promise<Map<number, number>> {
  await trx
    .updateTable('click_shards')
    .set((e) => ({ turns: e('turns', '+', 1) }))
    .where('shard', 'in', shards)
    .execute();
  const rows = await trx.selectFrom('click_shards').select(['shard', 'claim']).where('shard', 'in', shards).execute();
  return new Map(rows.map(({ shard, claim }) => [shard, claim]));
}

/** Records that a worker is alive. */
export const markSeen = (db: Db, worker: string) =>
  db.insertInto('click_workers').values({ id: worker, seen_at: now }).onDuplicateKeyUpdate({ seen_at: now }).execute();

const secondsAgo = (seconds: number) => sql<Date>`UTC_TIMESTAMP(3) - INTERVAL ${sql.lit(seconds)} SECOND`;

/** Lists the workers seen in the last `seconds`. */
export async function listWorkers(db: Db, seconds: number): Promise<string[]> {
  const rows = await db.selectFrom('click_workers').select('id').where('seen_at', '>', secondsAgo(seconds)).execute();
  return rows.map(({ id }) => id);
}

export const deleteWorkersUnseen = (db: Db, seconds: number) =>
  db.deleteFrom('click_workers').where('seen_at', '<', secondsAgo(seconds)).execute();
