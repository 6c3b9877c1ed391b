/**
 * Position in the change feed. Auto-increment ids become visible out of order: the transaction with id 7 may commit
 * after the one with id 9, and on Galera ids advance in steps. So every skipped id is a gap, which is read again until
 * it is filled or so old that its transaction must have ended without a commit. Pure: uses neither MySQL nor the clock.
 */

/** The missing ids `from` to `to`, first missed at `since` (ms). */
export type Gap = { from: number; to: number; since: number };

export class FeedCursor {
  /** The highest id seen so far. */
  high: number;
  private gaps: Gap[] = [];
  private readonly gapMs: number;

  constructor(high: number, gapMs: number) {
    this.high = high;
    this.gapMs = gapMs;
  }

  /** Records ids read from the feed, in any order. Returns the new ones. */
  see(ids: number[], now: number): number[] {
    return [...ids].sort((a, b) => a - b).filter((id) => (id > this.high ? this.advance(id, now) : this.fill(id)));
  }

  private advance(id: number, now: number): boolean {
    if (id > this.high + 1) this.gaps.push({ from: this.high + 1, to: id - 1, since: now });
    this.high = id;
    return true;
  }

  private fill(id: number): boolean {
    const index = this.gaps.findIndex(({ from, to }) => from <= id && id <= to);
    const gap = this.gaps[index];
    if (!gap) return false;
    const { from, to, since } = gap;
    const rest = [
      { from, to: id - 1, since },
      { from: id + 1, to, since },
    ].filter((part) => part.from <= part.to);
    this.gaps.splice(index, 1, ...rest);
    return true;
  }

  /** The gaps still worth reading at `now`; older ones are dropped. */
  openGaps(now: number): Gap[] {
    this.gaps = this.gaps.filter(({ since }) => now - since < this.gapMs);
    return [...this.gaps];
  }

  /** The position from which a snapshot taken now can resume: every id up to it is applied or will never appear. */
  resumeFrom(now: number): number {
    return (this.openGaps(now)[0]?.from ?? this.high + 1) - 1;
  }
}
