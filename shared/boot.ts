/**
 * What every process does first: settings, stores, log, database, and a refusal to run on a schema that is not the
 * code's. A fault that the operator can mend is one clear line, not a stack trace.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, ConfigError, loadDotEnv, readConfig } from './config.ts';
import { type Db, type DbOptions, openDb, withDatabase } from './db.ts';
import { isConnectionLost, isStoreDown, StoreFault } from './errors.ts';
import { resolveMysqlUrl, resolveStores } from './local/stores.ts';
import { createLog, type Log } from './log.ts';
import { messageOf } from './log-error.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { refuseWrongAddress } from './redis-address.ts';

export type BootOptions = {
  /** The process does nothing but background work: every statement may take MYSQL_BATCH_SECONDS. */
  isBackground?: boolean;
  /** Whether the process can do its work while MySQL is down; asked only when it is. */
  withoutMysql?: (config: Config) => boolean;
};

export type Prepared = { config: Config; log: Log; mysqlUrl: string; redisUrl: string };
export type Booted = { config: Config; log: Log; db: Db; redisUrl: string };

/**
 * Settings, log, and where the stores are; nothing is connected. Without `needsRedis` the `redisUrl` may be ''.
 * @throws with a sentence for the operator.
 */
export async function prepare(name: string, { needsRedis = true } = {}): Promise<Prepared> {
  loadDotEnv();
  const config = readConfig(process.env);
  const stores = needsRedis
    ? await resolveStores(config)
    : { mysqlUrl: await resolveMysqlUrl(config), redisUrl: config.redisUrl };
  if (needsRedis) await refuseWrongAddress(stores.redisUrl);
  return { config, log: createLog(name, config.logLevel, config.logDirectory), ...stores };
}

/** The link service's processes: its database open and its schema the code's. @throws as `prepare` does. */
export async function boot(name: string, { isBackground = false, withoutMysql }: BootOptions = {}): Promise<Booted> {
  const { config, log, mysqlUrl, redisUrl } = await prepare(name);
  const linksUrl = withDatabase(mysqlUrl, config.linksDatabase);
  try {
    await checkSchema(linksUrl, config);
  } catch (error) {
    if (!isStoreDown(error) || !withoutMysql?.(config)) throw error;
    log.warn({ err: error }, 'MySQL cannot be reached; starting without it');
  }
  return { config, log, db: openDb(linksUrl, dbOptions(config, isBackground)), redisUrl };
}

const backgroundLockSeconds = 10;

/** How a process opens the database. */
export function dbOptions(config: Config, isBackground = false): DbOptions {
  const batchMs = config.mysqlBatchSeconds * 1_000;
  return {
    poolSize: config.mysqlPoolSize,
    queryMs: isBackground ? batchMs : config.mysqlQuerySeconds * 1_000,
    batchMs,
    lockSeconds: isBackground ? backgroundLockSeconds : config.mysqlLockSeconds,
  };
}

async function checkSchema(mysqlUrl: string, { migrateOnStart }: Config): Promise<void> {
  if (migrateOnStart) await migrate(mysqlUrl);
  const pending = await withinLimit(pendingMigrations(mysqlUrl));
  if (pending.length > 0) throw new Error(lacks(pending.map(({ name }) => name)));
}

const checkMs = 10_000;

/** A server that takes the connection and then says nothing must not hold up a start that could do without it. */
async function withinLimit<T>(check: Promise<T>): Promise<T> {
  const late = sleep(checkMs, undefined, { ref: false }).then(() => {
    throw new StoreFault('QUERY_DEADLINE', `MySQL did not answer within ${checkMs} ms`);
  });
  return Promise.race([check, late]);
}

/** What a service says that finds migrations not applied. */
export const lacks = (names: string[]) =>
  `the database lacks ${names.join(', ')}; apply with \`npm run migrate\` or set MIGRATE_ON_START=1`;

/** Runs an entry; what it throws is written as a sentence to stderr and ends the process with 1. */
export function runEntry(name: string, entry: () => Promise<void>): void {
  entry().catch((error: unknown) => {
    process.stderr.write(`${name}: ${explain(error)}\n`);
    process.exit(1);
  });
}

/** A fault in words. Addresses are kept, passwords are not part of what the drivers report. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError) return error.message;
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  const where = address ? ` at ${address}${port ? `:${port}` : ''}` : '';
  if (isConnectionLost(error)) {
    return `MySQL or Redis cannot be reached${where} (${code ?? error.message}); is it running, and are MYSQL_URL and REDIS_URL right?`;
  }
  if (code === 'ER_BAD_DB_ERROR' || code === 'ER_DBACCESS_DENIED_ERROR') {
    return `${error.message}; make the database (CREATE DATABASE …) and grant it, or correct MYSQL_URL or LINKS_DATABASE`;
  }
  return messageOf(error) || String(code ?? error);
}
