/**
 * What every process does first: settings, stores, log, database, and a refusal to run on a schema that is not the
 * code's.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, loadDotEnv, readConfig } from './config.ts';
import { type Db, type DbOptions, openDb, withDatabase } from './db.ts';
import { isStoreDown, StoreFault } from './errors.ts';
import { resolveMysqlUrl, resolveStores } from './local/stores.ts';
import { createLog, type Log } from './log.ts';
import { migrate, pendingMigrations } from './migrate.ts';

export type BootOptions = {
  /** The process does nothing but background work: every statement may take MYSQL_BATCH_SECONDS. */
  isBackground?: boolean;
  /** Whether the process can do its work while MySQL is down; asked only when it is. */
  withoutMysql?: (config: Config) => boolean;
};

export type Prepared = { config: Config; log: Log; mysqlUrl: string; redisUrl: string };
export type Booted = { config: Config; log: Log; db: Db; redisUrl: string };

/**
 * Settings, log, and where the stores are; nothing is connected. A command needs no Redis (`redisUrl` may be
 * ''), and its standard output is for its answer alone.
 * @throws with a sentence for the operator.
 */
export async function prepare(name: string, { isCommand = false } = {}): Promise<Prepared> {
  loadDotEnv();
  const config = readConfig(process.env);
  const stores = isCommand
    ? { mysqlUrl: await resolveMysqlUrl(config), redisUrl: config.redisUrl }
    : await resolveStores(config);
  if (!isCommand) {
    // The client of Redis is loaded only by what needs it.
    const { refuseWrongAddress } = await import('./redis-address.ts');
    await refuseWrongAddress(stores.redisUrl);
  }
  const logTo = config.logDirectory || (isCommand ? process.stderr : '');
  return { config, log: createLog(name, config.logLevel, logTo), ...stores };
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
