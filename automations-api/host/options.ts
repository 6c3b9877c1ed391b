/**
 * Named settings in the database, values as JSON. Those marked autoload are read together and kept for a few
 * seconds; the rest are read when asked for.
 */
import type { HostDb } from './tables.ts';

const keptMs = 5_000;

/** The options of one plugin. */
export type PluginOptions = Pick<Options, 'get' | 'set' | 'delete'>;

/** A plugin's names cannot meet the host's or another's: none has a dot in it. */
const prefixOf = (plugin: string) => `plugin.${plugin}.`;

export class Options {
  readonly #db: HostDb;
  #kept: { values: Map<string, unknown>; until: number } | undefined;

  /** `db` puts the prefix before `waypost_options`. */
  constructor(db: HostDb) {
    this.#db = db;
  }

  async get<T>(name: string, fallback: T): Promise<T> {
    const kept = await this.#autoloaded();
    if (kept.has(name)) return kept.get(name) as T;
    const row = await this.#db
      .selectFrom('waypost_options')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return row ? (JSON.parse(row.value) as T) : fallback;
  }

  async set(name: string, value: unknown, { autoload = true } = {}): Promise<void> {
    const row = { value: JSON.stringify(value), autoload };
    await this.#db
      .insertInto('waypost_options')
      .values({ name, ...row })
      .onDuplicateKeyUpdate(row)
      .execute();
    this.#kept = undefined;
  }

  async delete(name: string): Promise<void> {
    await this.#db.deleteFrom('waypost_options').where('name', '=', name).execute();
    this.#kept = undefined;
  }

  forPlugin(plugin: string): PluginOptions {
    const prefix = prefixOf(plugin);
    return {
      get: (name, fallback) => this.get(prefix + name, fallback),
      set: (name, value, how) => this.set(prefix + name, value, how),
      delete: (name) => this.delete(prefix + name),
    };
  }

  async hasPlugin(plugin: string): Promise<boolean> {
    const named = this.#db
      .selectFrom('waypost_options')
      .select('name')
      .where('name', 'like', `${prefixOf(plugin)}%`);
    return (await named.limit(1).executeTakeFirst()) !== undefined;
  }

  /** Takes out all options of a plugin, and the note of it that release 0.1.0 kept; how many there were. */
  async deletePlugin(plugin: string): Promise<number> {
    const prefix = prefixOf(plugin);
    const { numDeletedRows } = await this.#db
      .deleteFrom('waypost_options')
      .where((e) => e.or([e('name', 'like', `${prefix}%`), e('name', '=', `plugin_${plugin}`)]))
      .executeTakeFirstOrThrow();
    this.#kept = undefined;
    return Number(numDeletedRows);
  }

  async #autoloaded(): Promise<Map<string, unknown>> {
    if (!this.#kept || this.#kept.until < Date.now()) {
      const rows = await this.#db
        .selectFrom('waypost_options')
        .select(['name', 'value'])
        .where('autoload', '=', true)
        .execute();
      const values = new Map(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
      this.#kept = { values, until: Date.now() + keptMs };
    }
    return this.#kept.values;
  }
}
