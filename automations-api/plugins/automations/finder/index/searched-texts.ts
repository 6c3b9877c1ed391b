/**
 * Texts that are searched a part at a time, so that nothing else waits long. What changes in the meantime is looked at again at
 * the end. The searches asked last are kept, and what changes later is looked at again when they are asked once more, as
 * for the next page.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Bits, clearBit, eachBit, intersect, newBits, setBit } from './bits.ts';
import { Texts } from './texts.ts';

/** So long the event loop is held at once. */
const turnMs = 5;
const mostKept = 8;
const growth = 1.25;

/** `found` is right but for the positions in `stale`. */
type Search = { needles: Buffer[]; found: Bits; stale: Bits; done: Promise<void> };

export class SearchedTexts {
  readonly #texts = new Texts();
  /** The last used one comes last. */
  readonly #kept = new Map<string, Search>();
  /** Searches that are cached or still in use. */
  readonly #known = new Set<WeakRef<Search>>();

  get bytes(): number {
    return [...this.#kept.values()].reduce((sum, { found }) => sum + 2 * found.byteLength, this.#texts.bytes);
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
   * Searches for texts that have one of `needles` in a part of them. The answer leaves in bits those that have it when it
   * is called.
   */
  async search(needles: readonly string[]): Promise<(bits: Bits) => void> {
    const key = JSON.stringify(needles);
    const search = this.#kept.get(key) ?? this.#begin(needles);
    this.#kept.delete(key);
    this.#kept.set(key, search);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > mostKept) this.#kept.delete(oldest);
    await search.done;
    return (bits) => {
      this.#lookAgain(search);
      intersect(bits, search.found);
    };
  }

  #begin(given: readonly string[]): Search {
    const needles = given.map((needle) => Buffer.from(needle));
    const found = newBits(this.#texts.room);
    const search: Search = { needles, found, stale: newBits(0), done: this.#run(needles, found) };
    this.#known.add(new WeakRef(search));
    return search;
  }

  /** Texts that come in the meantime at positions beyond are stale, as those that change are. */
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

  #lookAgain(search: Search): void {
    eachBit(search.stale, false, (position) => {
      search.found = withBit(search.found, position);
      if (!this.#texts.has(position, search.needles)) clearBit(search.found, position);
    });
    search.stale = newBits(0);
  }
}

/** The bits with one set, longer where there was no room for it. */
function withBit(bits: Bits, position: number): Bits {
  const isLonger = position >>> 5 >= bits.length;
  const roomy = isLonger ? newBits(Math.ceil((position + 1) * growth)) : bits;
  if (isLonger) roomy.set(bits);
  setBit(roomy, position);
  return roomy;
}
