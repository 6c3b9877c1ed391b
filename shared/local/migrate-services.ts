/** Brings the databases of both services up to date. Contact automation's own command line does its part. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { type Config, envWithStores } from '../config/config.ts';
import { connectionOptions, withDatabase } from '../db/db.ts';
import { migrate } from '../migrations/migrate.ts';
import { builtRoot } from '../paths.ts';
import { type ServiceName, serviceNames } from './service-names.ts';

/** Names of migrations applied, and the plugins of which one failed: they are left out, the rest goes on. */
export type Migrated = { applied: string[]; failed: { plugin: string; reason: string }[] };

/** `mysqlUrl` is where MYSQL_URL's database is. Needs no Redis. @throws with a sentence for the operator. */
export async function migrateServices(
  config: Config,
  mysqlUrl: string,
  services: readonly ServiceName[] = serviceNames,
): Promise<Migrated> {
  const linked = services.includes('links') ? await migrateLinks(config, mysqlUrl) : [];
  const rest = services.includes('automations') ? await migrateAutomations(mysqlUrl) : { applied: [], failed: [] };
  return { applied: [...linked, ...rest.applied], failed: rest.failed };
}

async function migrateLinks({ linksDatabase, mysqlUrl: given }: Config, mysqlUrl: string): Promise<string[]> {
  // The private MariaDB is ours to make databases in; on a server of others that is its operator's.
  if (linksDatabase && !given) {
    const connection = await createConnection(connectionOptions(mysqlUrl));
    await connection.query('CREATE DATABASE IF NOT EXISTS ?? CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci', [
      linksDatabase,
    ]);
    await connection.end();
  }
  return migrate(withDatabase(mysqlUrl, linksDatabase));
}

async function migrateAutomations(mysqlUrl: string): Promise<Migrated> {
  const cli = path.join(builtRoot, 'automations-api/cli.js');
  const env = envWithStores(process.env, { mysqlUrl });
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [cli, 'migrate', '--json'], { env });
    return JSON.parse(stdout) as Migrated;
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw stderr ? new Error(stderr.trim().replace(/^automations: /, '')) : error;
  }
}
