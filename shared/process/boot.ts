/** The first steps of every process: its settings, its log and the stores' URLs. */
import { type Config, loadDotEnv, readConfig } from '../config/config.ts';
import { resolveMysqlUrl, resolveStores } from '../config/stores.ts';
import type { DbOptions } from '../db/db.ts';
import { createLog, type Log } from '../log/log.ts';

export type Prepared = { config: Config; log: Log; mysqlUrl: string; redisUrl: string };
/**
 * Reads the settings, opens the log and finds the stores' URLs, without connecting. A command needs no Redis (`redisUrl`
 * can be ''), and prints only its result to standard output. @throws with a sentence for the operator
 */
export async function prepare(name: string, { isCommand = false } = {}): Promise<Prepared> {
  loadDotEnv();
  const config = readConfig(process.env);
  const stores = isCommand
    ? { mysqlUrl: await resolveMysqlUrl(config), redisUrl: config.redisUrl }
    : await resolveStores(config);
  if (!isCommand) {
    // Redis's client is loaded only if needed.
    const { refuseWrongAddress } = await import('../redis/redis-address.ts');
    await refuseWrongAddress(stores.redisUrl, config.redisPrefix);
  }
  const logTo = config.logDirectory || (isCommand ? process.stderr : '');
  return { config, log: createLog(name, config.logLevel, logTo), ...stores };
}

const backgroundLockSeconds = 10;
const backgroundAcquireMs = 30_000;

/** Returns the options with which a process opens the database. */
export function dbOptions(config: Config, isBackground = false): DbOptions {
  const batchMs = config.mysqlBatchSeconds * 1_000;
  return {
    poolSize: config.mysqlPoolSize,
    queryMs: isBackground ? batchMs : config.mysqlQuerySeconds * 1_000,
    batchMs,
    lockSeconds: isBackground ? backgroundLockSeconds : config.mysqlLockSeconds,
    ...(isBackground ? { acquireMs: backgroundAcquireMs } : {}),
  };
}

/** Logs migrations of a newer release, with which this release keeps running. */
export function warnOfNewer(log: Log, newer: string[]): void {
  if (newer.length > 0)
    log.info({ migrations: newer }, 'a newer release has added migrations; this one works with them');
}

/** Returns a service's message about pending migrations. */
export const lacks = (names: string[]) =>
  `the database lacks ${names.join(', ')}; apply them with \`waypost migrate\`, or set MIGRATE_ON_START=1`;
