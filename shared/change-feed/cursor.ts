/**
 * How far the change feed has been read. Auto-increment ids become visible out of order: the transaction that took
 * id 7 may commit after the one that took 9, and on Galera ids come in steps. So every id passed over is a gap, looked
 * for again until it is filled, or so old that the transaction which took it must have ended without a commit.
 * Pure: knows neither MySQL nor the clock.
 */

/** Ids `from` to `to`, both missing, first missed at `since` (ms). */
export type Gap = { from: number; to: number; since: number };

export class FeedCursor {
  /** The highest id seen. */
  high: number;
  private gaps: Gap[] = [];
  private readonly gapMs: number;

  constructor(high: number, gapMs: number) {
    this.high = high;
    this.gapMs = gapMs;
  }

  /** Notes ids read from the feed, in any order. Returns those not seen before. */
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

  /** The gaps still worth looking for at `now`; older ones are forgotten. */
  openGaps(now: number): Gap[] {
    this.gaps = this.gaps.filter(({ since }) => now - since < this.gapMs);
    return [...this.gaps];
  }

  /** The feed position a snapshot taken now may be resumed from: every id up to it is applied or dead. */
  resumeFrom(now: number): number {
    return (this.openGaps(now)[0]?.from ?? this.high + 1) - 1;
  }
}
