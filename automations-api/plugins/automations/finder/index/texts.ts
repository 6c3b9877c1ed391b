/**
 * A text per position, as bytes in blocks. A block is small enough to rewrite when a text changes, and large enough
 * for fast searches. Pure.
 */
import { u32At } from '../../../../../shared/elements.ts';
import { type Bits, setBit } from './bits.ts';

const blockSize = 512;
const growth = 1.5;
const leastBytes = 256;
/** The byte after each text. It never occurs in UTF-8, so no match spans two texts. */
const boundary = Buffer.from([0xff]);

/** A block. `ends[n]` is the end of position n's text, including its boundary. */
type Block = { bytes: Buffer; ends: Uint32Array };

export class Texts {
  readonly #blocks: (Block | undefined)[] = [];
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get blocks(): number {
    return this.#blocks.length;
  }

  /** The number of positions in all blocks. */
  get room(): number {
    return this.#blocks.length * blockSize;
  }

  /** Sets the parts of a position's text. A match is always within one part. */
  set(position: number, parts: readonly string[]): void {
    const text = Buffer.concat(parts.flatMap((part) => (part === '' ? [] : [Buffer.from(part), boundary])));
    const number = Math.floor(position / blockSize);
    if (!this.#blocks[number] && text.length === 0) return;
    this.#replace(this.#blocks[number] ?? this.#newBlock(number), position % blockSize, text);
  }

  has(position: number, needles: readonly Buffer[]): boolean {
    const block = this.#blocks[Math.floor(position / blockSize)];
    if (!block) return false;
    const [start, end] = [startOf(block, position % blockSize), block.ends[position % blockSize]];
    return needles.some((needle) => block.bytes.subarray(start, end).includes(needle));
  }

  /** Adds the positions of a block whose text contains one of the needles. */
  find(number: number, needles: readonly Buffer[], bits: Bits): void {
    const block = this.#blocks[number];
    if (!block) return;
    for (const needle of needles) findIn(block, needle, (place) => setBit(bits, number * blockSize + place));
  }

  #newBlock(number: number): Block {
    const block = { bytes: Buffer.alloc(leastBytes), ends: new Uint32Array(blockSize) };
    while (this.#blocks.length < number) this.#blocks.push(undefined);
    this.#blocks[number] = block;
    this.#bytes += block.bytes.length + block.ends.byteLength;
    return block;
  }

  /**
   * Replaces a text and moves the texts after it. A new position is usually the last, so no other text needs to move.
   */
  #replace(block: Block, place: number, text: Buffer): void {
    const start = startOf(block, place);
    const end = u32At(block.ends, place);
    const length = u32At(block.ends, blockSize - 1);
    const by = text.length - (end - start);
    if (length + by > block.bytes.length) this.#grow(block, length + by);
    if (end < length) block.bytes.copyWithin(start + text.length, end, length);
    text.copy(block.bytes, start);
    if (by !== 0) for (let at = place; at < blockSize; at++) block.ends[at] = u32At(block.ends, at) + by;
  }

  #grow(block: Block, wanted: number): void {
    const grown = Buffer.alloc(Math.ceil(wanted * growth));
    block.bytes.copy(grown);
    this.#bytes += grown.length - block.bytes.length;
    block.bytes = grown;
  }
}

const startOf = ({ ends }: Block, place: number) => (place === 0 ? 0 : u32At(ends, place - 1));

/** Visits each place whose text contains the needle once: after a match it continues with the next text. */
function findIn({ bytes, ends }: Block, needle: Buffer, visit: (place: number) => void): void {
  const used = bytes.subarray(0, ends[blockSize - 1]);
  let place = 0;
  for (let at = used.indexOf(needle); at !== -1 && place < blockSize; at = used.indexOf(needle, ends[place - 1])) {
    while (u32At(ends, place) <= at) place++;
    visit(place++);
  }
}
