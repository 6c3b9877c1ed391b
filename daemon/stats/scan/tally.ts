/**
 * Counts clicks that are read one by one, by the million: column after column of a block, into arrays by value. Pure. A visitor
 * is unique as in the counts that are kept: by their first click of a link on a day, wherever that falls.
 */
import type { FoundClicks } from '../../api/context.ts';
import type { BlockColumns } from '../../clicks/block.ts';
import { type Breakdown, type Dimension, dimensions } from '../../clicks/breakdown.ts';
import { flag } from '../../clicks/click.ts';
import { dayMs, hourMs } from '../../clicks/time.ts';
import { VisitorSet } from '../../clicks/visitor-set.ts';
import { addSum, type Sums } from '../series.ts';
import type { Filter } from './filters.ts';

type Tallied = Exclude<FoundClicks, { tooMany: number }>;

/** Of a day; `toMs` is not included. */
type Span = { day: number; fromMs: number; toMs: number };

const hoursADay = dayMs / hourMs;
/** For clicks that do not tell whether they are their visitor's first. */
const visitorBytesADay = 64 * 2 ** 20;

export class Tally {
  readonly #filters: Filter[];
  readonly #links: Set<number> | undefined;
  readonly #values = dimensions.map(() => new ValueCounts());
  readonly #ofHours: Sums = new Map();
  readonly #byLink: Sums = new Map();
  #clicks = 0;
  #unique = 0;
  #bots = 0;
  #last = -1;
  #visitors: { day: number; seen: VisitorSet } | undefined;

  constructor(filters: Filter[], linkIds: number[] | undefined) {
    this.#filters = filters;
    this.#links = linkIds && new Set(linkIds);
  }

  /** Adds the clicks of a block that fall into a span. The blocks of a day come one after another, older ones first. */
  add(columns: BlockColumns, span: Span): void {
    const isFirst = this.#firsts(columns, span.day);
    const { chosen, length } = this.#choose(columns, span);
    if (length === 0) return;
    for (const [place, values] of this.#values.entries()) values.add(columnOf(columns, place), chosen, length, isFirst);
    this.#addSums(columns, span.day, chosen.subarray(0, length), isFirst);
  }

  /** Which clicks are their visitors' first, as 1 or 0. */
  #firsts({ count, flags, linkId, visitorOf }: BlockColumns, day: number): Uint8Array {
    const firsts = new Uint8Array(count);
    for (let index = 0; index < count; index++) {
      const bits = flags[index] as number;
      if ((bits & flag.told) !== 0) firsts[index] = (bits & flag.first) === 0 ? 0 : 1;
      else if ((bits & flag.bot) === 0 && this.#seenOn(day).add(linkId[index] as number, visitorOf(index)))
        firsts[index] = 1;
    }
    return firsts;
  }

  #seenOn(day: number): VisitorSet {
    if (this.#visitors?.day !== day) this.#visitors = { day, seen: new VisitorSet(visitorBytesADay) };
    return this.#visitors.seen;
  }

  /** Places of the clicks of people that are asked about; bots are only counted. */
  #choose(columns: BlockColumns, { fromMs, toMs }: Span): { chosen: Uint32Array; length: number } {
    const { count, flags, ms, linkId } = columns;
    const chosen = new Uint32Array(count);
    const tests = this.#filters.map(({ dimension, id }) => ({ column: columnOf(columns, dimension), id }));
    let length = 0;
    next: for (let index = 0; index < count; index++) {
      for (const { column, id } of tests) if (column[index] !== id) continue next;
      const at = ms[index] as number;
      if (at < fromMs || at >= toMs || this.#links?.has(linkId[index] as number) === false) continue;
      if (((flags[index] as number) & flag.bot) !== 0) this.#bots++;
      else chosen[length++] = index;
    }
    return { chosen, length };
  }

  #addSums({ linkId, ms }: BlockColumns, day: number, chosen: Uint32Array, isFirst: Uint8Array): void {
    const [hours, uniqueHours] = [new Uint32Array(hoursADay), new Uint32Array(hoursADay)];
    let [link, clicks, unique] = [linkId[chosen[0] as number] as number, 0, 0];
    for (const index of chosen) {
      const [at, first] = [ms[index] as number, isFirst[index] as number];
      const hour = Math.floor(at / hourMs);
      hours[hour] = (hours[hour] as number) + 1;
      uniqueHours[hour] = (uniqueHours[hour] as number) + first;
      this.#last = Math.max(this.#last, day * dayMs + at);
      if (linkId[index] !== link) {
        addSum(this.#byLink, link, clicks, unique);
        [link, clicks, unique] = [linkId[index] as number, 0, 0];
      }
      clicks++;
      unique += first;
    }
    addSum(this.#byLink, link, clicks, unique);
    for (let hour = 0; hour < hoursADay; hour++) {
      const [ofHour, uniqueOfHour] = [hours[hour] as number, uniqueHours[hour] as number];
      if (ofHour > 0) addSum(this.#ofHours, day * hoursADay + hour, ofHour, uniqueOfHour);
      this.#unique += uniqueOfHour;
    }
    this.#clicks += chosen.length;
  }

  finish(): Tallied {
    return {
      clicks: this.#clicks,
      uniqueClicks: this.#unique,
      botClicks: this.#bots,
      lastClickAt: this.#last < 0 ? undefined : this.#last,
      breakdown: this.#values.map((values) => values.finish()),
      ofHours: this.#ofHours,
      byLink: this.#byLink,
    };
  }
}

/** A dimension's value of each click. */
function columnOf(columns: BlockColumns, place: number): Uint32Array {
  const dimension = dimensions[place] as Dimension;
  return dimension === 'trigger' ? columns.flags.map((bits) => bits & flag.qr) : columns[dimension];
}

const denseAtFirst = 1 << 10;
/** Above this, ids are too many for an array. */
const denseAtMost = 1 << 17;

/** Clicks and unique clicks by value. */
class ValueCounts {
  #clicks = new Uint32Array(denseAtFirst);
  #unique = new Uint32Array(denseAtFirst);
  readonly #rare: Breakdown[number] = new Map();

  add(column: Uint32Array, chosen: Uint32Array, length: number, isFirst: Uint8Array): void {
    let [clicks, unique] = [this.#clicks, this.#unique];
    for (let place = 0; place < length; place++) {
      const index = chosen[place] as number;
      const id = column[index] as number;
      const first = isFirst[index] as number;
      if (id >= clicks.length) {
        if (!this.#grow(id)) {
          this.#addRare(id, first);
          continue;
        }
        [clicks, unique] = [this.#clicks, this.#unique];
      }
      clicks[id] = (clicks[id] as number) + 1;
      unique[id] = (unique[id] as number) + first;
    }
  }

  /** False for an id that has no place in an array. */
  #grow(id: number): boolean {
    if (id >= denseAtMost) return false;
    const length = 2 ** Math.ceil(Math.log2(id + 1));
    const [clicks, unique] = [this.#clicks, this.#unique];
    this.#clicks = new Uint32Array(length);
    this.#clicks.set(clicks);
    this.#unique = new Uint32Array(length);
    this.#unique.set(unique);
    return true;
  }

  #addRare(id: number, first: number): void {
    const counts = this.#rare.get(id);
    if (counts) {
      counts[0]++;
      counts[1] += first;
    } else this.#rare.set(id, [1, first]);
  }

  finish(): Breakdown[number] {
    const values: Breakdown[number] = new Map(this.#rare);
    for (const [id, clicks] of this.#clicks.entries()) {
      if (clicks > 0) values.set(id, [clicks, this.#unique[id] as number]);
    }
    return values;
  }
}
