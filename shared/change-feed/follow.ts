/**
 * Following a change feed: the one place where it is read. Ids become visible out of order, so every read also looks
 * again for the ids that were missing. What is read moves the position only once it has been applied: a fault in between
 * leaves it to be read again.
 *
 * A database may be set back behind the reader: a backup was restored, or a server took over that lacks the last commits.
 * It then gives ids out again for other changes, so every read begins with the last change seen, which has to be there
 * and to be the same one.
 */
import { FeedCursor } from './cursor.ts';
import type { FeedDb, FeedEntry, FeedTable, Mark } from './feed-table.ts';

const changesARead = 2_000;
/** MariaDB turns a list of a thousand values and more into a table, and then walks the whole feed beside it. */
const gapsARead = 900;
const recentAtMost = 64;
/** Well below the time that changes are kept. */
const recentMs = 10 * 60_000;

/** The database does not have what was read from it: what was made from the feed has to be made anew. */
export class FeedSetBack extends Error {
  override name = 'FeedSetBack';
}

/** Where reading goes on, and some changes that were seen; no marks when they are not known. */
export type FeedPosition = { changeId: number; seen?: Mark[] };

export class FeedFollower<Row, Change> {
  /** Changes seen so far, each once. */
  changes = 0;
  readonly #feed: FeedTable<Row, Change>;
  readonly #cursor: FeedCursor;
  readonly #from: FeedPosition;
  /** The least id seen here. */
  #firstSeen = Number.POSITIVE_INFINITY;
  /** When the change at `high` was made. */
  #highAt: number | undefined;
  /**
   * Seen last, in the order of seeing, which is that of the commits: one that filled a gap may be the only one a database
   * set back does not have.
   */
  #recent: (Mark & { seenAt: number })[] = [];

  /** Reads what comes after `from`. */
  constructor(feed: FeedTable<Row, Change>, from: FeedPosition, gapSeconds: number) {
    this.#feed = feed;
    this.#from = from;
    this.#cursor = new FeedCursor(from.changeId, gapSeconds * 1_000);
    this.#highAt = from.seen?.find(({ id }) => id === from.changeId)?.at;
  }

  /**
   * Hands `apply` the next changes and those that filled gaps. Resolves to whether there is more to read at once.
   * @throws FeedSetBack
   */
  async read(db: FeedDb, apply: (changes: Change[]) => Promise<void>): Promise<boolean> {
    const found = await this.#feed.listFrom(db, this.#cursor.high, changesARead + 1);
    const entries = await this.#checkFirst(db, found);
    await this.#take(entries, apply);
    const gaps = this.#cursor.openGaps(Date.now());
    for (let from = 0; from < gaps.length; from += gapsARead) {
      await this.#take(await this.#feed.listIn(db, gaps.slice(from, from + gapsARead), changesARead), apply);
    }
    return entries.length >= changesARead;
  }

  /** Whether the database still has the changes seen last. */
  async holds(db: FeedDb): Promise<boolean> {
    if (!(await this.#feed.holdsAfter(db, this.#heldFrom()))) return false;
    const wanted = this.#seen();
    const ends = await this.#feed.findEnds(db);
    if (!ends || wanted.length === 0) return wanted.length === 0;
    const marks = await this.#feed.listMarks(
      db,
      wanted.map(({ id }) => id),
    );
    const present = new Map(marks.map(({ id, at }) => [id, at]));
    // What lies before the first is gone because it was old.
    return wanted.every(({ id, at }) => id < ends.first || present.get(id) === at);
  }

  /** Ids may be missing from the first on, as of a transaction that was rolled back or of another node of a cluster. */
  #heldFrom(): number {
    const resumeFrom = this.#cursor.resumeFrom(Date.now());
    return this.changes === 0 ? resumeFrom : Math.max(resumeFrom, this.#firstSeen - 1);
  }

  /** Where another reader may go on: every change up to it was applied, or will never be there. */
  get position(): FeedPosition {
    return { changeId: this.#cursor.resumeFrom(Date.now()), seen: this.#seen() };
  }

  /** Missing ids still looked for, as runs. */
  get openGaps(): number {
    return this.#cursor.openGaps(Date.now()).length;
  }

  /** Those that were handed over stand for themselves until something else is seen. */
  #seen(): Mark[] {
    if (this.changes === 0) return this.#from.seen ?? [];
    this.#forgetOld();
    const high = this.#highAt === undefined ? [] : [{ id: this.#cursor.high, at: this.#highAt }];
    return [...high, ...this.#recent.map(({ id, at }) => ({ id, at }))];
  }

  /** The entries after the one at `high`. */
  async #checkFirst(db: FeedDb, entries: FeedEntry<Change>[]): Promise<FeedEntry<Change>[]> {
    const { high } = this.#cursor;
    if (high === 0) return entries;
    const [first] = entries;
    if (first?.id === high) {
      this.#highAt ??= first.at;
      if (this.#highAt === first.at) return entries.slice(1);
      throw new FeedSetBack(`another change has the id ${high}`);
    }
    // Old changes are removed, and the last one seen may be old.
    const ends = await this.#feed.findEnds(db);
    if (ends && ends.first === high + 1) return entries;
    throw new FeedSetBack(`the change ${high} is not there any more`);
  }

  async #take(entries: FeedEntry<Change>[], apply: (changes: Change[]) => Promise<void>): Promise<void> {
    if (entries.length === 0) return;
    await apply(entries.map(({ change }) => change));
    const now = Date.now();
    const fresh = new Set(
      this.#cursor.see(
        entries.map(({ id }) => id),
        now,
      ),
    );
    this.changes += fresh.size;
    for (const { id, at } of entries) {
      this.#firstSeen = Math.min(this.#firstSeen, id);
      if (id === this.#cursor.high) this.#highAt = at;
      if (fresh.has(id)) this.#recent.push({ id, at, seenAt: now });
    }
    this.#forgetOld();
  }

  #forgetOld(): void {
    const since = Date.now() - recentMs;
    this.#recent = this.#recent.slice(-recentAtMost).filter(({ seenAt }) => seenAt > since);
  }
}
