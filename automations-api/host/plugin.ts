/** What a plugin is, and what the host hands to one. */
import type { Redis } from 'ioredis';
import type { Config } from '../../shared/config.ts';
import type { Db } from '../../shared/db.ts';
import type { Log } from '../../shared/log.ts';
import type { RedisPurpose } from '../../shared/redis.ts';
import type { Hooks } from './hooks.ts';
import type { Options } from './options.ts';
import type { Namespace } from './route.ts';

export type PluginApi = {
  config: Config;
  log: Log;
  /** Puts the WordPress prefix before the plugin's own tables. */
  db: Db;
  hooks: Hooks;
  options: Options;
  openRedis: (purpose: RedisPurpose) => Redis;
  addNamespace: (namespace: Namespace) => void;
  /** Run when the process ends, the last added first. */
  onStop: (stop: () => unknown) => void;
};

/** Run once for each database, in order. `{prefix}` in a statement becomes the WordPress prefix. */
export type PluginMigration = { name: string; statements: string[] };

export type Plugin = {
  name: string;
  version: string;
  /** The names, without prefix, of the tables it uses. */
  tables: readonly string[];
  migrations?: PluginMigration[];
  register: (api: PluginApi) => void | Promise<void>;
};
