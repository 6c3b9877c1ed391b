/** The migrations of the host and its plugins: whose they are, where they lie, and where they are recorded. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Connection } from 'mysql2/promise';
import { migrate, readSchema, type Schema } from '../../shared/migrations/migrate.ts';
import {
  checksumOf,
  createdTable,
  type Migration,
  type MigrationSet,
  readMigrations,
} from '../../shared/migrations/migration-set.ts';
import { projectRoot } from '../../shared/paths.ts';
import type { InstalledPlugin } from './installed-plugins.ts';
import { hostTables, optionsTable, recordTable } from './tables.ts';

/** The database that MYSQL_URL names, and the prefix of every table made in it. */
export type Site = { mysqlUrl: string; prefix: string };

export const scopeOf = (plugin: string) => `${plugin}/`;

const hostMigrations = ({ prefix }: Site): MigrationSet => ({
  record: prefix + recordTable,
  scope: scopeOf('host'),
  migrations: readMigrations(path.join(projectRoot, 'automations-api/host/migrations'), prefix),
  remedy: 'set another TABLE_PREFIX',
});

/** The options were a plugin's once: who still makes them is told that they are there. */
const pluginMigrations = (site: Site, { plugin, directory }: InstalledPlugin): MigrationSet => {
  const { name, tables, beforeMigrations = {}, formerly = {} } = plugin;
  const proof = site.prefix + (tables[0] ?? '');
  return {
    record: site.prefix + recordTable,
    scope: scopeOf(name),
    migrations: listMigrations(site, plugin.migrations, directory),
    before: Object.fromEntries(
      Object.entries(beforeMigrations).map(([migration, work]) => [
        migration,
        (connection: Connection) => work(connection, site.prefix),
      ]),
    ),
    // Release 0.1.0 had one record for all, without a prefix.
    inherited: { record: recordTable, proof, names: new Map(Object.entries(formerly)) },
    given: [site.prefix + optionsTable],
    remedy:
      `set another TABLE_PREFIX, or, when an uninstall of ${name} left them, take them over with ` +
      `\`plugin activate ${name} --keep-tables\` or drop them with \`plugin uninstall ${name} --drop-tables\``,
  };
};

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
    migrations: set.migrations.map(({ statements, ...migration }) => ({
      ...migration,
      statements: statements.filter((statement) => !set.given?.includes(createdTable(statement) ?? '')),
    })),
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
