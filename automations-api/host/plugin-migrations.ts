/** The migrations of the host and of plugins. */
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
 * The databases of a site: `mysqlUrl` with the prefix of its tables, and `peopleUrl` for users. `isElsewhere`:
 * PEOPLE_URL is set, so only the link service migrates the users' database.
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

/** Describes the migrations and tables of the host and of plugins. */
export function describeSchema(site: Site, installed: readonly InstalledPlugin[]) {
  const sets = installed.map((one) => ({ set: pluginMigrations(site, one), tables: one.plugin.tables }));
  return [{ set: hostMigrations(site), tables: hostTables }, ...sets].map(({ set, tables }) => ({
    record: set.record,
    scope: set.scope,
    migrations: set.migrations,
    tables: tables.map((table) => site.prefix + table),
  }));
}

/**
 * Migrates the users' tables and the host's own. On one server, the first service to start creates the users' tables.
 */
export const migrateHost = async (site: Site): Promise<string[]> => [
  ...(site.isElsewhere ? [] : await migrate(site.peopleUrl, peopleMigrations())),
  ...(await migrate(site.mysqlUrl, hostMigrations(site))),
];

/** Migrates a plugin. With `takeOver` it keeps tables left by an uninstall. */
export const migratePlugin = (site: Site, installed: InstalledPlugin, takeOver = false): Promise<string[]> =>
  migrate(site.mysqlUrl, { ...pluginMigrations(site, installed), takeOver });

/**
 * Reads the schema of the host and the users.
 * @throws if the database of PEOPLE_URL lacks migrations; unchecked if it is down
 */
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
