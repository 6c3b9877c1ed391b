/**
 * The position in a change feed. Auto-increment ids become visible out of order: the transaction with id 7 can commit
 * after the one with id 9, and in a cluster ids advance in steps. So every skipped id is a gap. It is read again until
 * it is filled, or is so old that its transaction must have ended without a commit. Pure: uses neither MySQL nor a
 * clock.
 */

/** The ids `from` to `to`. */
export type Range = { from: number; to: number };

/** Missing ids, first missed at `since` (ms of the reader's clock). */
export type Gap = Range & { since: number };

/** Neighbouring gaps and the present ids between them. */
export type Span = Range & { present: number; gaps: Gap[] };

/** Limits of a span. MySQL counts the ids in a span. If the count has changed, all of the span's gaps are read. */
const gapsInSpan = 100;
const idsBetweenGaps = 16;

export class FeedCursor {
  /** The highest id seen so far. */
  high: number;
  /** The gaps, ordered by id and by age. All ids between two gaps are present. */
  #gaps: Gap[] = [];

  constructor(high: number) {
    this.high = high;
  }

  get gaps(): readonly Gap[] {
    return this.#gaps;
  }

  gapsSince(time: number): readonly Gap[] {
    return this.#gaps.slice(this.#gaps.findLastIndex(({ since }) => since < time) + 1);
  }

  /** Records ids read from the feed, in any order; `now` never decreases. Returns the new ids. */
  see(ids: number[], now: number): number[] {
    return [...ids].sort((a, b) => a - b).filter((id) => (id > this.high ? this.#advance(id, now) : this.#fill(id)));
  }

  #advance(id: number, now: number): boolean {
    if (id > this.high + 1) this.#gaps.push({ from: this.high + 1, to: id - 1, since: now });
    this.high = id;
    return true;
  }

  #fill(id: number): boolean {
    // Searches from the end, because most filled gaps are recent.
    const index = this.#gaps.findLastIndex(({ from }) => from <= id);
    const gap = this.#gaps[index];
    if (!gap || gap.to < id) return false;
    const { from, to, since } = gap;
    const rest = [
      { from, to: id - 1, since },
      { from: id + 1, to, since },
    ].filter((part) => part.from <= part.to);
    this.#gaps.splice(index, 1, ...rest);
    return true;
  }

  /** Gives up the gaps that were first missed at `time` or earlier. */
  giveUp(time: number): void {
    this.#gaps = this.#gaps.filter(({ since }) => since > time);
  }

  /** The position from which a snapshot taken now can resume: every id up to it is applied or will never appear. */
  get resumeFrom(): number {
    return (this.#gaps[0]?.from ?? this.high + 1) - 1;
  }
}

/** Groups gaps, in the order of their ids, into a few ranges. */
export function spansOf(gaps: readonly Gap[]): Span[] {
  const spans: Span[] = [];
  for (const gap of gaps) {
    const last = spans.at(-1);
    const between = last ? gap.from - last.to - 1 : 0;
    if (last && between <= idsBetweenGaps && last.gaps.length < gapsInSpan) {
      last.present += between;
      last.to = gap.to;
      last.gaps.push(gap);
    } else spans.push({ from: gap.from, to: gap.to, present: 0, gaps: [gap] });
  }
  return spans;
}

/** Returns the parts of `ranges` above `id`. */
export const rangesAfter = (ranges: readonly Range[], id: number): Range[] =>
  ranges.filter(({ to }) => to > id).map(({ from, to }) => ({ from: Math.max(from, id + 1), to }));
