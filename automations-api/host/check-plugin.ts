/** Validation of a module's `plugin` export. Pure. */
import type { Plugin } from './plugin.ts';
import { hostTables } from './tables.ts';

const namePattern = /^[a-z][a-z0-9-]{0,39}$/;
/** Names that plugins cannot use, because the record of migrations uses them as scopes. */
const reserved = ['host'];
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isFunction = (value: unknown) => typeof value === 'function';
const isTableList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && /^[A-Za-z0-9_]{1,44}$/.test(name));
const isVersions = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.values(value).every((version) => isText(version));
const isMigration = (value: unknown) => {
  const { name, statements } = (value ?? {}) as { name?: unknown; statements?: unknown };
  return isText(name) && name.length <= 50 && Array.isArray(statements) && statements.every(isText);
};

/** Returns the export as a plugin. @throws with the first fault */
export function checkPlugin(exported: unknown): Plugin {
  if (typeof exported !== 'object' || exported === null) throw new Error('it exports no `plugin`');
  const plugin = exported as Record<keyof Plugin, unknown>;
  const wrong = (what: string) => new Error(`its plugin has ${what}`);
  if (!isText(plugin.name) || !namePattern.test(plugin.name) || reserved.includes(plugin.name)) {
    throw wrong('no name of lower-case letters, digits and -');
  }
  if (!isText(plugin.version)) throw wrong('no version');
  if (plugin.description !== undefined && !isText(plugin.description)) throw wrong('a `description` that is not text');
  if (!isTableList(plugin.tables)) throw wrong('no `tables`, the names of its tables');
  const hosts = plugin.tables.find((table) => (hostTables as readonly string[]).includes(table));
  if (hosts) throw wrong(`the host's table ${hosts} among its own`);
  if (plugin.requires !== undefined && !isVersions(plugin.requires)) throw wrong('`requires` without versions');
  if (plugin.reads !== undefined && !isTableList(plugin.reads)) throw wrong('`reads` that are not names of tables');
  if (plugin.migrations !== undefined && !(Array.isArray(plugin.migrations) && plugin.migrations.every(isMigration))) {
    throw wrong('`migrations` that are not a list of { name, statements }');
  }
  if (!isFunction(plugin.register)) throw wrong('no function `register`');
  for (const name of ['commands', 'onOperated', 'uninstall'] as const) {
    if (plugin[name] !== undefined && !isFunction(plugin[name])) throw wrong(`a \`${name}\` that is not a function`);
  }
  return exported as Plugin;
}
