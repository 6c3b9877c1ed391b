/** Named JSON values in the database. Options with `autoload` are read together and cached for a few seconds. */
import { inTransaction } from '../../shared/db/db.ts';
import {
  deleteOption,
  deleteOptions,
  findOption,
  hasOptions,
  listAutoloaded,
  lockOption,
  putOption,
} from './option-queries.ts';
import type { HostDb } from './tables.ts';

const cacheMs = 5_000;
const missingMs = 1_000;

/** The options of one plugin. */
export type PluginOptions = Pick<Options, 'get' | 'set' | 'change' | 'delete'>;

/** Returns the prefix of a plugin's options. No other plugin's options, nor the host's, start with it. */
const prefixOf = (plugin: string) => `plugin.${plugin}.`;

/** `missing`: names without a value, and the time until which this is assumed. */
type Cache = { values: Map<string, unknown>; missing: Map<string, number> };

export class Options {
  readonly #db: HostDb;
  #cache: (Cache & { until: number }) | undefined;
  #changes = 0;

  /** Creates the options. `db` adds the table prefix. */
  constructor(db: HostDb) {
    this.#db = db;
  }

  async get<T>(name: string, fallback: T): Promise<T> {
    const { values, missing } = await this.#autoloaded();
    if (values.has(name)) return values.get(name) as T;
    if ((missing.get(name) ?? 0) > Date.now()) return fallback;
    const row = await findOption(this.#db, name);
    if (row) return JSON.parse(row.value) as T;
    missing.set(name, Date.now() + missingMs);
    return fallback;
  }

  async set(name: string, value: unknown, { autoload = true } = {}): Promise<void> {
    await putOption(this.#db, name, { value: JSON.stringify(value), autoload });
    this.#forget();
  }

  /**
   * Replaces the current value with the result of `change`, and returns that. Concurrent changes wait for each other,
   * so that all of them are kept. If `change` throws, the value is unchanged.
   */
  async change<T>(name: string, fallback: T, change: (value: T) => T): Promise<T> {
    const changed = await inTransaction(this.#db, async (trx) => {
      const value = change(JSON.parse(await lockOption(trx, name, JSON.stringify(fallback))) as T);
      await putOption(trx, name, { value: JSON.stringify(value), autoload: true });
      return value;
    });
    this.#forget();
    return changed;
  }

  async delete(name: string): Promise<void> {
    await deleteOption(this.#db, name);
    this.#forget();
  }

  forPlugin(plugin: string): PluginOptions {
    const prefix = prefixOf(plugin);
    return {
      get: (name, fallback) => this.get(prefix + name, fallback),
      set: (name, value, how) => this.set(prefix + name, value, how),
      change: (name, fallback, change) => this.change(prefix + name, fallback, change),
      delete: (name) => this.delete(prefix + name),
    };
  }

  async hasPlugin(plugin: string): Promise<boolean> {
    return hasOptions(this.#db, prefixOf(plugin));
  }

  /** Deletes all options of a plugin. Returns their number. */
  async deletePlugin(plugin: string): Promise<number> {
    const count = await deleteOptions(this.#db, prefixOf(plugin));
    this.#forget();
    return count;
  }

  async #autoloaded(): Promise<Cache> {
    if (this.#cache && this.#cache.until >= Date.now()) return this.#cache;
    const before = this.#changes;
    const rows = await listAutoloaded(this.#db);
    const values = new Map(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
    // Values read before a change can be stale, so they are not cached.
    const read = { values, missing: new Map<string, number>() };
    if (before === this.#changes) this.#cache = { ...read, until: Date.now() + cacheMs };
    return read;
  }

  /** Drops the cache after a change. */
  #forget(): void {
    this.#changes++;
    this.#cache = undefined;
  }
}
