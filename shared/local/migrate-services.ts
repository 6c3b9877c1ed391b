/** Migrations of both services' databases. Contact automation's command line runs that service's migrations. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Config, envWithStores } from '../config/config.ts';
import { connect, withDatabase } from '../db/db.ts';
import { linkSets, migrate, readSchema } from '../migrations/migrate.ts';
import { builtRoot } from '../paths.ts';
import { type ServiceName, serviceNames } from './service-names.ts';

/** Plugins whose migration failed. The other migrations continue. */
type Failed = { plugin: string; reason: string }[];
/** Names of applied migrations. */
export type Migrated = { failed: Failed; applied: string[] };
/** Names of pending migrations. */
export type Waiting = { failed: Failed; links: string[]; automations: string[] };

/** `contract`: includes migrations that older releases cannot run with. */
type MigrateOptions = { contract?: boolean | undefined };

/** Applies pending migrations. `mysqlUrl` includes the database. Needs no Redis. @throws with a sentence for the operator */
export async function migrateServices(
  config: Config,
  mysqlUrl: string,
  services: readonly ServiceName[] = serviceNames,
  { contract = false }: MigrateOptions = {},
): Promise<Migrated> {
  const linked = services.includes('links') ? await migrateLinks(config, mysqlUrl, contract) : [];
  if (!services.includes('automations')) return { applied: linked, failed: [] };
  const { applied, failed } = await ofAutomations<Migrated>(config, mysqlUrl);
  return { applied: [...linked, ...applied], failed };
}

/** Lists the migrations that `migrateServices` would apply. @throws the errors of its checks */
export async function inspectServices(
  config: Config,
  mysqlUrl: string,
  services: readonly ServiceName[] = serviceNames,
  { contract = false }: MigrateOptions = {},
): Promise<Waiting> {
  const schema = services.includes('links')
    ? await readSchema(withDatabase(mysqlUrl, config.peopleDatabase), linkSets({ contract }))
    : undefined;
  const links = schema?.pending.map(({ name }) => name) ?? [];
  if (!services.includes('automations')) return { links, automations: [], failed: [] };
  const { waiting, failed } = await ofAutomations<{ failed: Failed; waiting: string[] }>(config, mysqlUrl, '--dry-run');
  // Both services list the migrations of the users' tables.
  return { links, automations: waiting.filter((name) => !links.includes(name)), failed };
}

async function migrateLinks(config: Config, mysqlUrl: string, contract: boolean): Promise<string[]> {
  await makePeopleDatabase(config, mysqlUrl);
  return migrate(withDatabase(mysqlUrl, config.peopleDatabase), linkSets({ contract }));
}

/** Creates the users' database on the private MariaDB. On other servers the operator creates it. */
export async function makePeopleDatabase(
  { peopleDatabase, mysqlUrl: given }: Pick<Config, 'peopleDatabase' | 'mysqlUrl'>,
  mysqlUrl: string,
): Promise<void> {
  if (!peopleDatabase || given) return;
  const connection = await connect(mysqlUrl);
  await connection.query('CREATE DATABASE IF NOT EXISTS ?? CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci', [
    peopleDatabase,
  ]);
  await connection.end();
}

async function ofAutomations<T>({ peopleDatabase }: Config, mysqlUrl: string, ...flags: string[]): Promise<T> {
  const cli = path.join(builtRoot, 'automations-api/cli.js');
  const env = { ...envWithStores(process.env, { mysqlUrl }), PEOPLE_DATABASE: peopleDatabase };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [cli, 'migrate', '--json', ...flags], { env });
    return JSON.parse(stdout) as T;
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw stderr ? new Error(stderr.trim().replace(/^automations: /, '')) : error;
  }
}
