/**
 * Counts of single clicks, for millions of clicks: column by column of a block, into arrays by value. As in the kept
 * counts, only a visitor's first click on a link that day is unique, whether or not it matches. Pure.
 */
import { f64At, u32At } from '../../../shared/elements.ts';
import type { FoundClicks } from '../../api/context.ts';
import { type Breakdown, keepMostClicked } from '../../clicks/breakdown.ts';
import type { BlockColumns } from '../../clicks/bytes/block.ts';
import { flag } from '../../clicks/core/click.ts';
import { dimensions } from '../../clicks/core/dimensions.ts';
import { dayMs, hourMs, hoursADay } from '../../clicks/time.ts';
import type { Sums } from '../core/series.ts';
import { valuesShown } from '../core/values.ts';
import type { Filter } from './filters.ts';
import { clicksOf, DenseCounts, SparseCounts, uniqueClicksOf, uniqueWeight } from './packed-counts.ts';

type Tallied = Exclude<FoundClicks, { tooMany: number }>;

/** A span within a day; `toMs` is exclusive. */
type Span = { day: number; fromMs: number; toMs: number };

export class Tally {
  readonly #filters: Filter[];
  readonly #links: Set<number> | undefined;
  readonly #values = dimensions.map(() => new DenseCounts());
  readonly #ofHours = new SparseCounts();
  readonly #byLink = new SparseCounts();
  #all = 0;
  #bots = 0;
  #last = -1;
  /** Arrays reused for every block, to spare the garbage collector. */
  #room = { places: new Uint32Array(0), weights: new Float64Array(0) };

  constructor(filters: Filter[], linkIds: number[] | undefined) {
    this.#filters = filters;
    this.#links = linkIds && new Set(linkIds);
  }

  /** Adds the clicks of a block that are in a span. */
  add(block: BlockColumns, span: Span): void {
    this.#makeRoom(block.count);
    const chosen = this.#choose(block, span);
    if (chosen.length === 0) return;
    const weights = weightsOf(block.flags, chosen, this.#room.weights);
    for (const [place, values] of this.#values.entries()) values.add(columnAt(block, place), chosen, weights);
    this.#addSums(block, span.day, chosen, weights);
  }

  #makeRoom(count: number): void {
    if (this.#room.places.length >= count) return;
    this.#room = { places: new Uint32Array(count), weights: new Float64Array(count) };
  }

  /**
   * Returns the positions of the matching clicks, without clicks by bots, which are only counted. Each filter keeps
   * some of the positions that the previous filter kept.
   */
  #choose(columns: BlockColumns, { fromMs, toMs }: Span): Uint32Array {
    const { ms, linkId, flags } = columns;
    const { places } = this.#room;
    for (let index = 0; index < columns.count; index++) places[index] = index;
    let length = columns.count;
    for (const { dimension, id } of this.#filters) length = keepValue(places, length, columnAt(columns, dimension), id);
    if (fromMs > 0 || toMs < dayMs) length = keepWithin(places, length, ms, fromMs, toMs);
    if (this.#links) length = keepLinks(places, length, linkId, this.#links);
    const people = keepPeople(places, length, flags);
    this.#bots += length - people;
    return places.subarray(0, people);
  }

  #addSums({ linkId, ms }: BlockColumns, day: number, chosen: Uint32Array, weights: Float64Array): void {
    const hours = new Float64Array(hoursADay);
    let last = 0;
    for (let start = 0; start < chosen.length; ) {
      const link = u32At(linkId, u32At(chosen, start));
      let [end, sum] = [start, 0];
      for (; end < chosen.length && linkId[u32At(chosen, end)] === link; end++) {
        const at = u32At(ms, u32At(chosen, end));
        const weight = f64At(weights, end);
        const hour = (at / hourMs) | 0;
        hours[hour] = f64At(hours, hour) + weight;
        sum += weight;
        if (at > last) last = at;
      }
      this.#byLink.add(link, sum);
      this.#all += sum;
      start = end;
    }
    for (const [hour, sum] of hours.entries()) if (sum > 0) this.#ofHours.add(day * hoursADay + hour, sum);
    this.#last = Math.max(this.#last, day * dayMs + last);
  }

  /** Returns only the part that is shown, because sending more would block the receiving thread. */
  finish(topLinks: number): Tallied {
    return {
      clicks: clicksOf(this.#all),
      uniqueClicks: uniqueClicksOf(this.#all),
      botClicks: this.#bots,
      lastClickAt: this.#last < 0 ? undefined : this.#last,
      breakdown: this.#values.map((values) => keepMostClicked(toValues(values), valuesShown)),
      ofHours: toSums(this.#ofHours.entries()),
      byLink: toSums(this.#byLink.mostClicked(topLinks)),
    };
  }
}

/** Returns the column of a dimension's values. */
const columnAt = ({ values }: BlockColumns, place: number) => values[place] as Uint32Array;

function weightsOf(flags: Uint32Array, places: Uint32Array, weights: Float64Array): Float64Array {
  for (let at = 0; at < places.length; at++) {
    weights[at] = (u32At(flags, u32At(places, at)) & flag.first) === 0 ? 1 : 1 + uniqueWeight;
  }
  return weights;
}

/**
 * Moves the places of clicks with the filter's value to the front, and returns their number. Each filter has its own
 * loop, because the loops take most of the time.
 */
function keepValue(places: Uint32Array, length: number, column: Uint32Array, id: number): number {
  let kept = 0;
  for (let at = 0; at < length; at++) {
    const place = u32At(places, at);
    places[kept] = place;
    if (column[place] === id) kept++;
  }
  return kept;
}

function keepWithin(places: Uint32Array, length: number, ms: Uint32Array, from: number, to: number): number {
  let kept = 0;
  for (let at = 0; at < length; at++) {
    const place = u32At(places, at);
    const time = u32At(ms, place);
    places[kept] = place;
    if (time >= from && time < to) kept++;
  }
  return kept;
}

function keepLinks(places: Uint32Array, length: number, linkId: Uint32Array, links: Set<number>): number {
  let kept = 0;
  for (let at = 0; at < length; at++) {
    const place = u32At(places, at);
    places[kept] = place;
    if (links.has(u32At(linkId, place))) kept++;
  }
  return kept;
}

function keepPeople(places: Uint32Array, length: number, flags: Uint32Array): number {
  let kept = 0;
  for (let at = 0; at < length; at++) {
    const place = u32At(places, at);
    places[kept] = place;
    if ((u32At(flags, place) & flag.bot) === 0) kept++;
  }
  return kept;
}

const toSums = (entries: Iterable<[id: number, sum: number]>): Sums =>
  new Map([...entries].map(([id, sum]) => [id, { clicks: clicksOf(sum), uniqueClicks: uniqueClicksOf(sum) }]));

const toValues = (counts: DenseCounts): Breakdown[number] =>
  new Map([...counts.entries()].map(([id, sum]) => [id, [clicksOf(sum), uniqueClicksOf(sum)]]));
