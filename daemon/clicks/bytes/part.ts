/**
 * The clicks of a segment that belong to one shard, as bytes sent through Redis. User agents, referrers and the like
 * repeat, so they are words in a list, and a click has their indices. Little-endian.
 *
 *   0 u8 version    1 u48 time of sending, ms since 1970    7 u32 number of words    11 u32 number of clicks
 *  15 words, each u16 length and the bytes as in the click
 *     clicks: 0 u48 link id   6 u48 time in ms since 1970   12 u8 flags   13 u16 country   15 8 bytes visitor
 *            23 u32 user agent   27 u32 referrer   31 u32 language   35 u32 UTM parameters
 *     for each click with a variant: u32 variant
 *     u32 number of clicks with a contact's token, each u32 index of the click, u8 length and the token
 */
import { randomBytes } from 'node:crypto';
import { elementOf, u8At, u32At } from '../../../shared/elements.ts';
import type { ClickText } from '../core/dimensions.ts';
import { allShards, shardOf } from '../core/shards.ts';
import {
  countryAt,
  eachClick,
  linkAt,
  type RawClick,
  readVisitor,
  variantFlag,
  visitorAt,
  visitorBytes,
  writeUInt32,
} from './record.ts';

/**
 * The clicks in a segment that belong to one shard. `id` is the segment's name. A part is the unit that is stored
 * exactly once.
 */
export type ClickPart = { id: string; shard: number; bytes: Buffer };

const partId = (segment: string, shard: number) => `${segment}.${shard}`;

const version = 3;
const headBytes = 15;
const clickBytes = 39;

/** Splits a segment's clicks by shard while they are read. */
export class PartsBuilder {
  readonly #parts = allShards.map(() => new PartBuilder());

  /** Adds clicks. `clicks` are whole clicks, one after another. */
  add(clicks: Buffer): void {
    eachClick(clicks, (click) => (this.#parts[shardOf(click.linkId)] as PartBuilder).add(clicks, click));
  }

  /** Returns the parts for the shards that have clicks. */
  finish(segment: string, now: number): ClickPart[] {
    return this.#parts.flatMap((part, shard) =>
      part.count === 0 ? [] : [{ id: partId(segment, shard), shard, bytes: part.finish(now) }],
    );
  }
}

/** Copies bytes one by one: for so few bytes a Buffer call costs more. */
function copyBytes(from: Buffer, at: number, into: Buffer, start: number, count: number): void {
  for (let n = 0; n < count; n++) into[start + n] = u8At(from, at + n);
}

const doubled = (bytes: Buffer) => Buffer.concat([bytes, bytes]);

class PartBuilder {
  count = 0;
  #clicks = Buffer.allocUnsafe(64 * clickBytes);
  readonly #words = new Words();
  readonly #contacts: Buffer[] = [];
  /** Indices of variants, for the clicks that have one. */
  readonly #variants: number[] = [];

  add(bytes: Buffer, click: RawClick): void {
    const { at, flags, agentAt, referrerAt, languageAt, utmAt, contactAt, variantAt, end } = click;
    if (contactAt < variantAt) this.#addContact(bytes.subarray(contactAt, variantAt));
    const start = this.count++ * clickBytes;
    if (start + clickBytes > this.#clicks.length) this.#clicks = doubled(this.#clicks);
    const into = this.#clicks;
    copyBytes(bytes, at + linkAt, into, start, 12);
    into[start + 12] = flags;
    copyBytes(bytes, at + countryAt, into, start + 13, 2);
    copyBytes(bytes, at + visitorAt, into, start + 15, visitorBytes);
    writeUInt32(into, start + 23, this.#words.place(bytes, agentAt, referrerAt));
    writeUInt32(into, start + 27, this.#words.place(bytes, referrerAt, languageAt));
    writeUInt32(into, start + 31, this.#words.place(bytes, languageAt, utmAt));
    writeUInt32(into, start + 35, this.#words.place(bytes, utmAt, contactAt));
    if ((flags & variantFlag) !== 0) this.#variants.push(this.#words.place(bytes, variantAt, end));
  }

  /** Adds the token of the next click. */
  #addContact(token: Buffer): void {
    const head = Buffer.allocUnsafe(5);
    head.writeUInt32LE(this.count, 0);
    head[4] = token.length;
    this.#contacts.push(Buffer.concat([head, token]));
  }

  finish(now: number): Buffer {
    const head = Buffer.allocUnsafe(headBytes);
    head[0] = version;
    head.writeUIntLE(now, 1, 6);
    head.writeUInt32LE(this.#words.size, 7);
    head.writeUInt32LE(this.count, 11);
    const contacts = Buffer.allocUnsafe(4);
    contacts.writeUInt32LE(this.#contacts.length);
    const clicks = this.#clicks.subarray(0, this.count * clickBytes);
    const variants = Buffer.from(Uint32Array.from(this.#variants).buffer);
    return Buffer.concat([head, this.#words.bytes, clicks, variants, contacts, ...this.#contacts]);
  }
}

/** A part's words, looked up by their bytes. Creating a string for each click would cost more than all other steps. */
class Words {
  size = 0;
  #bytes = Buffer.allocUnsafe(1 << 10);
  #end = 0;
  /** The position of each word's length. */
  #starts: number[] = [];
  /** Word indices plus one, by hash. The size is a power of two, and at most half of the slots are used. */
  #slots = new Uint32Array(64);

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  place(from: Buffer, at: number, end: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(from, at, end) & mask; ; slot = (slot + 1) & mask) {
      const place = u32At(this.#slots, slot) - 1;
      if (place < 0) return this.#append(from, at, end, slot);
      if (this.#isAt(elementOf(this.#starts, place), from, at, end)) return place;
    }
  }

  #isAt(start: number, from: Buffer, at: number, end: number): boolean {
    const bytes = this.#bytes;
    const length = end - at;
    if ((u8At(bytes, start) | (u8At(bytes, start + 1) << 8)) !== length) return false;
    for (let n = 0; n < length; n++) if (bytes[start + 2 + n] !== from[at + n]) return false;
    return true;
  }

  #append(from: Buffer, at: number, end: number, slot: number): number {
    while (this.#end + 2 + end - at > this.#bytes.length) this.#bytes = doubled(this.#bytes);
    this.#starts.push(this.#end);
    this.#bytes.writeUInt16LE(end - at, this.#end);
    this.#end += 2 + from.copy(this.#bytes, this.#end + 2, at, end);
    this.#slots[slot] = ++this.size;
    if (2 * this.size > this.#slots.length) this.#grow();
    return this.size - 1;
  }

  #grow(): void {
    const slots = new Uint32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (const [place, start] of this.#starts.entries()) {
      let slot = hashOf(this.#bytes, start + 2, start + 2 + this.#bytes.readUInt16LE(start)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = place + 1;
    }
    this.#slots = slots;
  }
}

/** The hash's start value, secret so that nobody can create words that share a slot. */
const seed = randomBytes(4).readInt32LE();

/** Computes an FNV-1a hash with a secret start value. Its high bits are mixed into the low ones. */
function hashOf(bytes: Buffer, at: number, end: number): number {
  let hash = seed;
  for (let n = at; n < end; n++) hash = Math.imul(hash ^ u8At(bytes, n), 0x01000193);
  return hash ^ (hash >>> 15);
}

/** The index used for a text that the click does not have. */
export const noText = -1;

/** A click in a part. `country` is a code. Texts are indices of the part's words, or `noText`. */
export type PartClick = Record<'linkId' | 'at' | 'flags' | 'country' | 'visitor' | ClickText, number>;

/**
 * The content of a part. All words are read as Latin-1, even if they are UTF-8. `contacts` are tokens, keyed by the
 * index of their click.
 */
export type OpenedPart = {
  sentAt: number;
  words: string[];
  clicks: PartClick[];
  contacts: ReadonlyMap<number, string>;
};

/** Opens a part. @throws RangeError if the bytes are not a complete part */
export function openPart(bytes: Buffer): OpenedPart {
  if (bytes.length < headBytes || bytes[0] !== version) throw new RangeError('this is not a part of clicks');
  const words: string[] = [];
  let at = headBytes;
  for (let left = bytes.readUInt32LE(7); left > 0; left--) {
    const end = at + 2 + bytes.readUInt16LE(at);
    words.push(bytes.toString('latin1', at + 2, end));
    at = end;
  }
  const clicks: PartClick[] = [];
  for (let left = bytes.readUInt32LE(11); left > 0; left--, at += clickBytes) clicks.push(readClick(bytes, at));
  for (const click of clicks) {
    if ((click.flags & variantFlag) === 0) continue;
    click.variant = bytes.readUInt32LE(at);
    at += 4;
  }
  const { contacts, end } = readContacts(bytes, at);
  if (end !== bytes.length) throw new RangeError('a part of clicks is inconsistent');
  return { sentAt: bytes.readUIntLE(1, 6), words, clicks, contacts };
}

function readContacts(bytes: Buffer, start: number) {
  const contacts = new Map<number, string>();
  let end = start + 4;
  for (let left = bytes.readUInt32LE(start); left > 0; left--) {
    const at = end + 5;
    end = at + bytes.readUInt8(end + 4);
    contacts.set(bytes.readUInt32LE(at - 5), bytes.toString('latin1', at, end));
  }
  return { contacts, end };
}

const readClick = (bytes: Buffer, at: number): PartClick => ({
  linkId: bytes.readUIntLE(at, 6),
  at: bytes.readUIntLE(at + 6, 6),
  flags: u8At(bytes, at + 12),
  country: bytes.readUInt16LE(at + 13),
  visitor: readVisitor(bytes, at + 15),
  agent: bytes.readUInt32LE(at + 23),
  referrer: bytes.readUInt32LE(at + 27),
  language: bytes.readUInt32LE(at + 31),
  utm: bytes.readUInt32LE(at + 35),
  variant: noText,
});
