/** A cache of the active rules, so that most changes to contacts do not read them from MySQL. */
import type { Db } from '../core/tables.ts';
import { listActiveRules, listWakingEvents, type Rule } from './queries.ts';

/** Time until changes by another process take effect here. */
const cachedMs = 1_000;

/** The active rules, and the names of the events that can wake or end open runs of any rule. */
type Known = { rules: Rule[]; wakingEvents: ReadonlySet<string> };

export class KnownRules {
  readonly #db: Db;
  #cache: (Known & { until: number }) | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  async active(): Promise<Rule[]> {
    return (await this.read()).rules;
  }

  async read(): Promise<Known> {
    if (!this.#cache || this.#cache.until < Date.now()) {
      const [rules, wakingEvents] = await Promise.all([listActiveRules(this.#db), listWakingEvents(this.#db)]);
      this.#cache = { rules, wakingEvents: new Set(wakingEvents), until: Date.now() + cachedMs };
    }
    return this.#cache;
  }

  /** Clears the cache after a change. */
  forget(): void {
    this.#cache = undefined;
  }
}
