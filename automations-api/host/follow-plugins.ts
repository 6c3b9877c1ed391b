/**
 * The start and stop of plugins as they are activated and deactivated. Each process checks every two seconds, so that
 * a command on one machine reaches all of them. A plugin that cannot run is retried only after another activation or
 * a restart of the process.
 */
import { isStoreDown } from '../../shared/errors.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import type { PendingMigration } from '../../shared/migrations/migrate.ts';
import { lacks, warnOfNewer } from '../../shared/process/boot.ts';
import { explain } from '../../shared/process/entry.ts';
import type { ActivePlugins } from './active-plugins.ts';
import type { InstalledPlugin, PluginSource } from './installed-plugins.ts';
import { type HostStores, type PluginHost, RequirementMissing } from './plugin-host.ts';
import { migrateHost, migratePlugin, type Site, schemaOfHost, schemaOfPlugin, siteOf } from './plugin-migrations.ts';
import { saveProblem, saveStart } from './plugin-problems.ts';

type FollowStores = Pick<HostStores, 'config' | 'mysqlUrl' | 'log'>;

/**
 * A plugin's pending migrations. `fault`: the error if migrations were altered or failed, or found another plugin's
 * tables.
 */
type PluginState = { pending: PendingMigration[]; fault?: Error };

const followEveryMs = 2_000;

export class FollowPlugins {
  readonly #host: PluginHost;
  readonly #installed: PluginSource;
  readonly #active: ActivePlugins;
  readonly #stores: FollowStores;
  readonly #site: Site;
  /** Activation times of the plugins that were tried. */
  #times: Record<string, string> = {};
  /** Plugins that are not retried. */
  readonly #broken = new Set<string>();
  /** Plugins whose state is already in the log. */
  readonly #logged = new Set<string>();
  #stop: () => Promise<void> = async () => {};

  constructor(host: PluginHost, installed: PluginSource, active: ActivePlugins, stores: FollowStores) {
    this.#host = host;
    this.#installed = installed;
    this.#active = active;
    this.#stores = stores;
    this.#site = siteOf(stores);
  }

  /**
   * Starts the active plugins and follows changes. Calls `before` once the host's tables exist, before any plugin
   * starts.
   * @throws if some migrations have never been tried, or if no plugin is left to serve
   */
  async start(before: () => Promise<void> = async () => {}): Promise<void> {
    if (this.#stores.config.migrateOnStart) await migrateHost(this.#site);
    const { pending: host, newer } = await schemaOfHost(this.#site);
    warnOfNewer(this.#stores.log, newer);
    if (host.length === 0) await before();
    const plugins: PluginState[] = [];
    for (const name of await this.#active.list()) plugins.push(await this.#prepare(name));
    const lacking = [...host, ...plugins.flatMap(({ pending }) => pending)];
    const untried = lacking.some(({ started }) => !started);
    const faults = plugins.flatMap(({ fault }) => fault ?? []);
    const isIdle = plugins.every(({ pending, fault }) => pending.length > 0 || fault);
    // A failed plugin does not stop the start, unless no plugin is left to serve.
    if (untried || (lacking.length > 0 && isIdle)) throw new Error(lacks(lacking.map(({ name }) => name)));
    if (faults[0] && isIdle) throw faults[0];
    await this.#follow();
    const { news } = this.#host.pulse.watch(
      'active plugins',
      'SELECT BIT_XOR(CRC32(CONCAT(name, value))) FROM {prefix}waypost_options ' +
        "WHERE name IN ('active_plugins', 'activation_times')",
    );
    this.#stop = repeat(this.#stores.log, 'follow the active plugins', followEveryMs, {
      work: () => this.#follow(),
      news: {
        ...news,
        isHeard: () => news.isHeard() && this.#logged.size === 0,
      },
    }).stop;
  }

  async stop(): Promise<void> {
    await this.#stop();
    await this.#host.stop();
  }

  /** Returns the migrations that a plugin still needs, or the reason why they cannot be applied. */
  async #prepare(name: string): Promise<PluginState> {
    const found = await this.#installed.find(name).catch(() => undefined);
    if (!found) return { pending: [] };
    try {
      if (this.#stores.config.migrateOnStart) await migratePlugin(this.#site, found);
      const { pending, newer } = await schemaOfPlugin(this.#site, found);
      warnOfNewer(this.#stores.log, newer);
      return { pending };
    } catch (error) {
      if (isStoreDown(error)) throw error;
      this.#stores.log.error({ err: error, plugin: name }, "a plugin's migrations do not fit the database");
      return { pending: [], fault: error as Error };
    }
  }

  async #follow(): Promise<void> {
    const [wanted, times] = await Promise.all([this.#active.list(), this.#active.times()]);
    // A plugin that was deactivated and activated again between two checks also restarts.
    const isUnchanged = (name: string) => wanted.includes(name) && times[name] === this.#times[name];
    for (const name of this.#host.running()) {
      if (isUnchanged(name)) continue;
      await this.#host.remove(name);
      this.#stores.log.info({ plugin: name }, 'a plugin was deactivated');
    }
    for (let names = this.#host.stranded(); names.length > 0; names = this.#host.stranded()) {
      for (const name of names) {
        await this.#host.remove(name);
        this.#stores.log.info({ plugin: name }, 'a plugin was stopped because a plugin it requires does not run');
      }
    }
    for (const names of [this.#broken, this.#logged])
      for (const name of names) if (!isUnchanged(name)) names.delete(name);
    this.#times = times;
    const running = this.#host.running();
    for (const name of wanted) if (!running.includes(name) && !this.#broken.has(name)) await this.#start(name);
  }

  async #start(name: string): Promise<void> {
    const { log } = this.#stores;
    try {
      const found = await this.#installed.find(name);
      if (!found) throw new Error('it is not installed here');
      await this.#checkTables(found);
      await this.#host.start(found.plugin);
      log.info({ plugin: name, version: found.plugin.version }, 'a plugin was started');
      this.#logged.delete(name);
      await saveProblem(this.#host.options, name, undefined);
      await saveStart(this.#host.options, name);
    } catch (error) {
      if (!isTemporary(error)) this.#broken.add(name);
      if (this.#logged.has(name)) return;
      this.#logged.add(name);
      log.error({ err: error, plugin: name }, 'a plugin could not be started');
      await saveProblem(this.#host.options, name, explain(error)).catch(() => {});
    }
  }

  /** @throws with the pending migrations */
  async #checkTables(found: InstalledPlugin): Promise<void> {
    const { pending } = await schemaOfPlugin(this.#site, found);
    if (pending.length > 0) throw new Error(lacks(pending.map(({ name }) => name)));
  }
}

/** Checks whether a retry can help: a store is down, a file is still missing, or a required plugin has not started. */
const isTemporary = (error: unknown) =>
  isStoreDown(error) || error instanceof RequirementMissing || (error as NodeJS.ErrnoException).code === 'ENOENT';
