/**
 * Following the change feed: the one place where it is read. Ids become visible out of order, so every read also looks
 * again for the ids that were missing. What is read moves the position only once it has been applied: a fault in between
 * leaves it to be read again.
 */
import type { Db } from '../../shared/db.ts';
import type { Change } from './changes.ts';
import { FeedCursor } from './cursor.ts';
import { type FeedEntry, listChangesAfter, listChangesIn } from './feed.ts';

const changesARead = 2_000;
/** MariaDB turns a list of a thousand values and more into a table, and then walks the whole feed beside it. */
const gapsARead = 900;

export class FeedFollower {
  /** Changes seen so far, each once. */
  changes = 0;
  readonly #db: Db;
  readonly #cursor: FeedCursor;

  /** Reads what comes after the change `from`. */
  constructor(db: Db, from: number, gapSeconds: number) {
    this.#db = db;
    this.#cursor = new FeedCursor(from, gapSeconds * 1_000);
  }

  /** Hands `apply` the next changes and those that filled gaps. Resolves to whether there is more to read at once. */
  async read(apply: (changes: Change[]) => Promise<void>): Promise<boolean> {
    const entries = await listChangesAfter(this.#db, this.#cursor.high, changesARead);
    await this.#take(entries, apply);
    const gaps = this.#cursor.openGaps(Date.now());
    for (let from = 0; from < gaps.length; from += gapsARead) {
      await this.#take(await listChangesIn(this.#db, gaps.slice(from, from + gapsARead), changesARead), apply);
    }
    return entries.length === changesARead;
  }

  async #take(entries: FeedEntry[], apply: (changes: Change[]) => Promise<void>): Promise<void> {
    if (entries.length === 0) return;
    await apply(entries.map(({ change }) => change));
    const ids = entries.map(({ id }) => id);
    this.changes += this.#cursor.see(ids, Date.now()).length;
  }

  /** The highest id seen. */
  get high(): number {
    return this.#cursor.high;
  }

  /** Missing ids still looked for, as runs. */
  get openGaps(): number {
    return this.#cursor.openGaps(Date.now()).length;
  }

  /** Where another reader may go on: every change up to it was applied, or will never be there. */
  get position(): number {
    return this.#cursor.resumeFrom(Date.now());
  }
}
