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
import { type FeedDb, type FeedEntry, type FeedTable, type Mark, textOfMark } from './feed-table.ts';

const changesARead = 2_000;
/** With a list of a thousand values or more, MariaDB builds a table and scans the whole feed beside it. */
const gapsARead = 900;
const recentAtMost = 64;
/** How long marks are remembered, well below the time that changes are kept. */
const recentMs = 10 * 60_000;

/**
 * Thrown if the database no longer has the changes that were read from it: everything derived from the feed must be
 * rebuilt.
 */
export class FeedSetBack extends Error {
  override name = 'FeedSetBack';
}

/** The position to resume from and the marks of recent changes; no marks if they are unknown. */
export type FeedPosition = { changeId: number; seen?: Mark[] };

export class FeedFollower<Row, Change> {
  /** Number of distinct changes seen so far. */
  changes = 0;
  readonly #feed: FeedTable<Row, Change>;
  readonly #cursor: FeedCursor;
  readonly #from: FeedPosition;
  /** The lowest id seen here. */
  #firstSeen = Number.POSITIVE_INFINITY;
  /** The time of the change at `high`. */
  #highAt: number | undefined;
  /**
   * The changes seen last, in the order of their commits: a change that filled a gap may be the only one that a
   * restored database lacks.
   */
  #recent: (Mark & { seenAt: number })[] = [];

  /** Reads the changes after `from`. */
  constructor(feed: FeedTable<Row, Change>, from: FeedPosition, gapSeconds: number) {
    this.#feed = feed;
    this.#from = from;
    this.#cursor = new FeedCursor(from.changeId, gapSeconds * 1_000);
    this.#highAt = from.seen?.find(({ id }) => id === from.changeId)?.at;
  }

  /**
   * Passes the next changes and those that filled gaps to `apply`. Resolves to true if more can be read at once.
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

  /** True if the database still has the changes seen last. */
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
    // Changes before the first were pruned because of their age.
    return wanted.every(({ id, at }) => id < ends.first || present.get(id) === at);
  }

  /** Ids can be missing right from the start, such as those of a rolled-back transaction or another cluster node. */
  #heldFrom(): number {
    const resumeFrom = this.#cursor.resumeFrom(Date.now());
    return this.changes === 0 ? resumeFrom : Math.max(resumeFrom, this.#firstSeen - 1);
  }

  /** The position from which another reader can resume: every change up to it was applied or will never appear. */
  get position(): FeedPosition {
    return { changeId: this.#cursor.resumeFrom(Date.now()), seen: this.#seen() };
  }

  /** True if the last change of the feed, as `lastMark` gives it, is the last one seen here and no id is missing. */
  isAt(lastMark: string): boolean {
    const { high } = this.#cursor;
    if (this.openGaps > 0) return false;
    if (this.#highAt === undefined) return high === 0 && lastMark === '';
    return lastMark === textOfMark({ id: high, at: this.#highAt });
  }

  /** Missing ids that are still read again, as ranges. */
  get openGaps(): number {
    return this.#cursor.openGaps(Date.now()).length;
  }

  /** Until a change is seen here, the marks that were passed in are used. */
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
    // Old changes are pruned, and the last one seen may be old.
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
