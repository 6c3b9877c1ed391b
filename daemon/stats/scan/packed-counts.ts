/**
 * Sums of clicks and unique clicks by id, for millions of clicks. Both sums are packed into one number, so that adding a
 * click is one addition. A click has the weight 1, plus `uniqueWeight` if it is the visitor's first. Pure.
 */
import { f64At, u32At } from '../../../shared/elements.ts';

/**
 * The weight of a unique click, larger than any number of clicks that is added up. Its square is still an exact
 * number.
 */
export const uniqueWeight = 2 ** 26;

export const clicksOf = (sum: number) => sum % uniqueWeight;
export const uniqueClicksOf = (sum: number) => Math.floor(sum / uniqueWeight);

const smallest = 1 << 10;
const fillUpTo = 0.5;

/** Sums for ids of any size above 0, in a hash table with linear probing. */
export class SparseCounts {
  #ids = new Uint32Array(smallest);
  #sums = new Float64Array(smallest);
  #size = 0;

  add(id: number, weight: number): void {
    const at = this.#find(id);
    if (this.#ids[at] === 0) return this.#insert(id, weight);
    this.#sums[at] = f64At(this.#sums, at) + weight;
  }

  #insert(id: number, weight: number): void {
    if (++this.#size > this.#ids.length * fillUpTo) this.#grow();
    const at = this.#find(id);
    this.#ids[at] = id;
    this.#sums[at] = weight;
  }

  /** Returns the place of an id, or the free place for it. */
  #find(id: number): number {
    const ids = this.#ids;
    const mask = ids.length - 1;
    let at = (Math.imul(id, 0x9e3779b1) >>> 12) & mask;
    while (ids[at] !== 0 && ids[at] !== id) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const old = [...this.entries()];
    this.#ids = new Uint32Array(2 * this.#ids.length);
    this.#sums = new Float64Array(this.#ids.length);
    for (const [id, sum] of old) {
      const at = this.#find(id);
      this.#ids[at] = id;
      this.#sums[at] = sum;
    }
  }

  /** Returns the `count` most clicked ids, and ids with as many clicks as the last of them. */
  mostClicked(count: number): [id: number, sum: number][] {
    if (count === 0) return [];
    const least = this.#sums.map(clicksOf).sort().at(-count) ?? 0;
    return [...this.entries()].filter(([, sum]) => clicksOf(sum) >= least);
  }

  *entries(): Generator<[id: number, sum: number]> {
    for (let at = 0; at < this.#ids.length; at++) {
      if (this.#ids[at] !== 0) yield [u32At(this.#ids, at), f64At(this.#sums, at)];
    }
  }
}

/** The largest id whose sum is in an array. */
const denseAtMost = 1 << 17;

/** Sums for ids that are nearly all small. */
export class DenseCounts {
  #sums = new Float64Array(smallest);
  readonly #rare = new SparseCounts();

  /** Adds the clicks at some places of a column, with their weights. */
  add(column: Uint32Array, places: Uint32Array, weights: Float64Array): void {
    let sums = this.#sums;
    for (let at = 0; at < places.length; at++) {
      const id = u32At(column, u32At(places, at));
      if (id < sums.length) sums[id] = f64At(sums, id) + f64At(weights, at);
      else {
        this.addOne(id, f64At(weights, at));
        sums = this.#sums;
      }
    }
  }

  addOne(id: number, weight: number): void {
    if (id >= denseAtMost) return this.#rare.add(id, weight);
    if (id >= this.#sums.length) this.#grow(id);
    this.#sums[id] = f64At(this.#sums, id) + weight;
  }

  #grow(id: number): void {
    const old = this.#sums;
    this.#sums = new Float64Array(2 ** Math.ceil(Math.log2(id + 1)));
    this.#sums.set(old);
  }

  *entries(): Generator<[id: number, sum: number]> {
    for (let id = 0; id < this.#sums.length; id++) if (this.#sums[id] !== 0) yield [id, f64At(this.#sums, id)];
    yield* this.#rare.entries();
  }
}
