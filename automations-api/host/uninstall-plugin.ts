/** Deletion of a plugin's data. The caller checks whether it is allowed. */
import { connect } from '../../shared/db/db.ts';
import { deleteScope, existingTables, hasScope } from '../../shared/migrations/migration-record.ts';
import type { Options } from './options.ts';
import type { Plugin } from './plugin.ts';
import { type Site, scopeOf } from './plugin-migrations.ts';
import { deletePluginRecords } from './plugin-problems.ts';
import { recordTable } from './tables.ts';

export type RemovedTables = { droppedTables: string[]; tablesLeft: string[] };

/** @throws if another plugin lists one of the plugin's tables too */
export function refuseSharedTables(plugin: Plugin, installed: readonly Plugin[]): void {
  const others = installed.filter(({ name }) => name !== plugin.name);
  const claim = others.find(({ tables }) => tables.some((table) => plugin.tables.includes(table)));
  if (claim) throw new Error(`the plugin ${claim.name} names tables of ${plugin.name} as its own; none is dropped`);
}

/** Checks whether the database has a table, an option or a migration record of the plugin. */
export async function hasTraces({ mysqlUrl, prefix }: Site, options: Options, plugin: Plugin): Promise<boolean> {
  if (await options.hasPlugin(plugin.name)) return true;
  const connection = await connect(mysqlUrl);
  try {
    const named = plugin.tables.map((table) => prefix + table);
    if ((await existingTables(connection, named)).length > 0) return true;
    return await hasScope(connection, prefix + recordTable, scopeOf(plugin.name));
  } finally {
    await connection.end();
  }
}

/** Drops the plugin's tables if `drop` is set. Returns the dropped and the remaining tables. */
export async function removeTables(
  { mysqlUrl, prefix }: Site,
  plugin: Plugin | undefined,
  drop: boolean,
): Promise<RemovedTables> {
  if (!plugin) return { droppedTables: [], tablesLeft: [] };
  const connection = await connect(mysqlUrl);
  try {
    const named = plugin.tables.map((table) => prefix + table);
    const tables = await existingTables(connection, named);
    if (!drop) return { droppedTables: [], tablesLeft: tables };
    // With foreign keys, MySQL could refuse every order of deletion.
    await connection.query('SET FOREIGN_KEY_CHECKS = 0');
    for (const table of tables) await connection.query('DROP TABLE IF EXISTS ??', [table]);
    return { droppedTables: tables, tablesLeft: [] };
  } finally {
    await connection.end();
  }
}

/** Deletes the plugin's options and migration records. Returns their number. */
export async function removeTraces({ mysqlUrl, prefix }: Site, options: Options, plugin: string): Promise<number> {
  await deletePluginRecords(options, plugin);
  const removedOptions = await options.deletePlugin(plugin);
  const connection = await connect(mysqlUrl);
  try {
    return removedOptions + (await deleteScope(connection, prefix + recordTable, scopeOf(plugin)));
  } finally {
    await connection.end();
  }
}
