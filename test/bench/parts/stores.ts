/** A bench's databases: their processes, and the number of stored clicks of workspace 1. */
import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';
import { type Kysely, sql } from 'kysely';
import type { Db } from '../../../daemon/core/tables.ts';

export async function countStored(db: Db): Promise<number> {
  const row = await db
    .selectFrom('click_days')
    .select((e) => e.fn.sum<string>(sql`clicks + bot_clicks`).as('n'))
    .where('workspace_id', '=', 1)
    .where('link_id', '=', 0)
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

export async function mysqlPidOf<Rows>(db: Kysely<Rows>): Promise<number> {
  const { rows } = await sql<{ file: string }>`SELECT @@pid_file AS file`.execute(db);
  return Number(readFileSync(String(rows[0]?.file), 'utf8'));
}

/** The process ids of MySQL and Redis. */
export async function storePids<Rows>(db: Kysely<Rows>, redis: Redis): Promise<{ mysql: number; redis: number }> {
  return {
    mysql: await mysqlPidOf(db),
    redis: Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]),
  };
}
