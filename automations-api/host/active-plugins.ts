/** The list of a site's active plugins, kept in the database as in WordPress. */
import { inTransaction } from '../../shared/db/db.ts';
import { findOption, lockOption, putOption } from './option-queries.ts';
import type { HostDb } from './tables.ts';

const namesOption = 'active_plugins';
/** The option with the time of each plugin's last activation, keyed by the plugin's name. */
const timesOption = 'activation_times';

export class ActivePlugins {
  readonly #db: HostDb;
  readonly #initially: readonly string[];

  /**
   * Creates the list. The plugins in `initially` are active until a plugin is activated or deactivated for the first
   * time.
   */
  constructor(db: HostDb, initially: readonly string[]) {
    this.#db = db;
    this.#initially = initially;
  }

  /** Lists the names in the order of activation. */
  async list(): Promise<string[]> {
    const found = await findOption(this.#db, namesOption).catch(unlessTableIsMissing);
    return found ? (JSON.parse(found.value) as string[]) : [...this.#initially];
  }

  /**
   * Returns the time of each plugin's last activation, keyed by the plugin's name. Initially active plugins have none.
   */
  async times(): Promise<Record<string, string>> {
    const found = await findOption(this.#db, timesOption).catch(unlessTableIsMissing);
    return found ? (JSON.parse(found.value) as Record<string, string>) : {};
  }

  /** Activates or deactivates a plugin. Locks the list, so that concurrent changes are all kept. */
  async change(plugin: string, active: boolean): Promise<void> {
    await inTransaction(this.#db, async (trx) => {
      const value = await lockOption(trx, namesOption, JSON.stringify(this.#initially));
      const before = JSON.parse(value) as string[];
      const others = before.filter((name) => name !== plugin);
      const changed = JSON.stringify(active ? [...others, plugin] : others);
      await putOption(trx, namesOption, { value: changed, autoload: false });
      if (!active || before.includes(plugin)) return;
      const times = JSON.parse(await lockOption(trx, timesOption, '{}')) as Record<string, string>;
      const noted = JSON.stringify({ ...times, [plugin]: new Date().toISOString() });
      await putOption(trx, timesOption, { value: noted, autoload: false });
    });
  }
}

function unlessTableIsMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ER_NO_SUCH_TABLE') throw error;
}
