/**
 * Reads that tolerate a lag: analytics, lists and exports. They go to the replica of MYSQL_READ_URL. They go to the
 * primary server if the replica or Redis is unavailable, or if the workspace has just written through any process.
 */
import type { Redis } from 'ioredis';
import type { Config } from '../../shared/config/config.ts';
import { openDb, withDatabase } from '../../shared/db/db.ts';
import { createReader } from '../../shared/db/reader.ts';
import { isStoreDown } from '../../shared/errors.ts';
import { dbOptions } from '../../shared/process/boot.ts';
import type { Tables } from '../core/tables.ts';
import type { ClickScanner, Context, LaggingReads } from './context.ts';

type Scanner = ClickScanner & { close(): Promise<void> };
export type OpenedLaggingReads = LaggingReads & { close(): Promise<void> };

/** Allowance for a difference between the servers' clocks. */
const marginMs = 1_000;

type Parts = { config: Config; redis: Redis; openScanner: (db: Context['db']) => Scanner };

const keyOf = ({ redisPrefix }: Config, workspaceId: number) => `${redisPrefix}:wrote:${workspaceId}`;

/** Records for all processes that a workspace has just written. Never rejects. */
export async function recordWrite(redis: Redis, config: Config, workspaceId: number): Promise<void> {
  if (config.mysqlReadUrl === '') return;
  const forMs = config.mysqlReadLagSeconds * 1_000 + marginMs;
  await redis.set(keyOf(config, workspaceId), 1, 'PX', forMs).catch(() => {});
}

/** Opens the replica. Returns `undefined` if none is set. */
export function openLaggingReads({ config, redis, openScanner }: Parts): OpenedLaggingReads | undefined {
  if (config.mysqlReadUrl === '') return undefined;
  const replica = openDb<Tables>(withDatabase(config.mysqlReadUrl, config.peopleDatabase), dbOptions(config));
  const reader = createReader(replica);
  const clickScanner = openScanner(replica);
  const boundMs = config.mysqlReadLagSeconds * 1_000;
  const wroteRecently = async (workspaceId: number) =>
    (await redis.exists(keyOf(config, workspaceId)).catch(() => 1)) > 0;
  return {
    wrote: (workspaceId) => recordWrite(redis, config, workspaceId),
    async find(workspaceId) {
      if (await wroteRecently(workspaceId)) return undefined;
      const db = await reader.atMostOld(boundMs);
      return db && { db, clickScanner };
    },
    failed: () => reader.failed(),
    async close() {
      await clickScanner.close();
      await replica.destroy();
    },
  };
}

/** Reads from the replica if possible, otherwise from the primary server. */
export async function lagging<T>(
  context: Context,
  workspaceId: number,
  read: (context: Context) => Promise<T>,
): Promise<T> {
  const found = await context.laggingReads?.find(workspaceId);
  if (!found) return read(context);
  try {
    return await read({ ...context, ...found });
  } catch (error) {
    if (!isStoreDown(error)) throw error;
    context.laggingReads?.failed();
    return read(context);
  }
}
