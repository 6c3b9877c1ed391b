/**
 * What every process does first: settings, stores, log, database, and a refusal to run on a schema that is not the
 * code's. A fault that the operator can mend is one clear line, not a stack trace.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, ConfigError, loadDotEnv, readConfig } from './config.ts';
import { type Db, type DbOptions, openDb } from './db.ts';
import { isStoreDown, StoreFault } from './errors.ts';
import { resolveStores } from './local/stores.ts';
import { createLog, type Log } from './log.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { refuseWrongAddress } from './redis-address.ts';

export type BootOptions = {
  /** The process does nothing but background work: every statement may take MYSQL_BATCH_SECONDS. */
  isBackground?: boolean;
  /** Whether the process can do its work while MySQL is down; asked only when it is. */
  withoutMysql?: (config: Config) => boolean;
};

export type Booted = { config: Config; log: Log; db: Db; redisUrl: string };

/** @throws with a sentence for the operator. */
export async function boot(name: string, { isBackground = false, withoutMysql }: BootOptions = {}): Promise<Booted> {
  loadDotEnv();
  const config = readConfig(process.env);
  const log = createLog(name, config.logLevel);
  const { mysqlUrl, redisUrl } = await resolveStores(config);
  await refuseWrongAddress(redisUrl);
  try {
    await checkSchema(mysqlUrl, config);
  } catch (error) {
    if (!isStoreDown(error) || !withoutMysql?.(config)) throw error;
    log.warn({ err: error }, 'MySQL cannot be reached; starting without it');
  }
  return { config, log, db: openDb(mysqlUrl, dbOptions(config, isBackground)), redisUrl };
}

const backgroundLockSeconds = 10;

/** How a process opens the database. */
export function dbOptions(config: Config, isBackground: boolean): DbOptions {
  const batchMs = config.mysqlBatchSeconds * 1_000;
  return {
    poolSize: config.mysqlPoolSize,
    queryMs: isBackground ? batchMs : config.mysqlQuerySeconds * 1_000,
    batchMs,
    lockSeconds: isBackground ? backgroundLockSeconds : config.mysqlLockSeconds,
  };
}

async function checkSchema(mysqlUrl: string, { tablePrefix, migrateOnStart }: Config): Promise<void> {
  if (migrateOnStart) await migrate(mysqlUrl, tablePrefix);
  const pending = await withinLimit(pendingMigrations(mysqlUrl, tablePrefix));
  if (pending.length > 0) {
    throw new Error(
      `the database lacks ${pending.join(', ')}; apply with \`npm run migrate\` or set MIGRATE_ON_START=1`,
    );
  }
}

const checkMs = 10_000;

/** A server that takes the connection and then says nothing must not hold up a start that could do without it. */
async function withinLimit<T>(check: Promise<T>): Promise<T> {
  const late = sleep(checkMs, undefined, { ref: false }).then(() => {
    throw new StoreFault('QUERY_DEADLINE', `MySQL did not answer within ${checkMs} ms`);
  });
  return Promise.race([check, late]);
}

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
  if (code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ETIMEDOUT' || code === 'ENOTFOUND') {
    return `MySQL or Redis cannot be reached${where} (${code}); is it running, and are MYSQL_URL and REDIS_URL right?`;
  }
  return error.message || String(code ?? error);
}
