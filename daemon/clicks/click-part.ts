/**
 * The clicks of a segment that belong to one shard, as bytes on their way through Redis. User agents and referrers repeat, so
 * they are words of a list, and a click has their places. Little-endian.
 *
 *   0 u8 version    1 u48 when it was sent, ms since 1970    7 u32 number of words    11 u32 number of clicks
 *  15 words, each u16 length and Latin-1
 *     clicks: 0 u48 link id   6 u48 time in ms since 1970   12 u8 flags   13 u16 country   15 8 bytes visitor
 *            23 u32 user agent   27 u32 referrer
 */
import { eachClick, type RawClick, readVisitor, visitorBytes } from './click-record.ts';
import { allShards, shardOf } from './shards.ts';

/** A segment's name and a shard: what is stored once. */
export type ClickPart = { id: string; shard: number; bytes: Buffer };

const partId = (segment: string, shard: number) => `${segment}.${shard}`;
export const segmentOfPart = (id: string) => id.slice(0, id.lastIndexOf('.'));

const version = 1;
const headBytes = 15;
const clickBytes = 31;

/** Splits the clicks of a segment, which are added as they are read. */
export class PartsBuilder {
  readonly #parts = allShards.map(() => new PartBuilder());

  /** `clicks` are whole clicks, one after another. */
  add(clicks: Buffer): void {
    eachClick(clicks, (click) => (this.#parts[shardOf(click.linkId)] as PartBuilder).add(clicks, click));
  }

  /** Those that hold clicks. */
  finish(segment: string, now: number): ClickPart[] {
    return this.#parts.flatMap((part, shard) =>
      part.count === 0 ? [] : [{ id: partId(segment, shard), shard, bytes: part.finish(now) }],
    );
  }
}

class PartBuilder {
  count = 0;
  #clicks = Buffer.allocUnsafe(64 * clickBytes);
  readonly #words = new Map<string, number>();
  #wordBytes = 0;

  add(bytes: Buffer, { at, linkId, time, flags, country, agentAt, referrerAt, end }: RawClick): void {
    const start = this.count++ * clickBytes;
    if (start + clickBytes > this.#clicks.length) this.#clicks = Buffer.concat([this.#clicks, this.#clicks]);
    const into = this.#clicks;
    into.writeUIntLE(linkId, start, 6);
    into.writeUIntLE(time, start + 6, 6);
    into[start + 12] = flags;
    into.writeUInt16LE(country, start + 13);
    bytes.copy(into, start + 15, at, at + visitorBytes);
    into.writeUInt32LE(this.#place(bytes.toString('latin1', agentAt, referrerAt)), start + 23);
    into.writeUInt32LE(this.#place(bytes.toString('latin1', referrerAt, end)), start + 27);
  }

  #place(word: string): number {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const place = this.#words.size;
    this.#words.set(word, place);
    this.#wordBytes += 2 + word.length;
    return place;
  }

  finish(now: number): Buffer {
    const bytes = Buffer.allocUnsafe(headBytes + this.#wordBytes + this.count * clickBytes);
    bytes[0] = version;
    bytes.writeUIntLE(now, 1, 6);
    bytes.writeUInt32LE(this.#words.size, 7);
    bytes.writeUInt32LE(this.count, 11);
    let at = headBytes;
    for (const word of this.#words.keys()) {
      bytes.writeUInt16LE(word.length, at);
      at += 2 + bytes.write(word, at + 2, 'latin1');
    }
    this.#clicks.copy(bytes, at, 0, this.count * clickBytes);
    return bytes;
  }
}

/** `country` as a code; `agent` and `referrer` are places in the part's words. */
export type PartClick = {
  linkId: number;
  at: number;
  flags: number;
  country: number;
  visitor: number;
  agent: number;
  referrer: number;
};

export type OpenedPart = { sentAt: number; words: string[]; clicks: PartClick[] };

/** @throws RangeError when the bytes are no part of this version, or not a whole one. */
export function openPart(bytes: Buffer): OpenedPart {
  if (bytes.length < headBytes || bytes[0] !== version) throw new RangeError('this is no part of clicks');
  const words: string[] = [];
  let at = headBytes;
  for (let left = bytes.readUInt32LE(7); left > 0; left--) {
    const end = at + 2 + bytes.readUInt16LE(at);
    words.push(bytes.toString('latin1', at + 2, end));
    at = end;
  }
  const clicks: PartClick[] = [];
  for (let left = bytes.readUInt32LE(11); left > 0; left--, at += clickBytes) clicks.push(readClick(bytes, at));
  if (at !== bytes.length) throw new RangeError('a part of clicks does not add up');
  return { sentAt: bytes.readUIntLE(1, 6), words, clicks };
}

const readClick = (bytes: Buffer, at: number): PartClick => ({
  linkId: bytes.readUIntLE(at, 6),
  at: bytes.readUIntLE(at + 6, 6),
  flags: bytes[at + 12] as number,
  country: bytes.readUInt16LE(at + 13),
  visitor: readVisitor(bytes, at + 15),
  agent: bytes.readUInt32LE(at + 23),
  referrer: bytes.readUInt32LE(at + 27),
});
