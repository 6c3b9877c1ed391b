/**
 * Named settings in the database, values as JSON. Those marked autoload are read together and kept for a few
 * seconds; the rest are read when asked for.
 */
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

const keptMs = 5_000;

/** The options of one plugin. */
export type PluginOptions = Pick<Options, 'get' | 'set' | 'change' | 'delete'>;

/** A plugin's names cannot meet the host's or another's: none has a dot in it. */
const prefixOf = (plugin: string) => `plugin.${plugin}.`;

export class Options {
  readonly #db: HostDb;
  #kept: { values: Map<string, unknown>; until: number } | undefined;
  #changes = 0;

  /** `db` puts the prefix before `waypost_options`. */
  constructor(db: HostDb) {
    this.#db = db;
  }

  async get<T>(name: string, fallback: T): Promise<T> {
    const kept = await this.#autoloaded();
    if (kept.has(name)) return kept.get(name) as T;
    const row = await findOption(this.#db, name);
    return row ? (JSON.parse(row.value) as T) : fallback;
  }

  async set(name: string, value: unknown, { autoload = true } = {}): Promise<void> {
    await putOption(this.#db, name, { value: JSON.stringify(value), autoload });
    this.#forget();
  }

  /**
   * Sets the result of `change` on the current value and returns it. Concurrent changes wait, so that all of them are kept.
   * Nothing is set if `change` throws.
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

  /** Takes out all options of a plugin; how many there were. */
  async deletePlugin(plugin: string): Promise<number> {
    const count = await deleteOptions(this.#db, prefixOf(plugin));
    this.#forget();
    return count;
  }

  async #autoloaded(): Promise<Map<string, unknown>> {
    if (this.#kept && this.#kept.until >= Date.now()) return this.#kept.values;
    const before = this.#changes;
    const rows = await listAutoloaded(this.#db);
    const values = new Map(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
    // Values read before a change can be stale, so they are not cached.
    if (before === this.#changes) this.#kept = { values, until: Date.now() + keptMs };
    return values;
  }

  /** Drops the cache after a change. */
  #forget(): void {
    this.#changes++;
    this.#kept = undefined;
  }
}
