/**
 * The reader of a change feed. Ids become visible out of order, so every read also checks the missing ids again. The
 * position moves only once the changes have been applied, so changes are read again after a failure. A missing id is
 * given up if a read still misses it after its transaction must have ended. Transactions can outlive an outage of this
 * reader, so only time in which the feed could be read counts.
 *
 * A database can be set back to a state before the reader's position: a backup was restored, or a server took over
 * without the last commits. It then assigns ids again to other changes. So every read starts with the last change seen,
 * which must still exist and be unchanged.
 */
import { FeedCursor, type Gap, type Range, rangesAfter, spansOf } from './cursor.ts';
import { type Feed, type FeedDb, type FeedEntry, type Mark, textOfMark } from './feed-table.ts';

const changesARead = 2_000;
/**
 * The maximum number of gaps per statement. MariaDB puts a list of a thousand values or more into a temporary table,
 * and then scans the whole feed.
 */
const gapsARead = 900;
/**
 * The number of gaps above which changed gaps are found by counting ids in spans. If ids advance in steps, every id is
 * next to a gap.
 */
const fewGaps = 50;
const spansARead = 100;
/**
 * The age up to which gaps are in every read; older gaps are in one read per second. A COMMIT that takes this long
 * exceeds a statement's time limit, so acknowledged changes fill their gaps earlier.
 */
const youngMs = 10_000;
const readOldEveryMs = 1_000;
/** The maximum by which gaps age between two reads: the process or the whole machine may have been paused. */
const longestStepMs = 5_000;
const recentAtMost = 64;
/** The time for which marks are remembered, well below the retention of changes. */
const recentMs = 10 * 60_000;

/**
 * An error for a database that no longer has the changes that were read from it. Everything derived from the feed must be
 * rebuilt.
 */
export class FeedSetBack extends Error {
  override name = 'FeedSetBack';
}

/** The position to resume from and the marks of recent changes; no marks if they are unknown. */
export type FeedPosition = { changeId: number; seen?: Mark[] };

type Apply<Change> = (changes: Change[]) => Promise<void>;

/** A monotonic clock, in ms. */
export type Clock = () => number;

export class FeedFollower<Change> {
  /** Number of distinct changes seen so far. */
  changes = 0;
  readonly #feed: Feed<Change>;
  readonly #cursor: FeedCursor;
  readonly #gapMs: number;
  readonly #clock: Clock;
  readonly #from: FeedPosition;
  /** For how long the feed was readable so far, in ms. The age of gaps is measured by this. */
  #readableMs = 0;
  /** The start of the last read, unless it failed. */
  #readAt: number | undefined;
  #readOldAt = Number.NEGATIVE_INFINITY;
  /** The lowest id seen so far. */
  #firstSeen = Number.POSITIVE_INFINITY;
  /** The time of the change at `high`. */
  #highAt: number | undefined;
  /**
   * The last changes seen, in the order of their commits. A restored database can lack only a change that filled a gap.
   */
  #recent: (Mark & { seenAt: number })[] = [];

  /** Reads the changes after `from`. */
  constructor(feed: Feed<Change>, from: FeedPosition, gapSeconds: number, clock: Clock = () => performance.now()) {
    this.#feed = feed;
    this.#from = from;
    this.#cursor = new FeedCursor(from.changeId);
    this.#gapMs = gapSeconds * 1_000;
    this.#clock = clock;
    this.#highAt = from.seen?.find(({ id }) => id === from.changeId)?.at;
  }

  /**
   * Passes the next changes and changes in gaps to `apply`. Resolves to true if more can be read immediately.
   * @throws FeedSetBack
   */
  async read(db: FeedDb, apply: Apply<Change>): Promise<boolean> {
    const startedAt = this.#clock();
    if (this.#readAt !== undefined) this.#readableMs += Math.min(startedAt - this.#readAt, longestStepMs);
    this.#readAt = undefined;
    const found = await this.#feed.listFrom(db, this.#cursor.high, changesARead + 1);
    const entries = await this.#checkFirst(db, found);
    await this.#take(entries, apply);
    await this.#readGaps(db, apply, startedAt);
    this.#readAt = startedAt;
    return entries.length >= changesARead;
  }

  async #readGaps(db: FeedDb, apply: Apply<Change>, startedAt: number): Promise<void> {
    const isWhole = startedAt - this.#readOldAt >= readOldEveryMs;
    const gaps = this.#cursor.gapsSince(isWhole ? 0 : this.#readableMs - youngMs);
    await this.#fill(db, gaps.length > fewGaps ? await this.#listChanged(db, gaps) : gaps, apply);
    if (!isWhole) return;
    this.#readOldAt = startedAt;
    this.#cursor.giveUp(this.#readableMs - this.#gapMs);
  }

  /** Lists the gaps of all spans in which the number of changes has changed. */
  async #listChanged(db: FeedDb, gaps: readonly Gap[]): Promise<Gap[]> {
    const spans = spansOf(gaps);
    const changed: Gap[] = [];
    for (let from = 0; from < spans.length; from += spansARead) {
      const part = spans.slice(from, from + spansARead);
      const counts = await this.#feed.countIn(db, part);
      changed.push(...part.flatMap((span, at) => (counts.get(at) === span.present ? [] : span.gaps)));
    }
    return changed;
  }

  /** Passes all changes that have appeared in the given gaps to `apply`. */
  async #fill(db: FeedDb, gaps: readonly Gap[], apply: Apply<Change>): Promise<void> {
    for (let from = 0; from < gaps.length; from += gapsARead) {
      for (let ranges: readonly Range[] = gaps.slice(from, from + gapsARead); ranges.length > 0; ) {
        const entries = await this.#feed.listIn(db, ranges, changesARead);
        await this.#take(entries, apply);
        const last = entries.at(-1);
        ranges = last && entries.length === changesARead ? rangesAfter(ranges, last.id) : [];
      }
    }
  }

  /** Resolves to whether the database still has the last changes seen. */
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
    // Changes before the first one were pruned.
    return wanted.every(({ id, at }) => id < ends.first || present.get(id) === at);
  }

  /** The id after which the database must have changes. Ids can be missing from the start, for example after a rollback. */
  #heldFrom(): number {
    const { resumeFrom } = this.#cursor;
    return this.changes === 0 ? resumeFrom : Math.max(resumeFrom, this.#firstSeen - 1);
  }

  /** The position from which another reader can resume: every change up to it was applied or will never appear. */
  get position(): FeedPosition {
    return { changeId: this.#cursor.resumeFrom, seen: this.#seen() };
  }

  /** Returns whether the feed's last change, in the format of `lastMark`, is the last one seen and no id is missing. */
  isAt(lastMark: string): boolean {
    const { high } = this.#cursor;
    if (this.openGaps > 0) return false;
    if (this.#highAt === undefined) return high === 0 && lastMark === '';
    return lastMark === textOfMark({ id: high, at: this.#highAt });
  }

  /** The number of ranges of missing ids that are still read again. */
  get openGaps(): number {
    return this.#cursor.gaps.length;
  }

  /** Returns the marks of the last changes seen; until a change is seen, the marks from the constructor. */
  #seen(): Mark[] {
    if (this.changes === 0) return this.#from.seen ?? [];
    this.#forgetOld();
    const high = this.#highAt === undefined ? [] : [{ id: this.#cursor.high, at: this.#highAt }];
    return [...high, ...this.#recent.map(({ id, at }) => ({ id, at }))];
  }

  /** Returns the entries after the one at `high`. @throws FeedSetBack if the entry at `high` has changed */
  async #checkFirst(db: FeedDb, entries: FeedEntry<Change>[]): Promise<FeedEntry<Change>[]> {
    const { high } = this.#cursor;
    if (high === 0) return entries;
    const [first] = entries;
    if (first?.id === high) {
      this.#highAt ??= first.at;
      if (this.#highAt === first.at) return entries.slice(1);
      throw new FeedSetBack(`another change has the id ${high}`);
    }
    // The last change seen may have been pruned.
    const ends = await this.#feed.findEnds(db);
    if (ends && ends.first === high + 1) return entries;
    throw new FeedSetBack(`the change ${high} no longer exists`);
  }

  async #take(entries: FeedEntry<Change>[], apply: Apply<Change>): Promise<void> {
    if (entries.length === 0) return;
    await apply(entries.map(({ change }) => change));
    const ids = entries.map(({ id }) => id);
    const fresh = new Set(this.#cursor.see(ids, this.#readableMs));
    this.changes += fresh.size;
    for (const { id, at } of entries) {
      this.#firstSeen = Math.min(this.#firstSeen, id);
      if (id === this.#cursor.high) this.#highAt = at;
      if (fresh.has(id)) this.#recent.push({ id, at, seenAt: this.#clock() });
    }
    this.#forgetOld();
  }

  #forgetOld(): void {
    const since = this.#clock() - recentMs;
    this.#recent = this.#recent.slice(-recentAtMost).filter(({ seenAt }) => seenAt > since);
  }
}
