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
    const chosen = this.#choose(columns, span);
    if (chosen.length === 0) return;
    for (const [place, values] of this.#values.entries()) values.add(columnOf(columns, place), chosen, isFirst);
    this.#addSums(columns, span.day, chosen, isFirst);
  }

  /** Which clicks are their visitors' first: not 0. */
  #firsts({ count, flags, linkId, visitorOf }: BlockColumns, day: number): Uint8Array {
    const firsts = new Uint8Array(count);
    for (let index = 0; index < count; index++) {
      const bits = flags[index] as number;
      if ((bits & flag.told) !== 0) firsts[index] = bits & flag.first;
      else if ((bits & flag.bot) === 0 && this.#seenOn(day).add(linkId[index] as number, visitorOf(index)))
        firsts[index] = 1;
    }
    return firsts;
  }

  #seenOn(day: number): VisitorSet {
    if (this.#visitors?.day !== day) this.#visitors = { day, seen: new VisitorSet(visitorBytesADay) };
    return this.#visitors.seen;
  }

  /** Places of the clicks of people that are asked about; bots are only counted. Each filter leaves some of the former's. */
  #choose(columns: BlockColumns, { fromMs, toMs }: Span): Uint32Array {
    const { ms, linkId, flags } = columns;
    let chosen = new Uint32Array(columns.count).map((_, index) => index);
    for (const { dimension, id } of this.#filters) {
      const column = columnOf(columns, dimension);
      chosen = narrow(chosen, (index) => column[index] === id);
    }
    if (fromMs > 0 || toMs < dayMs) {
      chosen = narrow(chosen, (index) => (ms[index] as number) >= fromMs && (ms[index] as number) < toMs);
    }
    const links = this.#links;
    if (links) chosen = narrow(chosen, (index) => links.has(linkId[index] as number));
    const people = narrow(chosen, (index) => ((flags[index] as number) & flag.bot) === 0);
    this.#bots += chosen.length - people.length;
    return people;
  }

  #addSums({ linkId, ms }: BlockColumns, day: number, chosen: Uint32Array, isFirst: Uint8Array): void {
    const hours = new Uint32Array(hoursADay);
    const uniqueHours = new Uint32Array(hoursADay);
    let last = 0;
    for (let start = 0; start < chosen.length; ) {
      const link = linkId[chosen[start] as number] as number;
      let end = start;
      let unique = 0;
      for (; end < chosen.length && linkId[chosen[end] as number] === link; end++) {
        const index = chosen[end] as number;
        const at = ms[index] as number;
        const hour = Math.floor(at / hourMs);
        const first = isFirst[index] === 0 ? 0 : 1;
        hours[hour] = (hours[hour] as number) + 1;
        uniqueHours[hour] = (uniqueHours[hour] as number) + first;
        unique += first;
        if (at > last) last = at;
      }
      addSum(this.#byLink, link, end - start, unique);
      start = end;
    }
    for (let hour = 0; hour < hoursADay; hour++) {
      const [clicks, unique] = [hours[hour] as number, uniqueHours[hour] as number];
      if (clicks > 0) addSum(this.#ofHours, day * hoursADay + hour, clicks, unique);
      this.#unique += unique;
    }
    this.#clicks += chosen.length;
    this.#last = Math.max(this.#last, day * dayMs + last);
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

function narrow(places: Uint32Array, keeps: (place: number) => boolean): Uint32Array<ArrayBuffer> {
  const kept = new Uint32Array(places.length);
  let length = 0;
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as number;
    if (keeps(place)) kept[length++] = place;
  }
  return kept.subarray(0, length);
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

  add(column: Uint32Array, chosen: Uint32Array, isFirst: Uint8Array): void {
    let clicks = this.#clicks;
    let unique = this.#unique;
    for (let at = 0; at < chosen.length; at++) {
      const place = chosen[at] as number;
      const id = column[place] as number;
      const first = isFirst[place] === 0 ? 0 : 1;
      if (id < clicks.length) {
        clicks[id] = (clicks[id] as number) + 1;
        unique[id] = (unique[id] as number) + first;
        continue;
      }
      this.#addNew(id, first);
      clicks = this.#clicks;
      unique = this.#unique;
    }
  }

  /** Of an id for which there is no place in the arrays, or not yet. */
  #addNew(id: number, first: number): void {
    if (id >= denseAtMost) return this.#addRare(id, first);
    this.#grow(id);
    this.#clicks[id] = 1;
    this.#unique[id] = first;
  }

  #grow(id: number): void {
    const length = 2 ** Math.ceil(Math.log2(id + 1));
    const [clicks, unique] = [this.#clicks, this.#unique];
    this.#clicks = new Uint32Array(length);
    this.#clicks.set(clicks);
    this.#unique = new Uint32Array(length);
    this.#unique.set(unique);
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
