/**
 * Named settings in the database, values as JSON. Those marked autoload are read together and kept for a few
 * seconds; the rest are read when asked for.
 */
import type { Db } from '../../shared/db.ts';

const keptMs = 5_000;

export class Options {
  readonly #db: Db;
  #kept: { values: Map<string, unknown>; until: number } | undefined;

  /** `db` puts the prefix before `waypost_options`. */
  constructor(db: Db) {
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
