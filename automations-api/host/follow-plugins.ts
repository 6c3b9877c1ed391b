/**
 * Keeps the running plugins those that the site has active: at the start, and every two seconds after, so that a
 * command on one machine reaches every process. A plugin that cannot run is noted, and left alone until it has been
 * deactivated or the process starts anew.
 */
import { lacks } from '../../shared/boot.ts';
import { isStoreDown } from '../../shared/errors.ts';
import { MigrationFailed, type PendingMigration } from '../../shared/migrate.ts';
import { repeat } from '../../shared/repeat.ts';
import type { ActivePlugins } from './active-plugins.ts';
import type { InstalledPlugin, PluginSource } from './installed-plugins.ts';
import type { HostStores, PluginHost } from './plugin-host.ts';
import { migrateHost, migratePlugin, pendingOfHost, pendingOfPlugin, type Site } from './plugin-migrations.ts';
import { noteProblem } from './plugin-problems.ts';

const followEveryMs = 2_000;

export class FollowPlugins {
  readonly #host: PluginHost;
  readonly #installed: PluginSource;
  readonly #active: ActivePlugins;
  readonly #stores: HostStores;
  readonly #site: Site;
  readonly #broken = new Set<string>();
  #stop: () => Promise<void> = async () => {};

  constructor(host: PluginHost, installed: PluginSource, active: ActivePlugins, stores: HostStores) {
    this.#host = host;
    this.#installed = installed;
    this.#active = active;
    this.#stores = stores;
    this.#site = { mysqlUrl: stores.mysqlUrl, prefix: stores.config.tablePrefix };
  }

  /** @throws when the database lacks migrations that nobody has tried to apply, or that leave nothing to serve. */
  async start(): Promise<void> {
    if (this.#stores.config.migrateOnStart) await migrateHost(this.#site);
    const active = await this.#active.list();
    const pending = [await pendingOfHost(this.#site)];
    for (const name of active) pending.push(await this.#prepare(name));
    const lacking = pending.flat();
    const runnable = pending.slice(1).filter((one) => one.length === 0);
    // What began and did not end is that plugin's fault, unless no plugin is left to serve.
    if (lacking.some(({ started }) => !started) || (lacking.length > 0 && runnable.length === 0)) {
      throw new Error(lacks(lacking.map(({ name }) => name)));
    }
    await this.#follow();
    this.#stop = repeat(this.#stores.log, 'follow the active plugins', followEveryMs, () => this.#follow());
  }

  async stop(): Promise<void> {
    await this.#stop();
    await this.#host.stop();
  }

  /** What a plugin still lacks. */
  async #prepare(name: string): Promise<PendingMigration[]> {
    const found = await this.#installed.find(name).catch(() => undefined);
    if (!found) return [];
    const { config, log } = this.#stores;
    if (config.migrateOnStart) {
      await migratePlugin(this.#site, found).catch((err) => {
        if (!(err instanceof MigrationFailed)) throw err;
        log.error({ err, plugin: name }, 'a migration failed');
      });
    }
    return pendingOfPlugin(this.#site, found);
  }

  async #follow(): Promise<void> {
    const wanted = await this.#active.list();
    for (const name of this.#host.running()) {
      if (wanted.includes(name)) continue;
      await this.#host.remove(name);
      this.#stores.log.info({ plugin: name }, 'a plugin was deactivated');
    }
    for (const name of this.#broken) if (!wanted.includes(name)) this.#broken.delete(name);
    const running = this.#host.running();
    for (const name of wanted) if (!running.includes(name) && !this.#broken.has(name)) await this.#begin(name);
  }

  async #begin(name: string): Promise<void> {
    const { log } = this.#stores;
    try {
      const found = await this.#installed.find(name);
      if (!found) throw new Error('it is not installed here');
      await this.#needTables(found);
      await this.#host.start(found.plugin);
      log.info({ plugin: name, version: found.plugin.version }, 'a plugin runs');
      await noteProblem(this.#host.options, name, undefined);
    } catch (error) {
      // A store that is away is no fault of the plugin: the next turn tries again.
      if (isStoreDown(error)) throw error;
      this.#broken.add(name);
      log.error({ err: error, plugin: name }, 'a plugin could not be started');
      await noteProblem(this.#host.options, name, (error as Error).message ?? String(error));
    }
  }

  async #needTables(found: InstalledPlugin): Promise<void> {
    const pending = await pendingOfPlugin(this.#site, found);
    if (pending.length > 0) throw new Error(lacks(pending.map(({ name }) => name)));
  }
}
