/**
 * MySQL through Kysely and a mysql2 pool: one session setting for every connection (UTC, READ COMMITTED, strict),
 * JSON and dates the same on MySQL and MariaDB, a bound on every wait, and the one transaction helper, which runs again
 * what MySQL asks to have run again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DialectAdapter,
  Kysely,
  type KyselyPlugin,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  type QueryId,
  type Transaction,
} from 'kysely';
import { createPool, type PoolOptions, type TypeCastField } from 'mysql2';
import { isConflict, isConnectionLost, isLockTimeout, isMovedAway, StoreFault } from '../errors.ts';
import { FairQueue } from '../jobs/fair-queue.ts';
import { BoundedDriver, type QueryLimits } from './db-driver.ts';

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
  connectTimeout: 3_000,
  enableKeepAlive: true,
  keepAliveInitialDelay: 10_000,
  typeCast(field: TypeCastField, next: () => unknown) {
    if (field.type === 'TINY' && field.length === 1) return toBoolean(field.string());
    return field.type === 'DATE' ? toDay(field.string()) : next();
  },
});

/** The driver takes the years 1 to 99 for 1901 to 1999. */
const toDay = (value: string | null) => (value === null ? null : new Date(`${value}T00:00:00Z`));

const toBoolean = (value: string | null) => (value === null ? null : value === '1');

export type DbOptions = {
  poolSize: number;
  /** Longest time of a statement. */
  queryMs?: number;
  /** The same for statements through `patient`. */
  batchMs?: number;
  /** Longest wait of a statement for a lock. */
  lockSeconds?: number;
  /** Longest wait for a connection, and for the turn of a transaction. */
  acquireMs?: number;
};

type Settings = Required<DbOptions>;

const waitingAtMost = 2_000;
/** Connections nobody used for so long are closed, before the server would. */
const idleMs = 60_000;
/** After this the server closes a session that says nothing, and frees what it had locked. */
const sessionIdleSeconds = 120;

/** Run first on every new connection; a later statement of the same connection waits for them. */
const sessionSettings = ({ lockSeconds }: Settings) => [
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  `SET SESSION time_zone = '+00:00', SESSION innodb_lock_wait_timeout = ${lockSeconds}, ` +
    `SESSION wait_timeout = ${sessionIdleSeconds}, ` +
    "SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO'",
];

/** What belongs to a pool, whatever plugins the Db in hand was given. */
type PoolState = { mysqlUrl: string; settings: Settings; queryLimits: QueryLimits; transactions: FairQueue };
const pools = new WeakMap<DialectAdapter, PoolState>();

function stateOf<Rows>(db: Kysely<Rows>): PoolState {
  const state = pools.get(db.getExecutor().adapter);
  if (!state) throw new Error('this database was not opened by openDb');
  return state;
}

/** A pool that is opened with the first query. Close it with `db.destroy()`. */
export function openDb<Rows>(mysqlUrl: string, options: DbOptions): Kysely<Rows> {
  const settings: Settings = { queryMs: 10_000, batchMs: 60_000, lockSeconds: 3, acquireMs: 5_000, ...options };
  const { poolSize, queryMs, acquireMs } = settings;
  const openPool = () => {
    const pool = createPool({
      ...connectionOptions(mysqlUrl),
      connectionLimit: poolSize,
      queueLimit: waitingAtMost,
      idleTimeout: idleMs,
      // mysql2 looks for idle connections only if fewer may be idle than open.
      maxIdle: Math.max(1, poolSize - 1),
    });
    pool.on('connection', (connection) => {
      for (const statement of sessionSettings(settings)) connection.query(statement);
    });
    return pool;
  };
  const adapter = new MysqlAdapter();
  const queryLimits: QueryLimits = new WeakMap();
  // Transactions may wait for rows others hold; what only reads always finds a connection.
  const share = Math.max(1, poolSize - Math.ceil(poolSize / 4));
  const transactions = new FairQueue({
    capacity: share,
    waitingEach: waitingAtMost,
    waitingAtMost,
    waitMs: acquireMs,
    refusal: (isLate) =>
      isLate
        ? new StoreFault('POOL_WAIT', `the turn of a transaction did not come within ${acquireMs} ms`)
        : new StoreFault('POOL_FULL', 'too many transactions wait for their turn'),
  });
  pools.set(adapter, { mysqlUrl, settings, queryLimits, transactions });
  return new Kysely<Rows>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => new BoundedDriver(openPool, { queryMs, acquireMs }, queryLimits),
      createIntrospector: (db) => new MysqlIntrospector(db),
      createQueryCompiler: () => new MysqlQueryCompiler(),
    },
  });
}

/** Another, small pool to the same database, for work that must not wait for connections others use. */
export function openBeside<Rows>(db: Kysely<Rows>, poolSize: number): Kysely<Rows> {
  const { mysqlUrl, settings } = stateOf(db);
  return openDb(mysqlUrl, { ...settings, poolSize });
}

/** What another thread of this process needs to open the same database with `openDb`; can be sent to it. */
export function addressOf<Rows>(db: Kysely<Rows>): { mysqlUrl: string; options: DbOptions } {
  const { mysqlUrl, settings } = stateOf(db);
  return { mysqlUrl, options: settings };
}

/** The same database, each of whose statements may take `limitMs`. BEGIN and COMMIT keep the pool's limit. */
export function withinMs<Rows>(db: Kysely<Rows>, limitMs: number): Kysely<Rows> {
  const { queryLimits } = stateOf(db);
  return db.withPlugin(limitPlugin((queryId) => void queryLimits.set(queryId, limitMs)));
}

/** The same database for statements that read or write much. */
export const patient = <Rows>(db: Kysely<Rows>): Kysely<Rows> => withinMs(db, stateOf(db).settings.batchMs);

const limitPlugin = (onQuery: (queryId: QueryId) => void): KyselyPlugin => ({
  transformQuery({ node, queryId }) {
    onQuery(queryId);
    return node;
  },
  transformResult: async ({ result }) => result,
});

/** No try begins later than this after the first; a deadlock costs no wait, a lock timeout has cost one. */
const triesWithinMs = 10_000;
const triesAfterWaitWithinMs = 4_000;
const triesAtAnotherServer = 3;

/**
 * Runs `work` in a transaction and commits it. On a deadlock or lock timeout, also at COMMIT (Galera), and when the
 * server went away before COMMIT or has become read-only, it runs `work` again, which therefore must have no effect
 * outside the transaction. Any other fault rolls back and is thrown on.
 * @throws `COMMIT_UNKNOWN` when COMMIT got no answer; such a transaction is not run again.
 */
export async function inTransaction<T, Rows>(
  db: Kysely<Rows>,
  work: (trx: Transaction<Rows>) => Promise<T>,
  tries = 8,
): Promise<T> {
  const { transactions } = stateOf(db);
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await transactions.run('', () => db.transaction().execute(work));
    } catch (error) {
      const limitMs = isLockTimeout(error) ? triesAfterWaitWithinMs : triesWithinMs;
      if (attempt >= tries || performance.now() - startedAt > limitMs) throw error;
      if (isConflict(error)) await sleep(Math.random() * 2 ** attempt);
      else if (attempt < triesAtAnotherServer && mayMove(error)) await sleep(100 * attempt * (0.5 + Math.random()));
      else throw error;
    }
  }
}

const mayMove = (error: unknown) => !(error instanceof StoreFault) && (isMovedAway(error) || isConnectionLost(error));

/** The violated unique key's name when `error` is a duplicate (1062), else undefined. */
export function duplicateKey(error: unknown): string | undefined {
  const { code, message } = error as { code?: string; message?: string };
  if (code !== 'ER_DUP_ENTRY') return undefined;
  return /for key '(?:[^'.]*\.)?([^']*)'/.exec(message ?? '')?.[1] ?? '';
}
