/**
 * Clicks of one workspace and day as bytes, about 15 a click, sorted by link and time.
 *
 *   0 u8 version    1 u32 CRC-32 of the following bytes    5 u8 1 if the columns are deflated
 *   6 varints: number of clicks, bytes of the columns
 *     the columns, in varints: for each link the difference to the previous id, its number of clicks, and their times as
 *     differences to the previous one; then the values of each dimension before the trigger; then the flags, which
 *     include the trigger; then a bit for each later dimension with a value other than 0, and the values of these.
 *     visitors, 7 bytes each, big-endian; they are hashes, which do not compress
 */
import { promisify } from 'node:util';
import { crc32, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';
import { elementOf, u8At, u32At } from '../../../shared/elements.ts';
import { flag, fromFlags, type StoredClick, toFlags } from '../core/click.ts';
import { dimensions, placeOf } from '../core/dimensions.ts';
import { readVarints, toVarints } from './varints.ts';

/** Maximum clicks in a block, so that reading a block never delays other work for long. */
export const clicksABlock = 8_192;

const version = 2;
const headBytes = 6;
const visitorBytes = 7;
/** Minimum size for deflating. Deflating fewer bytes costs more than it saves. */
const deflatedFrom = 512;
const largestColumns = clicksABlock * 64;

const triggerAt = placeOf('trigger');
const places = [...dimensions.keys()];
const columns = places.slice(0, triggerAt);
/** Columns that are often 0 for all clicks. */
const laterColumns = places.slice(triggerAt + 1);

/** Encodes at most `clicksABlock` clicks, sorted by link and time. */
export function encodeBlock(clicks: readonly StoredClick[]): Buffer {
  const plain = toVarints(toColumns(clicks));
  const isDeflated = plain.length >= deflatedFrom;
  const stored = isDeflated ? deflateRawSync(plain, { level: 1 }) : plain;
  const visitors = Buffer.allocUnsafe(clicks.length * visitorBytes);
  for (const [index, { visitor }] of clicks.entries()) writeVisitor(visitors, index * visitorBytes, visitor);
  const block = Buffer.concat([Buffer.alloc(headBytes), toVarints([clicks.length, stored.length]), stored, visitors]);
  block[0] = version;
  block[headBytes - 1] = isDeflated ? 1 : 0;
  block.writeUInt32BE(crc32(block.subarray(headBytes - 1)), 1);
  return block;
}

function toColumns(clicks: readonly StoredClick[]): number[] {
  const numbers: number[] = [];
  let previousLink = 0;
  for (let start = 0; start < clicks.length; ) {
    const { linkId } = clicks[start] as StoredClick;
    let end = start + 1;
    while (clicks[end]?.linkId === linkId) end++;
    numbers.push(linkId - previousLink, end - start);
    for (let previous = 0; start < end; start++) {
      const { ms } = clicks[start] as StoredClick;
      numbers.push(ms - previous);
      previous = ms;
    }
    previousLink = linkId;
  }
  const pushColumn = (column: number) => {
    for (const { values } of clicks) numbers.push(elementOf(values, column));
  };
  columns.forEach(pushColumn);
  for (const click of clicks) numbers.push(toFlags(click));
  const present = laterColumns.filter((column) => clicks.some(({ values }) => values[column] !== 0));
  numbers.push(present.reduce((bits, column) => bits | (1 << laterColumns.indexOf(column)), 0));
  present.forEach(pushColumn);
  return numbers;
}

/** A block's clicks as columns with one number per click, in order. `values` has one column for each dimension. */
export type BlockColumns = {
  count: number;
  linkId: Uint32Array;
  ms: Uint32Array;
  flags: Uint32Array;
  values: Uint32Array[];
  visitorOf(index: number): number;
};

/** Opens a block's columns. @throws RangeError if the bytes are not a complete block of this version */
export function openColumns(block: Buffer): BlockColumns {
  const packed = readHead(block);
  return readColumns(packed, packed.isDeflated ? inflate(packed.stored) : packed.stored);
}

/** Allocates memory for a block's columns. A reader of many blocks can reuse it. */
export const newColumnSpace = () => new Uint32Array(clicksABlock * columnsAtMost);

/** Inflates a block outside this thread. The returned function builds the columns like `openColumns`. */
export async function unpackColumns(block: Buffer): Promise<(space?: Uint32Array) => BlockColumns> {
  const packed = readHead(block);
  const plain = packed.isDeflated ? await inflateBeside(packed.stored) : packed.stored;
  return (space) => readColumns(packed, plain, space);
}

function readColumns({ visitors, count }: PackedBlock, plain: Buffer, space?: Uint32Array): BlockColumns {
  const reader = new ColumnReader(plain, count, space);
  const { linkId, ms } = reader.links();
  const values = columns.map(() => reader.column());
  const flags = reader.column();
  const present = reader.number();
  values.push(reader.masked(flags, flag.qr));
  for (const bit of laterColumns.keys()) values.push((present >>> bit) & 1 ? reader.column() : reader.nothing);
  reader.end();
  const visitorOf = (index: number) => readVisitor(visitors, index * visitorBytes);
  return { count, linkId, ms, flags, values, visitorOf };
}

/** Decodes a block's clicks. @throws RangeError if the bytes are not a complete block of this version */
export function decodeBlock(block: Buffer): StoredClick[] {
  const opened = openColumns(block);
  const at = (column: Uint32Array, index: number) => u32At(column, index);
  return Array.from({ length: opened.count }, (_, index) => ({
    linkId: at(opened.linkId, index),
    ms: at(opened.ms, index),
    visitor: opened.visitorOf(index),
    values: opened.values.map((column) => at(column, index)),
    ...fromFlags(at(opened.flags, index)),
  }));
}

/** Maximum number of bytes of a 32-bit varint. */
const longestVarint = 5;
/** Maximum number of columns, including links, times, flags and the bits for columns that are all 0. */
const columnsAtMost = dimensions.length + 4;

/** Reads columns of varints of up to 32 bits. */
class ColumnReader {
  readonly nothing: Uint32Array;
  readonly #bytes: Buffer;
  readonly #count: number;
  readonly #space: Uint32Array;
  #taken = 0;
  #at = 0;

  constructor(bytes: Buffer, count: number, space: Uint32Array = new Uint32Array(count * columnsAtMost)) {
    this.#bytes = bytes;
    this.#count = count;
    this.#space = space;
    this.nothing = this.#take().fill(0);
  }

  #take(): Uint32Array {
    const start = this.#taken;
    this.#taken += this.#count;
    return this.#space.subarray(start, this.#taken);
  }

  number(): number {
    const [bytes, start] = [this.#bytes, this.#at];
    let byte = u8At(bytes, this.#at++);
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = u8At(bytes, this.#at++);
      value |= (byte & 127) << shift;
    }
    if (this.#at > bytes.length || this.#at - start > longestVarint) {
      throw new RangeError('a number in a block has no end');
    }
    return value >>> 0;
  }

  /** Reads the next column. Optimised for one byte, which nearly all numbers take. */
  column(): Uint32Array {
    const [bytes, count, column] = [this.#bytes, this.#count, this.#take()];
    let at = this.#at;
    for (let index = 0; index < count; index++) {
      const byte = u8At(bytes, at);
      if (byte < 128) {
        column[index] = byte;
        at++;
        continue;
      }
      this.#at = at;
      column[index] = this.number();
      at = this.#at;
    }
    this.#at = at;
    return column;
  }

  /** Returns a copy of a column with only the bits in `mask`. */
  masked(column: Uint32Array, mask: number): Uint32Array {
    const masked = this.#take();
    for (let index = 0; index < masked.length; index++) masked[index] = u32At(column, index) & mask;
    return masked;
  }

  links(): { linkId: Uint32Array; ms: Uint32Array } {
    const [linkId, ms] = [this.#take(), this.#take()];
    for (let index = 0, link = 0; index < this.#count; ) {
      link += this.number();
      const end = index + this.number();
      if (end === index || end > this.#count) throw new RangeError('the links of a block are inconsistent');
      for (let time = 0; index < end; index++) {
        time += this.number();
        linkId[index] = link;
        ms[index] = time;
      }
    }
    return { linkId, ms };
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw new RangeError('the columns of a block are inconsistent');
  }
}

type PackedBlock = { stored: Buffer; isDeflated: boolean; visitors: Buffer; count: number };

function readHead(block: Buffer): PackedBlock {
  if (block.length < headBytes + 2 || block[0] !== version) throw new RangeError('this is not a block of clicks');
  if (crc32(block.subarray(headBytes - 1)) !== block.readUInt32BE(1)) throw new RangeError('a block is damaged');
  const { next, at } = readVarints(block.subarray(headBytes));
  const [count, bytes] = [next(), next()];
  const start = headBytes + at();
  const visitors = block.subarray(start + bytes);
  if (visitors.length !== count * visitorBytes) throw new RangeError('the length of a block is inconsistent');
  const stored = block.subarray(start, start + bytes);
  return { stored, isDeflated: block[headBytes - 1] === 1, visitors, count };
}

/** Limits for inflating. `chunkSize` is large enough to inflate nearly every block in one step. */
const inflateLimits = { maxOutputLength: largestColumns, chunkSize: clicksABlock * 16 };
const unreadable = (cause: unknown) => new RangeError('the columns of a block cannot be read', { cause });
const inflateAsync = promisify<Buffer, typeof inflateLimits, Buffer>(inflateRaw);

const inflateBeside = (bytes: Buffer): Promise<Buffer> =>
  inflateAsync(bytes, inflateLimits).catch((cause) => {
    throw unreadable(cause);
  });

function inflate(bytes: Buffer): Buffer {
  try {
    return inflateRawSync(bytes, inflateLimits);
  } catch (cause) {
    throw unreadable(cause);
  }
}

function writeVisitor(into: Buffer, at: number, visitor: number): void {
  const low = visitor % 2 ** 32;
  into.writeUIntBE((visitor - low) / 2 ** 32, at, 3);
  into.writeUInt32BE(low, at + 3);
}

const readVisitor = (from: Buffer, at: number) => from.readUIntBE(at, 3) * 2 ** 32 + from.readUInt32BE(at + 3);
