/**
 * MySQL through Kysely and a mysql2 pool: one session setting for every connection (UTC, READ COMMITTED, strict),
 * JSON and dates the same on MySQL and MariaDB, and the one transaction helper, which retries what InnoDB asks to
 * have retried.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, MysqlDialect, type Transaction } from 'kysely';
import { createPool, type PoolOptions, type TypeCastField } from 'mysql2';
import type { Tables } from './tables.ts';

/** The link service's database; contact automation's plugins have types of their own for theirs. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** The same server and account with another database; '' keeps the one that is named. */
export function withDatabase(mysqlUrl: string, database: string): string {
  if (database === '') return mysqlUrl;
  const url = new URL(mysqlUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** The options both the pool and the migrations connect with. Times are UTC; TINYINT(1) is boolean. */
export const connectionOptions = (mysqlUrl: string): PoolOptions => ({
  uri: mysqlUrl,
  timezone: 'Z',
  charset: 'utf8mb4_unicode_ci',
  supportBigNumbers: true,
  connectTimeout: 5_000,
  typeCast: (field: TypeCastField, next: () => unknown) =>
    field.type === 'TINY' && field.length === 1 ? toBoolean(field.string()) : next(),
});

const toBoolean = (value: string | null) => (value === null ? null : value === '1');

/** Run first on every new connection; a later statement of the same connection waits for them. */
const sessionSettings = [
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  "SET SESSION time_zone = '+00:00', SESSION innodb_lock_wait_timeout = 10, " +
    "SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO'",
];

/** Opens a pool; nothing connects until the first query. Close it with `db.destroy()`. */
export function openDb<Rows = Tables>(mysqlUrl: string, { poolSize }: { poolSize: number }): Kysely<Rows> {
  const pool = createPool({ ...connectionOptions(mysqlUrl), connectionLimit: poolSize, idleTimeout: 60_000 });
  pool.on('connection', (connection) => {
    for (const statement of sessionSettings) connection.query(statement);
  });
  return new Kysely<Rows>({ dialect: new MysqlDialect({ pool }) });
}

const retried = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD']);

/**
 * Runs `work` in a transaction and commits it; on a deadlock or lock timeout, also at COMMIT (Galera), runs it
 * again, so `work` must have no effect outside the transaction. Any other fault rolls back and is thrown on.
 */
export async function inTransaction<T, Rows = Tables>(
  db: Kysely<Rows>,
  work: (trx: Transaction<Rows>) => Promise<T>,
  tries = 8,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= tries || !retried.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      await sleep(Math.random() * 2 ** attempt);
    }
  }
}

/** The violated unique key's name when `error` is a duplicate (1062), else undefined. */
export function duplicateKey(error: unknown): string | undefined {
  const { code, message } = error as { code?: string; message?: string };
  if (code !== 'ER_DUP_ENTRY') return undefined;
  return /for key '(?:[^'.]*\.)?([^']*)'/.exec(message ?? '')?.[1] ?? '';
}
