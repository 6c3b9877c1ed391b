/** The operator's actions on plugins: list, activate, deactivate, uninstall and migrate. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../shared/config/config.ts';
import { isStoreDown } from '../../shared/errors.ts';
import { oneAtATime } from '../../shared/migrations/migration-turn.ts';
import { ActivePlugins } from './active-plugins.ts';
import type { Caller } from './core/route.ts';
import type { BrokenPlugin, InstalledPlugin, PluginSource } from './installed-plugins.ts';
import { Options } from './options.ts';
import type { OperatorAction, PluginSwitch } from './plugin.ts';
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
import { deletePluginRecords, findProblem, findStart, saveProblem } from './plugin-problems.ts';
import { toolsFor } from './plugin-tools.ts';
import { withPrefix } from './table-prefix.ts';
import { type HostDb, hostTables, recordTable } from './tables.ts';
import { hasTraces, refuseSharedTables, removeTables, removeTraces } from './uninstall-plugin.ts';
import { withinLimit } from './within-limit.ts';

const notifyWithinMs = 5_000;
/** The longest wait for a start. During this time, a service checks for changes three times. */
const startWithinMs = 6_000;
const pollEveryMs = 100;
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

  /** Lists all installed plugins, and active ones that are not installed. `problem` is '' if there is none. */
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

  /** The actions that plugins can call at run time. */
  readonly switch: PluginSwitch = {
    list: () => this.#describe(),
    activate: (name, by) => this.activate(name, false, by),
    deactivate: (name, by) => this.deactivate(name, by),
  };

  /**
   * Activates a plugin after creating its tables. With `takeOver`, tables that an uninstall left are kept. Deactivates
   * the plugin again if a running service cannot start it.
   * @throws with the plugin's fault
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
      if (!wasActive) await deletePluginRecords(this.options, name);
      await this.active.change(name, true);
      await this.#notify(await this.active.list(), { action: 'plugin.activated', plugin: name, by });
      return { name, active: true, applied, note: followed };
    });
    const problem = wasActive || !(by || (await isServing(this.#stores.config))) ? '' : await this.#awaitStart(name);
    if (problem === '') return answer;
    await this.active.change(name, false);
    throw new Error(`the plugin ${name} is left out, because it cannot start: ${problem}`);
  }

  /**
   * Resolves to the reason why a running service cannot start the plugin; '' if a service has started it, or no
   * service has tried in time.
   */
  async #awaitStart(name: string): Promise<string> {
    for (const deadline = Date.now() + startWithinMs; Date.now() < deadline; await sleep(pollEveryMs)) {
      const problem = await findProblem(this.options, name);
      if (problem !== undefined) return problem;
      if ((await findStart(this.options, name)) !== '') break;
    }
    return '';
  }

  /** Deactivates a plugin. Its data is kept. */
  async deactivate(name: string, by?: Caller) {
    // An active plugin is not loaded, because it might be broken.
    const isKnown = (await this.active.list()).includes(name) || (await this.list()).some((row) => row.name === name);
    if (!isKnown) throw unknown(name);
    return this.#alone(async () => {
      await migrateHost(this.#site);
      const before = await this.active.list();
      await this.active.change(name, false);
      await saveProblem(this.options, name, undefined);
      await this.#notify(before, { action: 'plugin.deactivated', plugin: name, by });
      return { name, active: false, note: `${followed}; its data stays` };
    });
  }

  /**
   * Uninstalls a plugin. Can be repeated, to finish an interrupted uninstall or to drop tables that were kept.
   * Without `dropTables` the plugin can be missing or broken.
   * @throws if it is active
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
      await this.#notify(await this.active.list(), { action: 'plugin.uninstalled', plugin: name });
      return { name, uninstalled: true, ...tables, filesLeft: found && 'from' in found ? found.from : '' };
    });
  }

  /**
   * Migrates the host and every active plugin. A plugin that fails stops only those that require it.
   * @throws the first error if all of them failed
   */
  async migrate() {
    const applied = await migrateHost(this.#site);
    const { done, failed } = await this.#each(migratePlugin);
    return { applied: [...applied, ...done], failed };
  }

  /** Lists the pending migrations without applying them. @throws as `migrate` does */
  async inspect() {
    const { pending } = await schemaOfHost(this.#site);
    const pendingOf = async (site: Site, found: InstalledPlugin) => (await schemaOfPlugin(site, found)).pending;
    const { done, failed } = await this.#each(pendingOf);
    return { waiting: [...pending, ...done].map(({ name }) => name), failed };
  }

  /** Lists the migrations of the host and of all installed plugins, for backups. Needs no database. */
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
      if (!found || failed.some(({ plugin }) => found.plugin.requires?.[plugin] !== undefined)) continue;
      try {
        done.push(...(await work(this.#site, found)));
      } catch (error) {
        failed.push({ plugin: name, reason: (error as Error).message });
        if (isStoreDown(error) || failed.length === active.length) throw error;
      }
    }
    return { done, failed };
  }

  /** Calls the plugins' `onOperated`. A hook that fails or hangs is only logged, because the action is already done. */
  async #notify(names: string[], done: OperatorAction): Promise<void> {
    for (const name of names) {
      try {
        const plugin = (await this.#installed.find(name))?.plugin;
        await withinLimit(notifyWithinMs, () =>
          plugin?.onOperated?.(toolsFor(plugin, this.#stores, this.options), done),
        );
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
    // Fails before the first migration, which creates the table.
    const problem = (await findProblem(this.options, name).catch(() => undefined)) ?? '';
    return { name, version, description, tables, active: active.includes(name), from: one.from, problem };
  }

  /** Runs one command at a time per database, so that a plugin is not activated while its tables are dropped. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const { mysqlUrl, prefix } = this.#site;
    return oneAtATime({ mysqlUrl, record: prefix + recordTable, work: 'plugins' }, work);
  }
}

/** Checks whether the service listens on this machine. */
const isServing = ({ host, automationsPort }: Config): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port: automationsPort, timeout: 1_000 });
    const answer = (isListening: boolean) => () => {
      socket.destroy();
      resolve(isListening);
    };
    socket.on('connect', answer(true)).on('error', answer(false)).on('timeout', answer(false));
  });

/** Placeholders for a plugin that is missing or broken. */
const unloaded = { version: '', description: '', tables: [] as string[] };

const unknown = (name: string) =>
  new Error(`there is no plugin ${name}; \`waypost automations plugin list\` shows them`);
