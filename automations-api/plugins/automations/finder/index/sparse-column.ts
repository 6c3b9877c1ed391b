/**
 * A column with a number for some positions. Only pages with a number are allocated, with eight bytes per position.
 * Pure.
 */
import { f64At, i32At } from '../../../../../shared/elements.ts';
import { type Bits, newBits, unite } from './bits.ts';

const pageSize = 64;
const wordsPerPage = pageSize / 32;
const growth = 1.25;

export class SparseColumn {
  /** The offset of each page among the values, plus 1; 0 for no page. */
  #pages = new Int32Array(0);
  #values = new Float64Array(0);
  #used = 0;

  get bytes(): number {
    return this.#pages.byteLength + this.#values.byteLength;
  }

  set(position: number, value: number): void {
    const page = Math.floor(position / pageSize);
    if (page >= this.#pages.length) this.#pages = longer(this.#pages, new Int32Array(sizeFor(page + 1)));
    this.#pages[page] ||= this.#newPage() + 1;
    this.#values[i32At(this.#pages, page) - 1 + (position % pageSize)] = value;
  }

  delete(position: number): void {
    const start = this.#pages[Math.floor(position / pageSize)];
    if (start) this.#values[start - 1 + (position % pageSize)] = Number.NaN;
  }

  /** Keeps the positions whose number is between `from` and `to`, inclusive. */
  keepBetween(bits: Bits, from: number, to: number): void {
    for (let at = 0; at < bits.length; at++) {
      if (bits[at] === 0) continue;
      const start = this.#pages[Math.floor(at / wordsPerPage)];
      bits[at] = start ? this.#between(i32At(bits, at), start - 1 + (at % wordsPerPage) * 32, from, to) : 0;
    }
  }

  /** Keeps the positions whose number is one of these. */
  keepOneOf(bits: Bits, numbers: readonly number[]): void {
    const found = newBits(bits.length * 32);
    for (const number of numbers) {
      const same = bits.slice();
      this.keepBetween(same, number, number);
      unite(found, same);
    }
    bits.set(found);
  }

  #between(word: number, start: number, from: number, to: number): number {
    let kept = 0;
    for (let rest = word; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest);
      const value = f64At(this.#values, start + bit);
      if (value >= from && value <= to) kept |= 1 << bit;
    }
    return kept;
  }

  #newPage(): number {
    const start = this.#used;
    this.#used += pageSize;
    if (this.#used > this.#values.length) this.#values = longer(this.#values, new Float64Array(sizeFor(this.#used)));
    this.#values.fill(Number.NaN, start, this.#used);
    return start;
  }
}

const sizeFor = (wanted: number) => Math.max(pageSize, Math.ceil(wanted * growth));

function longer<A extends Int32Array | Float64Array>(column: A, grown: A): A {
  grown.set(column);
  return grown;
}
