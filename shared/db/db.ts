/**
 * MySQL through Kysely and a mysql2 pool: the same session settings for every connection (UTC, READ COMMITTED, strict),
 * the same JSON and dates on MySQL and MariaDB, a time limit on every wait, and a transaction helper, which retries on
 * conflicts.
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
import { createPool, type PoolConnection, type QueryError, type RowDataPacket, setMaxParserCache } from 'mysql2';
import { isConflict, isConnectionLost, isLockTimeout, isMovedAway, StoreFault } from '../errors.ts';
import { FairQueue } from '../jobs/fair-queue.ts';
import { BoundedDriver, type PoolUse, type QueryLimits } from './db-driver.ts';
import { connectionOptions, readOnlyQuestion, type Servers, serversOf } from './servers.ts';
import { sessionSettings } from './session.ts';

export { withDatabase } from '../config/mysql-url.ts';
export { slowMs } from './db-driver.ts';
export { connect, connectionOptions } from './servers.ts';

export type DbOptions = {
  poolSize: number;
  /** Time limit of a statement. */
  queryMs?: number;
  /** Time limit of a statement through `patient`. */
  batchMs?: number;
  /** Time limit for a row lock. */
  lockSeconds?: number;
  /** Time limit for getting a connection and for starting a transaction. */
  acquireMs?: number;
};

type Settings = Required<DbOptions>;

const waitingAtMost = 2_000;
/** Number of cached row parsers, one per list of columns; mysql2's default is 15,000. */
const parsersAtMost = 1_000;
const idleSeconds = 120;

/** State of a pool, shared by every Db derived from it with plugins. */
type PoolState = {
  mysqlUrl: string;
  settings: Settings;
  queryLimits: QueryLimits;
  transactions: FairQueue;
  driver: BoundedDriver;
};
const pools = new WeakMap<DialectAdapter, PoolState>();

function stateOf<Rows>(db: Kysely<Rows>): PoolState {
  const state = pools.get(db.getExecutor().adapter);
  if (!state) throw new Error('this database was not opened by openDb');
  return state;
}

/** Returns a database whose pool opens with the first query. Close it with `db.destroy()`. */
export function openDb<Rows>(mysqlUrl: string, options: DbOptions): Kysely<Rows> {
  const settings: Settings = { queryMs: 10_000, batchMs: 60_000, lockSeconds: 3, acquireMs: 5_000, ...options };
  const { poolSize, queryMs, acquireMs } = settings;
  const servers = serversOf(mysqlUrl);
  setMaxParserCache(parsersAtMost);
  const openPool = () => {
    const pool = createPool({
      ...connectionOptions(mysqlUrl),
      connectionLimit: poolSize,
      queueLimit: waitingAtMost,
      // With a lower number, mysql2 would check for idle connections every second; the driver does this less often.
      maxIdle: poolSize,
      // Statements are sent as text. The default allocates space for 16,000 prepared ones per connection, 0.5 MB.
      maxPreparedStatements: 1,
    });
    pool.on('connection', (connection) => {
      for (const statement of sessionSettings({ ...settings, idleSeconds })) connection.query(statement);
      if (servers.several) leaveIfReadOnly(servers, connection);
    });
    return pool;
  };
  const adapter = new MysqlAdapter();
  const queryLimits: QueryLimits = new WeakMap();
  // Transactions can wait for locks, so some connections are reserved for reads.
  const share = Math.max(1, poolSize - Math.ceil(poolSize / 4));
  const transactions = new FairQueue({
    capacity: share,
    waitingEach: waitingAtMost,
    waitingAtMost,
    waitMs: acquireMs,
    refusal: (isLate) =>
      isLate
        ? new StoreFault('POOL_WAIT', `a transaction could not start within ${acquireMs} ms`)
        : new StoreFault('POOL_FULL', 'too many transactions wait to start'),
  });
  const driver = new BoundedDriver(openPool, servers, { poolSize, queryMs, acquireMs }, queryLimits);
  pools.set(adapter, { mysqlUrl, settings, queryLimits, transactions, driver });
  return new Kysely<Rows>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => driver,
      createIntrospector: (db) => new MysqlIntrospector(db),
      createQueryCompiler: () => new MysqlQueryCompiler(),
    },
  });
}

/** Leaves the server if it is read-only. The answer arrives before the first statement's. */
function leaveIfReadOnly(servers: Servers, connection: PoolConnection): void {
  connection.query<RowDataPacket[]>(readOnlyQuestion.sql, (_error: QueryError | null, rows?: RowDataPacket[]) => {
    if (rows && readOnlyQuestion.isReadOnly(rows)) servers.leave(connection.config);
  });
}

/** Returns the pool's size and use; `waiting` includes waiting transactions. */
export function poolNumbers<Rows>(db: Kysely<Rows>): PoolUse & { size: number } {
  const { settings, transactions, driver } = stateOf(db);
  const { waiting, ...use } = driver.use();
  return { size: settings.poolSize, ...use, waiting: waiting + transactions.numbers.waiting };
}

/** Opens a small additional pool for the same database, for work that must not wait for the main pool. */
export function openBeside<Rows>(db: Kysely<Rows>, poolSize: number): Kysely<Rows> {
  const { mysqlUrl, settings } = stateOf(db);
  return openDb(mysqlUrl, { ...settings, poolSize });
}

/** Returns the data with which another thread can open the same database. This data can be sent to that thread. */
export function addressOf<Rows>(db: Kysely<Rows>): { mysqlUrl: string; options: DbOptions } {
  const { mysqlUrl, settings } = stateOf(db);
  return { mysqlUrl, options: settings };
}

/** Returns the same database with a time limit for each statement. BEGIN and COMMIT keep the pool's limit. */
export function withinMs<Rows>(db: Kysely<Rows>, limitMs: number): Kysely<Rows> {
  const { queryLimits } = stateOf(db);
  return db.withPlugin(limitPlugin((queryId) => void queryLimits.set(queryId, limitMs)));
}

/** Returns the same database, with a longer time limit for statements that read or write much. */
export const patient = <Rows>(db: Kysely<Rows>): Kysely<Rows> => withinMs(db, stateOf(db).settings.batchMs);

const limitPlugin = (onQuery: (queryId: QueryId) => void): KyselyPlugin => ({
  transformQuery({ node, queryId }) {
    onQuery(queryId);
    return node;
  },
  transformResult: async ({ result }) => result,
});

/**
 * The time after the first attempt within which the last retry starts. The time is shorter after a lock timeout, which
 * has already taken time.
 */
const triesWithinMs = 10_000;
const triesAfterWaitWithinMs = 4_000;
const triesAtAnotherServer = 3;

/**
 * Runs `work` in a transaction and commits it. Retries on a deadlock or lock timeout, even at COMMIT (Galera), and if
 * the server became read-only, or became unavailable before COMMIT; `work` must therefore have no effects outside the
 * transaction. Any other error rolls back and is thrown. @throws `COMMIT_UNKNOWN` if COMMIT got no answer; such a
 * transaction is not retried
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

/** Returns the name of the violated unique key if `error` is a duplicate (1062), otherwise `undefined`. */
export function duplicateKey(error: unknown): string | undefined {
  const { code, message } = error as { code?: string; message?: string };
  if (code !== 'ER_DUP_ENTRY') return undefined;
  return /for key '(?:[^'.]*\.)?([^']*)'/.exec(message ?? '')?.[1] ?? '';
}
