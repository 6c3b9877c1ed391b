/**
 * The restore of a backup. All checks precede the first change. From then on a mark in the databases prevents services
 * from using them. After an interrupted restore, the next one starts from scratch.
 */
import { mkdir } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import { databaseOf } from '../config/mysql-url.ts';
import { lockDirectory } from '../local/lock.ts';
import { makePeopleDatabase, migrateServices } from '../local/migrate-services.ts';
import { prepareMysql, prepareRedis } from '../local/private-stores.ts';
import { becomeOwner } from './become-owner.ts';
import { planSecret, putKey } from './check-secret.ts';
import {
  clearTables,
  endMark,
  finishTables,
  inspectTarget,
  loadRows,
  makeTables,
  matchMigrations,
} from './load-tables.ts';
import type { Backup } from './open-backup.ts';
import { dropCopies, dropRestored, putFiles } from './restore-files.ts';
import { dropKeys, openForRestore } from './restore-redis.ts';
import { connectTo, type Databases, databasesOf, listSets } from './schema.ts';
import { refuseRunningServices } from './services-run.ts';

export type RestorePlan = {
  config: Config;
  backup: Backup;
  /** Allows existing data in the databases to be replaced. */
  force: boolean;
  withoutSecrets: boolean;
  say: (line: string) => void;
};

export type Restored = {
  rows: number;
  /** Number of click segments that services store once they run. */
  segments: number;
  /** Migrations of this release that the backup lacks. */
  migrated: string[];
  /** True if the encrypted data cannot be read. */
  lacksSecret: boolean;
};

/** Restores a backup. If the settings name no stores, it uses private ones. @throws with a sentence for the operator */
export async function restoreBackup(plan: RestorePlan): Promise<Restored> {
  const { config, say } = plan;
  await mkdir(config.localDir, { recursive: true, mode: 0o700 });
  becomeOwner(config.localDir);
  const stop: (() => unknown)[] = [await lockDirectory(config.localDir)];
  try {
    const options = { dir: config.localDir, durable: true, report: say };
    const stores = { mysqlUrl: config.mysqlUrl, redisUrl: config.redisUrl };
    for (const [name, prepare] of [
      ['mysqlUrl', prepareMysql],
      ['redisUrl', prepareRedis],
    ] as const) {
      if (stores[name] !== '') continue;
      const server = await prepare(options);
      stop.push(server.stop);
      await server.start();
      stores[name] = server.url;
    }
    return await restoreInto(plan, stores.mysqlUrl, stores.redisUrl);
  } finally {
    for (const one of stop.reverse()) await one();
  }
}

async function restoreInto(plan: RestorePlan, mysqlUrl: string, redisUrl: string): Promise<Restored> {
  const { config, backup, say } = plan;
  const databases = databasesOf(config, mysqlUrl);
  const redis = await openForRestore(redisUrl);
  try {
    await makePeopleDatabase(config, mysqlUrl);
    const sets = await listSets(mysqlUrl);
    const applied = matchMigrations(backup.head, sets);
    const secret = await planSecret(backup, config, plan.withoutSecrets);
    if (backup.head.tablePrefix !== config.tablePrefix)
      throw new Error(`the backup has TABLE_PREFIX ${backup.head.tablePrefix || '(empty)'}: set the same value here`);
    await refuseServices(databases);
    const state = await inspectTarget(databases, sets);
    if (state === 'ours' && !plan.force)
      throw new Error('the database is not empty: --force replaces the data of Waypost in it, permanently');
    if (state === 'half restored') say('an incomplete restore starts again');

    await clearTables(databases, sets);
    await dropRestored(config);
    await makeTables(databases, backup, applied);
    await loadRows(databases, backup, say);
    const segments = await putFiles(config, backup);
    await finishTables(databases, sets, backup, segments);
    if (secret.key !== undefined) await putKey(config, secret.key);
    await dropCopies(config);
    await dropKeys(redis, config.redisPrefix);
    await endMark(databases, sets);
    const { applied: migrated } = await migrateServices(config, mysqlUrl);
    const rows = backup.contents.tables.reduce((sum, table) => sum + table.rows, 0);
    return { rows, segments: backup.contents.segments, migrated, lacksSecret: secret.isLacking };
  } finally {
    redis.disconnect();
  }
}

async function refuseServices(databases: Databases): Promise<void> {
  const connection = await connectTo(databases.automations);
  try {
    const names = Object.values(databases).map(databaseOf);
    await refuseRunningServices(connection, names);
  } finally {
    connection.destroy();
  }
}
