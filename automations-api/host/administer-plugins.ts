/** The operator's actions on plugins: list, activate, deactivate, uninstall, and bring their tables up to date. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../shared/config/config.ts';
import { isStoreDown } from '../../shared/errors.ts';
import { oneAtATime } from '../../shared/migrations/migration-turn.ts';
import { ActivePlugins } from './active-plugins.ts';
import type { Caller } from './core/route.ts';
import type { BrokenPlugin, InstalledPlugin, PluginSource } from './installed-plugins.ts';
import { Options } from './options.ts';
import type { OperatorAct, PluginSwitch } from './plugin.ts';
import type { HostStores } from './plugin-host.ts';
import {
  describeSchema,
  migrateHost,
  migratePlugin,
  type Site,
  schemaOfHost,
  schemaOfPlugin,
  siteOf,
} from './plugin-migrations.ts';
import { findProblem, findStart, forgetNotes, noteProblem } from './plugin-problems.ts';
import { toolsFor } from './plugin-tools.ts';
import { withPrefix } from './table-prefix.ts';
import { type HostDb, hostTables, recordTable } from './tables.ts';
import { hasTraces, refuseSharedTables, removeTables, removeTraces } from './uninstall-plugin.ts';
import { withinLimit } from './within-limit.ts';

const tellWithinMs = 5_000;
/** Services look for changes every two seconds. */
const startWithinMs = 6_000;
const askEveryMs = 100;
const followed = 'running services follow within a few seconds';

export type AdministerStores = Pick<HostStores, 'config' | 'db' | 'mysqlUrl' | 'log'>;

export class AdministerPlugins {
  readonly active: ActivePlugins;
  readonly options: Options;
  readonly #installed: PluginSource;
  readonly #stores: AdministerStores;
  readonly #site: Site;

  constructor(installed: PluginSource, initially: readonly string[], stores: AdministerStores) {
    const { config, db } = stores;
    const prefixed: HostDb = withPrefix(db, config.tablePrefix, hostTables);
    this.active = new ActivePlugins(prefixed, initially);
    this.options = new Options(prefixed);
    this.#installed = installed;
    this.#stores = stores;
    this.#site = siteOf(stores);
  }

  /** Everything installed, and what is active without being there. `problem` is '' where all is well. */
  async list() {
    return (await this.#describe()).map(({ description, tables, ...row }) => row);
  }

  async #describe() {
    const active = await this.active.list();
    const installed = await this.#installed.list();
    const rows = await Promise.all(installed.map((one) => this.#toRow(one, active)));
    const missing = active.filter((name) => !rows.some((row) => row.name === name));
    return [
      ...rows,
      ...missing.map((name) => ({ ...unloaded, name, active: true, from: '', problem: 'it is not installed here' })),
    ];
  }

  /** For those who switch plugins while they run. */
  readonly switch: PluginSwitch = {
    list: () => this.#describe(),
    activate: (name, by) => this.activate(name, false, by),
    deactivate: (name, by) => this.deactivate(name, by),
  };

  /**
   * Its tables are made first. `takeOver`: those that an uninstall left are kept. @throws what is wrong with it, also where
   * a running service cannot start it; it is then switched off again.
   */
  async activate(name: string, takeOver = false, by?: Caller) {
    const found = await this.#installed.find(name).catch((error: Error) => {
      throw new Error(`the plugin ${name} is broken: ${error.message}`);
    });
    if (!found) throw unknown(name);
    const wasActive = (await this.active.list()).includes(name);
    const answer = await this.#alone(async () => {
      await migrateHost(this.#site);
      const applied = await migratePlugin(this.#site, found, takeOver);
      if (!wasActive) await forgetNotes(this.options, name);
      await this.active.change(name, true);
      await this.#tell(await this.active.list(), { act: 'plugin.activated', plugin: name, by });
      return { name, active: true, applied, note: followed };
    });
    const problem = wasActive || !(by || (await isServed(this.#stores.config))) ? '' : await this.#awaitStart(name);
    if (problem === '') return answer;
    await this.active.change(name, false);
    throw new Error(`the plugin ${name} is left out, because it cannot start: ${problem}`);
  }

  /** Why a running service cannot start it; '' where one has, or where none tried in time. */
  async #awaitStart(name: string): Promise<string> {
    for (const deadline = Date.now() + startWithinMs; Date.now() < deadline; await sleep(askEveryMs)) {
      const problem = await findProblem(this.options, name);
      if (problem !== undefined) return problem;
      if ((await findStart(this.options, name)) !== '') break;
    }
    return '';
  }

  /** Its data stays. */
  async deactivate(name: string, by?: Caller) {
    // One that is active needs no loading, which may be what is wrong with it.
    const isThere = (await this.active.list()).includes(name) || (await this.list()).some((row) => row.name === name);
    if (!isThere) throw unknown(name);
    return this.#alone(async () => {
      await migrateHost(this.#site);
      const before = await this.active.list();
      await this.active.change(name, false);
      await noteProblem(this.options, name, undefined);
      await this.#tell(before, { act: 'plugin.deactivated', plugin: name, by });
      return { name, active: false, note: `${followed}; its data stays` };
    });
  }

  /**
   * May be run again, so that what was interrupted, or kept, can still be removed; a plugin whose files are gone, or
   * that is broken, can be uninstalled without its tables. @throws while it is active.
   */
  async uninstall(name: string, dropTables: boolean) {
    const found = await this.#installed.find(name).catch((error: Error) => error);
    const plugin = found instanceof Error ? undefined : found?.plugin;
    if (!plugin && dropTables) {
      const reason = found instanceof Error ? found.message : 'it is not installed here';
      throw new Error(`the tables of ${name} are unknown, because it cannot be loaded: ${reason}`);
    }
    const installed = (await this.#installed.list()).flatMap((one) => ('plugin' in one ? [one.plugin] : []));
    if (plugin && dropTables) refuseSharedTables(plugin, installed);
    return this.#alone(async () => {
      if ((await this.active.list()).includes(name)) {
        throw new Error(`${name} is active; first run \`waypost automations plugin deactivate ${name}\``);
      }
      await migrateHost(this.#site);
      if (plugin && (await hasTraces(this.#site, this.options, plugin))) {
        await plugin.uninstall?.(toolsFor(plugin, this.#stores, this.options));
      }
      const tables = await removeTables(this.#site, plugin, dropTables);
      const removed = await removeTraces(this.#site, this.options, name);
      if (!found && removed === 0) throw unknown(name);
      await this.#tell(await this.active.list(), { act: 'plugin.uninstalled', plugin: name });
      return { name, uninstalled: true, ...tables, filesLeft: found && 'from' in found ? found.from : '' };
    });
  }

  /**
   * Migrates the host and every active plugin. A plugin that fails does not stop the others.
   * @throws the first error if all of them failed
   */
  async migrate() {
    const applied = await migrateHost(this.#site);
    const { done, failed } = await this.#each(migratePlugin);
    return { applied: [...applied, ...done], failed };
  }

  /** Lists what `migrate` would apply. Changes nothing. @throws as `migrate` does */
  async inspect() {
    const { pending } = await schemaOfHost(this.#site);
    const pendingOf = async (site: Site, found: InstalledPlugin) => (await schemaOfPlugin(site, found)).pending;
    const { done, failed } = await this.#each(pendingOf);
    return { waiting: [...pending, ...done].map(({ name }) => name), failed };
  }

  /** The migrations of the host and of all that is installed, for backups. Asks no database. */
  async schema() {
    const installed = (await this.#installed.list()).flatMap((one) => ('plugin' in one ? [one] : []));
    return describeSchema(this.#site, installed);
  }

  async #each<T>(work: (site: Site, found: InstalledPlugin) => Promise<T[]>) {
    const done: T[] = [];
    const failed: { plugin: string; reason: string }[] = [];
    const active = await this.active.list();
    for (const name of active) {
      const found = await this.#installed.find(name).catch(() => undefined);
      if (!found) continue;
      try {
        done.push(...(await work(this.#site, found)));
      } catch (error) {
        failed.push({ plugin: name, reason: (error as Error).message });
        if (isStoreDown(error) || failed.length === active.length) throw error;
      }
    }
    return { done, failed };
  }

  /** The action is done: a plugin whose hook fails or hangs is only logged. */
  async #tell(names: string[], done: OperatorAct): Promise<void> {
    for (const name of names) {
      try {
        const plugin = (await this.#installed.find(name))?.plugin;
        await withinLimit(tellWithinMs, () => plugin?.onOperated?.(toolsFor(plugin, this.#stores, this.options), done));
      } catch (err) {
        this.#stores.log.warn({ err, plugin: name }, "a plugin's onOperated failed");
      }
    }
  }

  async #toRow(one: InstalledPlugin | BrokenPlugin, active: string[]) {
    if ('problem' in one) {
      return { ...unloaded, ...one, active: active.includes(one.name) };
    }
    const { name, version, description = '' } = one.plugin;
    const tables = one.plugin.tables.map((table) => this.#site.prefix + table);
    // Before the first migration there is no note to find.
    const problem = (await findProblem(this.options, name).catch(() => undefined)) ?? '';
    return { name, version, description, tables, active: active.includes(name), from: one.from, problem };
  }

  /** Commands on one database take turns: nothing is activated while its tables are dropped. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const { mysqlUrl, prefix } = this.#site;
    return oneAtATime({ mysqlUrl, record: prefix + recordTable, work: 'plugins' }, work);
  }
}

/** Whether the service listens on this machine. */
const isServed = ({ host, automationsPort }: Config): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port: automationsPort, timeout: 1_000 });
    const answer = (isThere: boolean) => () => {
      socket.destroy();
      resolve(isThere);
    };
    socket.on('connect', answer(true)).on('error', answer(false)).on('timeout', answer(false));
  });

/** Placeholders for a plugin that is missing or broken. */
const unloaded = { version: '', description: '', tables: [] as string[] };

const unknown = (name: string) =>
  new Error(`there is no plugin ${name}; \`waypost automations plugin list\` shows them`);
