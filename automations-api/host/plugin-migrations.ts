/** The migrations of the host and its plugins: whose they are, where they lie, and where they are recorded. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../shared/config/config.ts';
import { isStoreDown } from '../../shared/errors.ts';
import { migrate, peopleMigrations, readSchema, type Schema } from '../../shared/migrations/migrate.ts';
import {
  checksumOf,
  type Migration,
  type MigrationSet,
  readMigrations,
} from '../../shared/migrations/migration-set.ts';
import { projectRoot } from '../../shared/paths.ts';
import { peopleUrlOf } from '../../shared/people/people-url.ts';
import type { InstalledPlugin } from './installed-plugins.ts';
import { hostTables, recordTable } from './tables.ts';

/**
 * The database that MYSQL_URL names, the prefix of every table made in it, and the database of the people who sign in.
 * `isElsewhere`: PEOPLE_URL names the latter, and the link service alone migrates it.
 */
export type Site = { mysqlUrl: string; prefix: string; peopleUrl: string; isElsewhere?: boolean };

export const siteOf = ({ config, mysqlUrl }: { config: Config; mysqlUrl: string }): Site => ({
  mysqlUrl,
  prefix: config.tablePrefix,
  peopleUrl: peopleUrlOf(config, mysqlUrl),
  isElsewhere: config.peopleUrl !== '',
});

export const scopeOf = (plugin: string) => `${plugin}/`;

const hostMigrations = ({ prefix }: Site): MigrationSet => ({
  record: prefix + recordTable,
  scope: scopeOf('host'),
  migrations: readMigrations(path.join(projectRoot, 'automations-api/host/migrations'), prefix),
  remedy: 'set another TABLE_PREFIX',
});

const pluginMigrations = (site: Site, { plugin: { name, migrations }, directory }: InstalledPlugin): MigrationSet => ({
  record: site.prefix + recordTable,
  scope: scopeOf(name),
  migrations: listMigrations(site, migrations, directory),
  remedy:
    `set another TABLE_PREFIX, or, if an uninstall of ${name} left them, take them over with ` +
    `\`plugin activate ${name} --keep-tables\` or drop them with \`plugin uninstall ${name} --drop-tables\``,
});

function listMigrations({ prefix }: Site, listed: InstalledPlugin['plugin']['migrations'], directory: string) {
  if (listed) {
    return listed.map(({ name, statements: written, breaking = false }): Migration => {
      const statements = written.map((text) => text.replaceAll('{prefix}', prefix));
      return { name, checksum: checksumOf(written.join(';\n')), statements, breaking };
    });
  }
  const files = path.join(directory, 'migrations');
  return existsSync(files) ? readMigrations(files, prefix) : [];
}

/** Describes the tables that migrations of the host and of plugins make, and where they are recorded. */
export function describeSchema(site: Site, installed: readonly InstalledPlugin[]) {
  const sets = installed.map((one) => ({ set: pluginMigrations(site, one), tables: one.plugin.tables }));
  return [{ set: hostMigrations(site), tables: hostTables }, ...sets].map(({ set, tables }) => ({
    record: set.record,
    scope: set.scope,
    migrations: set.migrations,
    tables: tables.map((table) => site.prefix + table),
  }));
}

/** People's tables and the host's own. On one server, the service that starts first creates people's tables. */
export const migrateHost = async (site: Site): Promise<string[]> => [
  ...(site.isElsewhere ? [] : await migrate(site.peopleUrl, peopleMigrations())),
  ...(await migrate(site.mysqlUrl, hostMigrations(site))),
];
/** `takeOver`: tables that an uninstall left are kept as they are. */
export const migratePlugin = (site: Site, installed: InstalledPlugin, takeOver = false): Promise<string[]> =>
  migrate(site.mysqlUrl, { ...pluginMigrations(site, installed), takeOver });

/** @throws if PEOPLE_URL names a database without the people of this release. If its server is down, it is not checked. */
export async function schemaOfHost(site: Site): Promise<Schema> {
  const people = await readSchema(site.peopleUrl, peopleMigrations()).catch((error: unknown): Schema => {
    if (site.isElsewhere && isStoreDown(error)) return { pending: [], newer: [] };
    throw error;
  });
  const lacking = people.pending.map(({ name }) => name);
  if (site.isElsewhere && lacking.length > 0) {
    throw new Error(
      `the database of PEOPLE_URL lacks ${lacking.join(', ')}: correct PEOPLE_URL, or start this release of the link service there first`,
    );
  }
  const own = await readSchema(site.mysqlUrl, hostMigrations(site));
  return { pending: [...people.pending, ...own.pending], newer: [...people.newer, ...own.newer] };
}
export const schemaOfPlugin = (site: Site, installed: InstalledPlugin): Promise<Schema> =>
  readSchema(site.mysqlUrl, pluginMigrations(site, installed));
