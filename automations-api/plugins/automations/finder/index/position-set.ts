/** A compact set of positions: a sorted array for few positions, bits for many. Pure. */
import { elementOf, u32At } from '../../../../../shared/elements.ts';
import { type Bits, clearBit, hasBit, newBits, setBit, unite } from './bits.ts';

const bitsPerPosition = 32;
const leastCapacity = 4;
const growth = 1.5;

export class PositionSet {
  #size = 0;
  /** The sorted positions. Only the first `size` elements are used. */
  #sorted = new Uint32Array(leastCapacity);
  /** The positions of a large set, instead of `#sorted`. */
  #bits: Bits | undefined;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return (this.#bits ?? this.#sorted).byteLength;
  }

  has(position: number): boolean {
    if (this.#bits) return hasBit(this.#bits, position);
    const at = this.#placeOf(position);
    return at < this.#size && this.#sorted[at] === position;
  }

  /** Adds a position. `capacity` is the number of all positions, and the length of new bits. */
  add(position: number, capacity: number): void {
    if (this.has(position)) return;
    if (!this.#bits && (this.#size + 1) * bitsPerPosition > capacity) this.#turnIntoBits(capacity);
    if (this.#bits) this.#addBit(this.#bits, position, capacity);
    else this.#insert(position);
    this.#size++;
  }

  /** Removes positions, given in ascending order. */
  deleteAll(positions: readonly number[]): void {
    if (!this.#bits) return this.#deleteSorted(positions);
    for (const position of positions) {
      if (!hasBit(this.#bits, position)) continue;
      clearBit(this.#bits, position);
      this.#size--;
    }
  }

  /** Adds all positions to `bits`. */
  addTo(bits: Bits): void {
    if (this.#bits) return unite(bits, this.#bits);
    for (let at = 0; at < this.#size; at++) setBit(bits, u32At(this.#sorted, at));
  }

  /** Finds the index of a position, or where to insert it. */
  #placeOf(position: number): number {
    let [low, high] = [0, this.#size];
    if (high > 0 && u32At(this.#sorted, high - 1) < position) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (u32At(this.#sorted, middle) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #insert(position: number): void {
    const at = this.#placeOf(position);
    if (this.#size === this.#sorted.length) {
      const larger = new Uint32Array(Math.ceil(this.#size * growth));
      larger.set(this.#sorted);
      this.#sorted = larger;
    }
    this.#sorted.copyWithin(at + 1, at, this.#size);
    this.#sorted[at] = position;
  }

  #deleteSorted(positions: readonly number[]): void {
    const last = positions.at(-1) ?? -1;
    let kept = this.#placeOf(positions[0] ?? 0);
    let next = 0;
    let at = kept;
    for (; at < this.#size && next < positions.length; at++) {
      const position = u32At(this.#sorted, at);
      if (kept === at && position > last) return;
      while (next < positions.length && elementOf(positions, next) < position) next++;
      if (positions[next] !== position) this.#sorted[kept++] = position;
    }
    this.#sorted.copyWithin(kept, at, this.#size);
    this.#size -= at - kept;
  }

  #turnIntoBits(capacity: number): void {
    const bits = newBits(capacity);
    this.addTo(bits);
    this.#bits = bits;
    this.#sorted = new Uint32Array(0);
  }

  #addBit(bits: Bits, position: number, capacity: number): void {
    if (position >>> 5 >= bits.length) {
      this.#bits = newBits(capacity);
      this.#bits.set(bits);
    }
    setBit(this.#bits as Bits, position);
  }
}
