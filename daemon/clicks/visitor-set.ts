/**
 * A set of link and visitor pairs, with 8 bytes a slot and at most three quarters of the slots used. A pair is stored
 * as 64 bits, which are equal for two pairs with a probability of 1 in 2^53.
 */
import { u32At } from '../../shared/elements.ts';

const smallest = 1 << 10;
const fillUpTo = 0.75;
const bytesAPlace = 8;

export class VisitorSet {
  readonly #mostPlaces: number;
  #low = new Uint32Array(smallest);
  #high = new Uint32Array(smallest);
  #size = 0;

  /** Creates a set that adds no more pairs when it has reached `maxBytes`. */
  constructor(maxBytes: number) {
    this.#mostPlaces = Math.max(smallest, 2 ** Math.floor(Math.log2(maxBytes / bytesAPlace)));
  }

  get size(): number {
    return this.#size;
  }

  get isFull(): boolean {
    return this.#size >= this.#mostPlaces * fillUpTo;
  }

  /** Adds a pair. Returns true if the pair was missing. */
  add(linkId: number, visitor: number): boolean {
    const visitorLow = visitor % 2 ** 32;
    const high = (((visitor - visitorLow) / 2 ** 32) ^ Math.imul(linkId, 0x85ebca6b)) >>> 0;
    // Two zeros mark a free slot.
    const low = ((visitorLow ^ Math.imul(linkId, 0x9e3779b1)) >>> 0 || (high === 0 ? 1 : 0)) >>> 0;
    let at = this.#find(low, high);
    if (this.#low[at] === low && this.#high[at] === high) return false;
    if (this.isFull) return true;
    if (this.#size >= this.#low.length * fillUpTo) {
      this.#grow();
      at = this.#find(low, high);
    }
    this.#low[at] = low;
    this.#high[at] = high;
    this.#size++;
    return true;
  }

  /** Returns a pair's slot, or the free slot for it. */
  #find(low: number, high: number): number {
    const mask = this.#low.length - 1;
    let at = Math.imul(low ^ (high >>> 7) ^ (low >>> 15), 0x2c1b3c6d) & mask;
    while ((this.#low[at] !== 0 || this.#high[at] !== 0) && (this.#low[at] !== low || this.#high[at] !== high)) {
      at = (at + 1) & mask;
    }
    return at;
  }

  #grow(): void {
    const [lows, highs] = [this.#low, this.#high];
    this.#low = new Uint32Array(2 * lows.length);
    this.#high = new Uint32Array(2 * lows.length);
    for (let from = 0; from < lows.length; from++) {
      const [low, high] = [u32At(lows, from), u32At(highs, from)];
      if (low === 0 && high === 0) continue;
      const at = this.#find(low, high);
      this.#low[at] = low;
      this.#high[at] = high;
    }
  }
}
