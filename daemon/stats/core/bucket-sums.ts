/**
 * The counts of many links in one hour or day, added up into few bytes for `kept-sums.ts`. The sums are immutable,
 * because several answers can read them at once. Pure.
 */
import { f64At, u32At } from '../../../shared/elements.ts';
import { addParts, addValue, type Breakdown, newBreakdown } from '../../clicks/breakdown.ts';
import { dimensions } from '../../clicks/core/dimensions.ts';

/** Counts of a link. Rows for a series have only clicks and unique clicks. `last_ms` counts from the bucket's start. */
export type CountRow = {
  bucket: number;
  clicks: number;
  unique_clicks: number;
  link_id?: number;
  bot_clicks?: number;
  own_clicks?: number;
  last_ms?: number | null;
  breakdown?: Buffer;
};

export type BucketSums = {
  clicks: number;
  uniqueClicks: number;
  botClicks: number;
  ownClicks: number;
  /** Time of the last click, in ms from the bucket's start. */
  lastMs: number | undefined;
  /** The values of each dimension: id, clicks and unique clicks of one value after another. */
  values: Float64Array[];
  /** Id, clicks and unique clicks of one link after another, in the order of their ids. */
  ofLinks: Uint32Array;
};

export const noSums: BucketSums = {
  clicks: 0,
  uniqueClicks: 0,
  botClicks: 0,
  ownClicks: 0,
  lastMs: undefined,
  values: dimensions.map(() => new Float64Array(0)),
  ofLinks: new Uint32Array(0),
};

/** Adds the counts of more links to sums that do not include them yet. */
export class SumsBuilder {
  readonly #breakdown = newBreakdown();
  readonly #links: Link[];
  #clicks: number;
  #uniqueClicks: number;
  #botClicks: number;
  #ownClicks: number;
  #lastMs: number | undefined;

  constructor(base: BucketSums) {
    this.#links = linksOf(base.ofLinks);
    this.#clicks = base.clicks;
    this.#uniqueClicks = base.uniqueClicks;
    this.#botClicks = base.botClicks;
    this.#ownClicks = base.ownClicks;
    this.#lastMs = base.lastMs;
    addValuesTo(this.#breakdown, base);
  }

  add({ clicks, unique_clicks, bot_clicks, own_clicks, last_ms, breakdown, link_id }: CountRow): void {
    this.#clicks += clicks;
    this.#uniqueClicks += unique_clicks;
    this.#botClicks += bot_clicks ?? 0;
    this.#ownClicks += own_clicks ?? 0;
    if (typeof last_ms === 'number') this.#lastMs = Math.max(this.#lastMs ?? 0, last_ms);
    if (breakdown) addParts(this.#breakdown, breakdown);
    if (link_id !== undefined) this.#links.push({ id: link_id, clicks, uniqueClicks: unique_clicks });
  }

  finish(): BucketSums {
    const ofLinks = new Uint32Array(3 * this.#links.length);
    this.#links.sort((a, b) => a.id - b.id);
    for (const [at, { id, clicks, uniqueClicks }] of this.#links.entries()) {
      ofLinks.set([id, clicks, uniqueClicks], 3 * at);
    }
    return {
      clicks: this.#clicks,
      uniqueClicks: this.#uniqueClicks,
      botClicks: this.#botClicks,
      ownClicks: this.#ownClicks,
      lastMs: this.#lastMs,
      values: this.#breakdown.map((of) => Float64Array.from([...of].flatMap(([id, counts]) => [id, ...counts]))),
      ofLinks,
    };
  }
}

type Link = { id: number; clicks: number; uniqueClicks: number };

const linksOf = (flat: Uint32Array): Link[] =>
  Array.from({ length: flat.length / 3 }, (_, at) => ({
    id: u32At(flat, 3 * at),
    clicks: u32At(flat, 3 * at + 1),
    uniqueClicks: u32At(flat, 3 * at + 2),
  }));

export function addValuesTo(breakdown: Breakdown, { values }: BucketSums): void {
  for (const [dimension, flat] of values.entries()) {
    for (let at = 0; at < flat.length; at += 3) {
      addValue(breakdown, dimension, f64At(flat, at), f64At(flat, at + 1), f64At(flat, at + 2));
    }
  }
}

/** Returns the approximate size of sums in memory, in bytes. */
export const bytesOf = ({ values, ofLinks }: BucketSums) =>
  values.reduce((sum, flat) => sum + flat.byteLength, ofLinks.byteLength + 2_000);
