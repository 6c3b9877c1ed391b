/**
 * A text for each position, as bytes in blocks of positions: small enough to be rewritten when one changes, large enough to be
 * searched at the speed of memory. Pure.
 */
import { u32At } from '../../../../../shared/elements.ts';
import { type Bits, setBit } from './bits.ts';

const blockSize = 512;
const growth = 1.5;
const leastBytes = 256;
/** In no UTF-8, so that nothing is found across it. */
const boundary = Buffer.from([0xff]);

/** `ends[n]` is where the text of the block's position n ends, its boundary included. */
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

  /** Positions in the blocks there are. */
  get room(): number {
    return this.#blocks.length * blockSize;
  }

  /** The parts of a position's text; none for no text. What is looked for is found within a part. */
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

  /** Adds to `bits` the positions of a block in whose text one of the needles is. */
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

  /** The texts behind move by the difference; at the end, where new positions mostly are, there are none. */
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

/** Visits each place once whose text has the needle: after a hit it continues behind that text. */
function findIn({ bytes, ends }: Block, needle: Buffer, visit: (place: number) => void): void {
  const used = bytes.subarray(0, ends[blockSize - 1]);
  let place = 0;
  for (let at = used.indexOf(needle); at !== -1 && place < blockSize; at = used.indexOf(needle, ends[place - 1])) {
    while (u32At(ends, place) <= at) place++;
    visit(place++);
  }
}
