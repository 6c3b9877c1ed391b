/** Brings plugins up, one after another; one that fails is logged and left out, and the rest go on. */
import type { Redis } from 'ioredis';
import type { Config } from '../../shared/config.ts';
import type { Db } from '../../shared/db.ts';
import type { Log } from '../../shared/log.ts';
import { openRedis } from '../../shared/redis.ts';
import { activate } from './activation.ts';
import { Hooks } from './hooks.ts';
import { Options } from './options.ts';
import type { Plugin, PluginApi } from './plugin.ts';
import { RestServer } from './rest-server.ts';
import type { Namespace } from './route.ts';
import { withPrefix } from './table-prefix.ts';

export type HostStores = { config: Config; db: Db; redisUrl: string; log: Log };

export class PluginHost {
  readonly rest: RestServer;
  readonly hooks: Hooks;
  readonly options: Options;
  readonly #stores: HostStores;
  readonly #stops: (() => unknown)[] = [];

  constructor(stores: HostStores) {
    const { config, db, log } = stores;
    this.#stores = stores;
    this.hooks = new Hooks(log);
    this.options = new Options(withPrefix(db, config.tablePrefix, ['waypost_options']));
    this.rest = new RestServer({ name: 'Waypost', description: 'Contact automation', url: config.siteUrl }, log);
  }

  /** True when the plugin is active; what it had started before it failed is stopped again. */
  async add(plugin: Plugin): Promise<boolean> {
    const { config, db, log } = this.#stores;
    const stops: (() => unknown)[] = [];
    const namespaces: Namespace[] = [];
    try {
      await activate(plugin, db, this.options, config.tablePrefix);
      await plugin.register(this.#apiFor(plugin, namespaces, stops));
      for (const namespace of namespaces) this.rest.addNamespace(namespace);
      this.#stops.push(...stops);
      return true;
    } catch (err) {
      log.error({ err, plugin: plugin.name }, 'a plugin could not be activated');
      await this.#runStops(stops);
      return false;
    }
  }

  async stop(): Promise<void> {
    await this.#runStops(this.#stops.splice(0));
  }

  #apiFor({ name, tables }: Plugin, namespaces: Namespace[], stops: (() => unknown)[]): PluginApi {
    const { config, db, redisUrl } = this.#stores;
    const log = this.#stores.log.child({ plugin: name });
    const open = (purpose: Parameters<PluginApi['openRedis']>[0]): Redis => {
      const redis = openRedis(redisUrl, purpose, log);
      stops.push(() => redis.disconnect());
      return redis;
    };
    return {
      config,
      log,
      db: withPrefix(db, config.tablePrefix, tables),
      hooks: this.hooks,
      options: this.options,
      openRedis: open,
      addNamespace: (namespace) => void namespaces.push(namespace),
      onStop: (stop) => void stops.push(stop),
    };
  }

  async #runStops(stops: (() => unknown)[]): Promise<void> {
    for (const stop of stops.reverse()) {
      try {
        await stop();
      } catch (err) {
        this.#stores.log.error({ err }, 'a plugin did not stop cleanly');
      }
    }
  }
}
