/** A cache of the active rules, so that most changes to contacts do not read them from MySQL. */
import type { Db } from '../core/tables.ts';
import { listActiveRules, type Rule } from './queries.ts';

/** Time until changes by another process take effect here. */
const cachedMs = 1_000;

export class KnownRules {
  readonly #db: Db;
  #cache: { rules: Rule[]; until: number } | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  async active(): Promise<Rule[]> {
    if (!this.#cache || this.#cache.until < Date.now()) {
      this.#cache = { rules: await listActiveRules(this.#db), until: Date.now() + cachedMs };
    }
    return this.#cache.rules;
  }

  /** Clears the cache after a change. */
  forget(): void {
    this.#cache = undefined;
  }
}
