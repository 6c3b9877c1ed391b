/**
 * Texts that are searched in parts, so that other work does not wait long. Texts that change during a search are
 * checked again at its end. Recent searches are cached, for example for the next page; only changed texts are checked
 * again then.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Bits, clearBit, eachBit, intersect, newBits, setBit } from './bits.ts';
import { Texts } from './texts.ts';

/** Longest time that a search blocks the event loop. */
const turnMs = 5;
const mostCached = 8;
const growth = 1.25;

/** A search. `found` is correct except for the positions in `stale`. */
type Search = { needles: Buffer[]; found: Bits; stale: Bits; done: Promise<void> };

export class SearchedTexts {
  readonly #texts = new Texts();
  /** The last used search is the last entry. */
  readonly #cache = new Map<string, Search>();
  /** Searches that are cached or still in use. */
  readonly #known = new Set<WeakRef<Search>>();

  get bytes(): number {
    return [...this.#cache.values()].reduce((sum, { found }) => sum + 2 * found.byteLength, this.#texts.bytes);
  }

  set(position: number, parts: readonly string[]): void {
    this.#texts.set(position, parts);
    for (const reference of this.#known) {
      const search = reference.deref();
      if (search) search.stale = withBit(search.stale, position);
      else this.#known.delete(reference);
    }
  }

  /**
   * Searches for texts that contain one of `needles`. Resolves to a function that keeps the positions that match when
   * it is called.
   */
  async search(needles: readonly string[]): Promise<(bits: Bits) => void> {
    const key = JSON.stringify(needles);
    const search = this.#cache.get(key) ?? this.#start(needles);
    this.#cache.delete(key);
    this.#cache.set(key, search);
    const [oldest] = this.#cache.keys();
    if (oldest !== undefined && this.#cache.size > mostCached) this.#cache.delete(oldest);
    await search.done;
    return (bits) => {
      this.#checkStale(search);
      intersect(bits, search.found);
    };
  }

  #start(given: readonly string[]): Search {
    const needles = given.map((needle) => Buffer.from(needle));
    const found = newBits(this.#texts.room);
    const search: Search = { needles, found, stale: newBits(0), done: this.#run(needles, found) };
    this.#known.add(new WeakRef(search));
    return search;
  }

  /** Runs a search over the present blocks. Texts added during it are stale, like changed ones. */
  async #run(needles: readonly Buffer[], found: Bits): Promise<void> {
    const { blocks } = this.#texts;
    let startedAt = performance.now();
    for (let block = 0; block < blocks; block++) {
      this.#texts.find(block, needles, found);
      if (performance.now() - startedAt < turnMs) continue;
      await nextTurn();
      startedAt = performance.now();
    }
  }

  #checkStale(search: Search): void {
    eachBit(search.stale, false, (position) => {
      search.found = withBit(search.found, position);
      if (!this.#texts.has(position, search.needles)) clearBit(search.found, position);
    });
    search.stale = newBits(0);
  }
}

/** Returns the bits with one more set; grows them if necessary. */
function withBit(bits: Bits, position: number): Bits {
  const isLonger = position >>> 5 >= bits.length;
  const roomy = isLonger ? newBits(Math.ceil((position + 1) * growth)) : bits;
  if (isLonger) roomy.set(bits);
  setBit(roomy, position);
  return roomy;
}
