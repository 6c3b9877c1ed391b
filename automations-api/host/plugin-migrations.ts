/** The migrations of the host and its plugins: whose they are, where they lie, and where they are recorded. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { migrate, readSchema, type Schema } from '../../shared/migrations/migrate.ts';
import {
  checksumOf,
  type Migration,
  type MigrationSet,
  readMigrations,
} from '../../shared/migrations/migration-set.ts';
import { projectRoot } from '../../shared/paths.ts';
import type { InstalledPlugin } from './installed-plugins.ts';
import { hostTables, recordTable } from './tables.ts';

/** The database that MYSQL_URL names, and the prefix of every table made in it. */
export type Site = { mysqlUrl: string; prefix: string };

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
    `set another TABLE_PREFIX, or, when an uninstall of ${name} left them, take them over with ` +
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

export const migrateHost = (site: Site): Promise<string[]> => migrate(site.mysqlUrl, hostMigrations(site));
/** `takeOver`: tables that an uninstall left are kept as they are. */
export const migratePlugin = (site: Site, installed: InstalledPlugin, takeOver = false): Promise<string[]> =>
  migrate(site.mysqlUrl, { ...pluginMigrations(site, installed), takeOver });

export const schemaOfHost = (site: Site): Promise<Schema> => readSchema(site.mysqlUrl, hostMigrations(site));
export const schemaOfPlugin = (site: Site, installed: InstalledPlugin): Promise<Schema> =>
  readSchema(site.mysqlUrl, pluginMigrations(site, installed));
