/**
 * Startup of every process of the link service: opens the database, and refuses a schema that does not match the
 * code.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../shared/config/config.ts';
import { openDb, withDatabase } from '../../shared/db/db.ts';
import { isStoreDown, StoreFault } from '../../shared/errors.ts';
import type { Log } from '../../shared/log/log.ts';
import { migrate, readSchema } from '../../shared/migrations/migrate.ts';
import { dbOptions, lacks, prepare, warnOfNewer } from '../../shared/process/boot.ts';
import type { Db, Tables } from './tables.ts';

export type BootOptions = {
  /** True for a process with only background work, whose statements can take up to MYSQL_BATCH_SECONDS. */
  isBackground?: boolean;
  /** Returns whether the process can work without MySQL. Called only while MySQL is down. */
  withoutMysql?: (config: Config) => boolean;
};

export type Booted = { config: Config; log: Log; db: Db; redisUrl: string };

/** Prepares a process and opens its stores. @throws the errors of `prepare` */
export async function boot(name: string, { isBackground = false, withoutMysql }: BootOptions = {}): Promise<Booted> {
  const { config, log, mysqlUrl, redisUrl } = await prepare(name);
  const linksUrl = withDatabase(mysqlUrl, config.peopleDatabase);
  try {
    await checkSchema(linksUrl, config, log);
  } catch (error) {
    if (!isStoreDown(error) || !withoutMysql?.(config)) throw error;
    log.warn({ err: error }, 'MySQL cannot be reached; starting without it');
  }
  return { config, log, db: openDb<Tables>(linksUrl, dbOptions(config, isBackground)), redisUrl };
}

async function checkSchema(mysqlUrl: string, { migrateOnStart }: Config, log: Log): Promise<void> {
  if (migrateOnStart) await migrate(mysqlUrl);
  const { pending, newer } = await withinLimit(readSchema(mysqlUrl));
  warnOfNewer(log, newer);
  if (pending.length > 0) throw new Error(lacks(pending.map(({ name }) => name)));
}

const checkMs = 20_000;

/** Limits the time of a check, because a server can accept the connection and then never answer. */
async function withinLimit<T>(check: Promise<T>): Promise<T> {
  const timeout = sleep(checkMs, undefined, { ref: false }).then(() => {
    throw new StoreFault('QUERY_DEADLINE', `MySQL did not answer within ${checkMs} ms`);
  });
  return Promise.race([check, timeout]);
}
