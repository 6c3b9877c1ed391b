/** The active rules, remembered for a moment, so that changes of contacts cost no read of them each. */
import type { Db } from '../core/tables.ts';
import { listActiveRules, type Rule } from './queries.ts';

/** A rule changed through another process counts here from this long after at the latest. */
const knownMs = 1_000;

export class KnownRules {
  readonly #db: Db;
  #known: { rules: Rule[]; until: number } | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  async active(): Promise<Rule[]> {
    if (!this.#known || this.#known.until < Date.now()) {
      this.#known = { rules: await listActiveRules(this.#db), until: Date.now() + knownMs };
    }
    return this.#known.rules;
  }

  /** Call it after a rule was changed. */
  forget(): void {
    this.#known = undefined;
  }
}
