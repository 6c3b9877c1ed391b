/**
 * A Kysely driver over a mysql2 pool, with time limits for connections and statements. A connection whose statement
 * exceeds the limit is destroyed, because its late answer would be mistaken for the next statement's. A COMMIT without
 * an answer has an unknown outcome and is reported as such.
 */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryId, QueryResult, TransactionSettings } from 'kysely';
import type { Pool, PoolConnection, ResultSetHeader } from 'mysql2';
import { isConnectionLimit, isConnectionLost, isMovedAway, isUndecidedCommit, StoreFault } from '../errors.ts';
import type { Servers } from './servers.ts';

export type DriverLimits = {
  poolSize: number;
  /** Default time limit of a statement. */
  queryMs: number;
  /** Time limit for getting a connection from the pool. */
  acquireMs: number;
};

const endMs = 2_000;
/** The time after which idle connections are closed, before the server would close them. */
const idleMs = 60_000;
const lookEveryMs = 10_000;
/** Delay before another connection is requested from a server at its connection limit. */
const growAgainMs = 1_000;
/** The pause while connections are being opened but none is open yet. */
const openingMs = 20;

/** Time limits of single statements, by Kysely's query id. */
export type QueryLimits = WeakMap<QueryId, number>;

/** The duration above which a statement counts as slow. */
export const slowMs = 1_000;

/** The state of a pool, for metrics. `waiting`: the number of callers that wait for a connection. */
export type PoolUse = { inUse: number; waiting: number; slow: number };

export class BoundedDriver implements Driver {
  readonly #openPool: () => Pool;
  readonly #servers: Servers;
  #pool: Pool | undefined;
  #looking: NodeJS.Timeout | undefined;
  #growing: NodeJS.Timeout | undefined;
  #slow = 0;
  readonly #limits: DriverLimits;
  readonly #queryLimits: QueryLimits;

  constructor(openPool: () => Pool, servers: Servers, limits: DriverLimits, queryLimits: QueryLimits) {
    this.#openPool = openPool;
    this.#servers = servers;
    this.#limits = limits;
    this.#queryLimits = queryLimits;
  }

  /**
   * Opens the pool, at the first query. Kysely does not destroy an unused driver, so it must not open anything earlier.
   */
  async init(): Promise<void> {
    this.#pool = this.#openPool();
    this.#looking = setInterval(() => {
      const since = Date.now() - idleMs;
      this.#dropIdle(({ lastActiveTime }) => lastActiveTime < since);
    }, lookEveryMs).unref();
  }

  readonly #events: SessionEvents = {
    broken: () => {
      this.#dropIdle();
      this.#servers.doubt();
    },
    slow: () => void this.#slow++,
  };

  #opened(): Pool {
    if (!this.#pool) throw new Error('this pool was not opened');
    return this.#pool;
  }

  use(): PoolUse {
    const [all, idle, waiting] = this.#pool
      ? ([
          lengthOf(this.#pool, '_allConnections'),
          lengthOf(this.#pool, '_freeConnections'),
          lengthOf(this.#pool, '_connectionQueue'),
        ] as const)
      : [0, 0, 0];
    return { inUse: all - idle, waiting, slow: this.#slow };
  }

  /** Gets a connection. If none can be opened, tries again with the host that is then chosen. */
  async acquireConnection(): Promise<Session> {
    if (!this.#servers.several) return this.#acquire();
    await this.#servers.choose();
    this.#dropIdle((raw) => !this.#servers.uses(raw.config));
    try {
      return await this.#take(this.#limits.acquireMs);
    } catch (error) {
      if (error instanceof StoreFault) throw error;
      this.#servers.couldNotOpen(error);
    }
    await this.#servers.choose();
    return this.#acquire();
  }

  /** Gets a connection. At a server's connection limit, waits for one of the pool's connections. */
  async #acquire(): Promise<Session> {
    for (const until = performance.now() + this.#limits.acquireMs; ; ) {
      try {
        return await this.#take(until - performance.now());
      } catch (error) {
        const connections = listOf(this.#opened(), '_allConnections');
        if (!isConnectionLimit(error) || connections.length === 0) throw error;
        const open = connections.filter(({ authorized }) => authorized).length;
        if (open > 0) this.#limitPool(open);
        else await sleep(openingMs);
      }
    }
  }

  /** Temporarily limits the pool to the connections that are already open. */
  #limitPool(open: number): void {
    const { config } = this.#opened();
    config.connectionLimit = open;
    clearTimeout(this.#growing);
    this.#growing = setTimeout(() => {
      config.connectionLimit = this.#limits.poolSize;
    }, growAgainMs).unref();
  }

  #take(waitMs: number): Promise<Session> {
    return new Promise((resolve, reject) => {
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        reject(new StoreFault('POOL_WAIT', `no MySQL connection was free for ${this.#limits.acquireMs} ms`));
      }, waitMs);
      this.#opened().getConnection((error, raw) => {
        clearTimeout(timer);
        if (late) raw?.release();
        else if (error) reject(toFault(error));
        else
          resolve(
            new Session(raw, {
              servers: this.#servers,
              queryMs: this.#limits.queryMs,
              queryLimits: this.#queryLimits,
              events: this.#events,
            }),
          );
      });
    });
  }

  async beginTransaction(session: Session, { isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const parts = [
      ...(isolationLevel ? [`ISOLATION LEVEL ${isolationLevel}`] : []),
      ...(accessMode ? [accessMode] : []),
    ];
    if (parts.length > 0) await session.run(`SET TRANSACTION ${parts.join(', ')}`);
    await session.run('BEGIN');
  }

  async commitTransaction(session: Session): Promise<void> {
    try {
      await session.run('COMMIT');
    } catch (error) {
      if (!isUndecidedCommit(error)) throw error;
      session.cut();
      throw new StoreFault('COMMIT_UNKNOWN', 'it is unknown whether the transaction was committed', error);
    }
  }

  /** Rolls back. Never rejects: if a rollback fails, the connection is closed, and the server rolls back. */
  async rollbackTransaction(session: Session): Promise<void> {
    await session.run('ROLLBACK').catch(() => session.cut());
  }

  async releaseConnection(session: Session): Promise<void> {
    session.release();
  }

  /** Gives running statements a moment to finish, then closes every connection without waiting for the server. */
  async destroy(): Promise<void> {
    const pool = this.#opened();
    clearInterval(this.#looking);
    const connections = listOf(pool, '_allConnections');
    const ended = new Promise<void>((resolve) => pool.end(() => resolve()));
    await Promise.race([ended, sleep(endMs, undefined, { ref: false })]);
    for (const raw of connections) destroy(raw);
  }

  /**
   * Closes idle connections, because they fail too if the host has failed. Opening new ones costs less than a timeout
   * for each request.
   */
  #dropIdle(which: (raw: IdleConnection) => boolean = () => true): void {
    for (const raw of listOf(this.#opened(), '_freeConnections')) if (which(raw)) destroy(raw);
  }
}

/** A connection with the time of its last use, Unix ms. */
type IdleConnection = PoolConnection & { lastActiveTime: number };
type Ring = { length: number; get(index: number): IdleConnection };

/** Lists the pool's connections, all or only the idle ones. mysql2 has no public API for this. */
function listOf(pool: Pool, which: '_allConnections' | '_freeConnections'): IdleConnection[] {
  const ring = (pool as unknown as Record<typeof which, Ring>)[which];
  return Array.from({ length: ring.length }, (_, index) => ring.get(index));
}

const lengthOf = (pool: Pool, which: '_allConnections' | '_freeConnections' | '_connectionQueue') =>
  (pool as unknown as Record<typeof which, { length: number }>)[which].length;

/**
 * Closes a connection. mysql2 itself would wait for the server to close too, which an unresponsive server never does.
 */
function destroy(raw: PoolConnection): void {
  raw.destroy();
  (raw as unknown as { stream: Socket }).stream.destroy();
}

const isRead = /^[\s(]*(?:SELECT|WITH|SHOW|SET|BEGIN)\b/i;

type SessionEvents = { broken: () => void; slow: () => void };
type SessionOptions = { servers: Servers; queryMs: number; queryLimits: QueryLimits; events: SessionEvents };

/** A connection while it is in use. */
class Session implements DatabaseConnection {
  readonly #raw: PoolConnection;
  readonly #servers: Servers;
  readonly #queryMs: number;
  readonly #queryLimits: QueryLimits;
  readonly #events: SessionEvents;
  #isCut = false;
  #isDoomed = false;

  constructor(raw: PoolConnection, { servers, queryMs, queryLimits, events }: SessionOptions) {
    this.#raw = raw;
    this.#servers = servers;
    this.#queryMs = queryMs;
    this.#queryLimits = queryLimits;
    this.#events = events;
  }

  async executeQuery<R>({ sql, parameters, queryId }: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.run(sql, parameters, this.#queryLimits.get(queryId));
    if (Array.isArray(result)) return { rows: result as R[] };
    const { insertId, affectedRows, changedRows } = result as ResultSetHeader;
    return {
      ...(insertId ? { insertId: BigInt(insertId) } : {}),
      ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }),
      ...(changedRows === undefined ? {} : { numChangedRows: BigInt(changedRows) }),
      rows: [],
    };
  }

  // biome-ignore lint/correctness/useYield: pages are read instead, so that each statement has its limit
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('results are not streamed; read them a page at a time');
  }

  /** Runs a statement. @throws `QUERY_DEADLINE` if it takes longer than `limitMs`; the connection is then closed */
  async run(text: string, values: readonly unknown[] = [], limitMs = this.#queryMs): Promise<unknown> {
    if (this.#isCut) throw new StoreFault('CONNECTION_CUT', 'this connection to MySQL was abandoned');
    try {
      return await this.#answerWithin(text, values, limitMs);
    } catch (error) {
      // Another server can now answer at the same address or at the next host.
      if (isMovedAway(error)) {
        this.#isDoomed = true;
        this.#servers.leave(this.#raw.config);
      } else if (isConnectionLost(error)) {
        this.#servers.doubt(this.#raw.config);
      }
      throw extendStack(error);
    }
  }

  #answerWithin(text: string, values: readonly unknown[], limitMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let answered = false;
      const startedAt = performance.now();
      const giveUp = () => {
        if (answered) return;
        reject(new StoreFault('QUERY_DEADLINE', `MySQL did not answer within ${limitMs} ms`));
        this.#events.slow();
        this.cut();
        // A server without its group answers everything except writes.
        if (!isRead.test(text)) this.#servers.leave(this.#raw.config);
        this.#events.broken();
      };
      // After a long event-loop turn, the answer can already be in the socket, so it is read before the timeout applies.
      const timer = setTimeout(() => setImmediate(giveUp), limitMs);
      // With null, mysql2 skips the search for placeholders; undefined counts as an empty list.
      this.#raw.query(text, values.length === 0 ? null : (values as unknown[]), (error, result) => {
        answered = true;
        clearTimeout(timer);
        if (!this.#isCut && performance.now() - startedAt > slowMs) this.#events.slow();
        if (error) reject(error);
        else resolve(result);
      });
    });
  }

  cut(): void {
    if (this.#isCut) return;
    this.#isCut = true;
    destroy(this.#raw);
  }

  release(): void {
    if (this.#isCut) return;
    if (!this.#isDoomed && this.#servers.uses(this.#raw.config)) return this.#raw.release();
    this.cut();
    if (this.#isDoomed) this.#events.broken();
  }
}

const toFault = (error: Error) =>
  error.message === 'Queue limit reached.'
    ? new StoreFault('POOL_FULL', 'too many statements wait for a MySQL connection', error)
    : error;

/** Adds the caller's stack: the driver's errors come from a socket event. */
function extendStack(error: unknown): unknown {
  if (error instanceof Error && error.stack)
    error.stack += `\n${(new Error().stack ?? '').split('\n').slice(2).join('\n')}`;
  return error;
}
