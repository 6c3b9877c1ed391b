/** Which plugins a site has switched on: a list in the database, as WordPress keeps its own. */
import { inTransaction } from '../../shared/db/db.ts';
import { findOption, lockOption, putOption } from './option-queries.ts';
import type { HostDb } from './tables.ts';

const name = 'active_plugins';
/** When each plugin was activated last, by name. */
const timesName = 'activation_times';

export class ActivePlugins {
  readonly #db: HostDb;
  readonly #initially: readonly string[];

  /** `initially` are the active ones of a database where nobody has switched any. */
  constructor(db: HostDb, initially: readonly string[]) {
    this.#db = db;
    this.#initially = initially;
  }

  /** Reads the current names, in the order of activation. */
  async list(): Promise<string[]> {
    const found = await findOption(this.#db, name).catch(unlessTableIsMissing);
    return found ? (JSON.parse(found.value) as string[]) : [...this.#initially];
  }

  /** Activation times, for plugins activated since this release. */
  async times(): Promise<Record<string, string>> {
    const found = await findOption(this.#db, timesName).catch(unlessTableIsMissing);
    return found ? (JSON.parse(found.value) as Record<string, string>) : {};
  }

  /** The row is locked meanwhile, so that two changes made at once are both kept. */
  async change(plugin: string, active: boolean): Promise<void> {
    await inTransaction(this.#db, async (trx) => {
      const value = await lockOption(trx, name, JSON.stringify(this.#initially));
      const before = JSON.parse(value) as string[];
      const others = before.filter((one) => one !== plugin);
      const changed = JSON.stringify(active ? [...others, plugin] : others);
      await putOption(trx, name, { value: changed, autoload: false });
      if (!active || before.includes(plugin)) return;
      const times = JSON.parse(await lockOption(trx, timesName, '{}')) as Record<string, string>;
      const noted = JSON.stringify({ ...times, [plugin]: new Date().toISOString() });
      await putOption(trx, timesName, { value: noted, autoload: false });
    });
  }
}

function unlessTableIsMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ER_NO_SUCH_TABLE') throw error;
}
