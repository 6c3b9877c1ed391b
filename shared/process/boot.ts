/** The first steps of every process: its settings, its log, and the addresses of the stores. */
import { type Config, loadDotEnv, readConfig } from '../config/config.ts';
import { resolveMysqlUrl, resolveStores } from '../config/stores.ts';
import type { DbOptions } from '../db/db.ts';
import { createLog, type Log } from '../log/log.ts';

export type Prepared = { config: Config; log: Log; mysqlUrl: string; redisUrl: string };
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
    const { refuseWrongAddress } = await import('../redis/redis-address.ts');
    await refuseWrongAddress(stores.redisUrl);
  }
  const logTo = config.logDirectory || (isCommand ? process.stderr : '');
  return { config, log: createLog(name, config.logLevel, logTo), ...stores };
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

/** One line for migrations that a newer release has applied, where there are any: this one goes on all the same. */
export function tellOfNewer(log: Log, newer: string[]): void {
  if (newer.length > 0)
    log.info({ migrations: newer }, 'a newer release has added to the database; this one goes on with it');
}

/** The message of a service that finds migrations not applied. */
export const lacks = (names: string[]) =>
  `the database lacks ${names.join(', ')}; apply with \`waypost migrate\` or set MIGRATE_ON_START=1`;
