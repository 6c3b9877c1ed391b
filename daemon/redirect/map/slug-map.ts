/**
 * The slug map: everything that a redirect needs for each domain and slug, for tens of millions of links. There is no
 * object per link: records are in chunks of bytes, and an open-addressing index of typed arrays has their addresses.
 * The map is independent of MySQL, HTTP and the rules of redirects.
 *
 * No operation is long: the index is split into shards that grow one by one, and compaction has a time limit per call.
 * A record is never changed in place, so a snapshot is the chunks themselves (see `snapshot.ts`).
 *
 * Record, 8-byte aligned. An address is a position in units of 8 bytes over all chunks, so 32 bits reach 32 GiB:
 *    0 u32 size in bytes, with padding     4 u32 hash of the key
 *    8 u32 link id, low                   12 u16 link id, high     14 u8 slug length    15 u8 flags
 *   16 u32 domain id                      20 u32 location length
 *   24 u32 checksum of the row           28 slug bytes, location bytes;
 *      then, with the flags `rare` or `rules`, entries of u16 key, u16 length, bytes
 */
import { u8At, u32At } from '../../../shared/elements.ts';

/**
 * Flags of a record. `rare`: there are rare entries other than rules and variants. `contacts`: visits can have a
 * contact's token.
 */
export const Flag = { permanent: 1, banned: 2, rare: 4, contacts: 8, rules: 16, dead: 128 } as const;
const anyEntries = Flag.rare | Flag.rules;

/**
 * Keys of the rare entries. A geo entry's key is its country code's two characters. Destinations of rules and variants have
 * the keys from `firstTarget`.
 */
export const Rare = {
  expiresAt: 1,
  expiredUrl: 2,
  iosUrl: 3,
  androidUrl: 4,
  passwordHash: 5,
  startsAt: 6,
  notStartedUrl: 7,
  clickLimit: 8,
  preview: 9,
  rules: 10,
  variants: 11,
  /** The link's workspace, if it has networks of its own. */
  ownNetworksOf: 12,
} as const;
export const firstTarget = 256;
export const countryKey = (code: string) => (code.charCodeAt(0) << 8) | code.charCodeAt(1);
const isCountryKey = (key: number) => key >= countryKey('AA');
const isOfRules = (key: number) =>
  key === Rare.rules || key === Rare.variants || (key >= firstTarget && !isCountryKey(key));

/** The stored values of a key. Texts are ASCII; `rare` entries are at most 65,535 bytes each. */
export type SlugRecord = {
  linkId: number;
  /** The 32-bit checksum of the link's row. Equal checksums mean that nothing changed. */
  checksum: number;
  permanent: boolean;
  banned: boolean;
  /** True if visits can have a contact's token. */
  takesContacts: boolean;
  location: string;
  rare: [key: number, value: string][];
};

const headerBytes = 28;
const longestSlug = 255;
const longestEntry = 65_535;
const chunkShift = 21;
/** The largest size of a chunk: 16 MiB. */
export const chunkBytes = 8 << chunkShift;
/** The initial size of a chunk while the whole map is smaller than `chunkBytes`. A full chunk doubles. */
const smallChunkBytes = 1 << 18;
const spareChunks = 4;
const unitMask = (1 << chunkShift) - 1;
const shardBits = 10;
/** Number of shards of the index. */
export const indexParts = 1 << shardBits;
const firstSlots = 8;
/** Number of records moved between two checks of the time. Moving them takes about ten microseconds. */
const recordsACheck = 32;

/** A chunk of records. `dead` counts the bytes of dead records, plus `chunkBytes - used` once nothing more is appended. */
type Chunk = { bytes: Buffer; words: Uint32Array; used: number; dead: number };
/**
 * A shard of the index, with two words per slot: the hash and the address + 1 (0: empty). They are adjacent, so that
 * a lookup reads one cache line.
 */
type Shard = { slots: Uint32Array; count: number };

/** Checks that a record can be stored. @throws RangeError for a slug over 255 bytes or an entry over 65,535 bytes */
export function checkLengths(slug: string, { rare }: Pick<SlugRecord, 'rare'>): void {
  if (slug.length > longestSlug) throw new RangeError(`a slug has at most ${longestSlug} bytes`);
  for (const [key, { length }] of rare) {
    if (length > longestEntry) throw new RangeError(`entry ${key} has ${length} bytes, more than ${longestEntry}`);
  }
}

const newShard = (slots: number): Shard => ({
  slots: new Uint32Array(slots * 2),
  count: 0,
});

export class SlugMap {
  readonly seed: number;
  /** Number of links in the map. */
  size = 0;
  private readonly shards = Array.from({ length: indexParts }, () => newShard(firstSlots));
  private readonly chunks: (Chunk | undefined)[] = [];
  private readonly freeChunks: number[] = [];
  /** Emptied chunks for reuse, because allocating 16 MiB can trigger garbage collection. */
  private readonly spare: Chunk[] = [];
  private current = -1;
  private moving: { chunk: number; at: number } | undefined;
  private sealed: number[] | undefined;
  /** Position of the last found entry in its chunk, and the end of its record. */
  rareStart = 0;
  rareEnd = 0;
  private recordEnd = 0;

  /** Creates an empty map. `seed` makes the hash unpredictable, so that nobody can choose slugs that collide. */
  constructor(seed = (Math.random() * 2 ** 32) >>> 0) {
    this.seed = seed;
  }

  /** Returns the address of the record of `text.slice(start, end)` on a domain, or -1. Valid until the map changes. */
  find(domainId: number, text: string, start = 0, end = text.length): number {
    const hash = this.hash(domainId, text, start, end);
    const shard = this.shards[hash >>> (32 - shardBits)] as Shard;
    const slot = this.findSlot(shard, hash, domainId, text, start, end);
    return slot < 0 ? -1 : u32At(shard.slots, slot + 1) - 1;
  }

  linkId(at: number): number {
    const { words } = this.chunks[at >>> chunkShift] as Chunk;
    const word = (at & unitMask) << 1;
    return u32At(words, word + 2) + (u32At(words, word + 3) & 0xffff) * 2 ** 32;
  }

  checksum(at: number): number {
    return u32At((this.chunks[at >>> chunkShift] as Chunk).words, ((at & unitMask) << 1) + 6);
  }

  /** Returns the `Flag` bits. */
  flags(at: number): number {
    return u8At((this.chunks[at >>> chunkShift] as Chunk).bytes, ((at & unitMask) << 3) + 15);
  }

  /** Returns the destination's bytes: a view, valid until the map changes. */
  location(at: number): Uint8Array {
    const { bytes, words } = this.chunks[at >>> chunkShift] as Chunk;
    const offset = (at & unitMask) << 3;
    const start = offset + headerBytes + u8At(bytes, offset + 14);
    return bytes.subarray(start, start + u32At(words, (offset >>> 2) + 5));
  }

  /** Returns the value of a rare entry, or undefined. */
  rare(at: number, key: number): string | undefined {
    const { bytes } = this.chunks[at >>> chunkShift] as Chunk;
    return this.has(at, key) ? bytes.toString('latin1', this.rareStart, this.rareEnd) : undefined;
  }

  /**
   * Finds a record's rules or variants, which precede its other entries. Returns the chunk that contains them, between
   * `rareStart` and `rareEnd`; undefined if there are none.
   */
  rules(at: number, key: typeof Rare.rules | typeof Rare.variants): Buffer | undefined {
    const { bytes, words } = this.chunks[at >>> chunkShift] as Chunk;
    const offset = (at & unitMask) << 3;
    if ((u8At(bytes, offset + 15) & Flag.rules) === 0) return undefined;
    const word = offset >>> 2;
    this.recordEnd = offset + u32At(words, word);
    this.rareEnd = offset + headerBytes + u8At(bytes, offset + 14) + u32At(words, word + 5);
    let found = this.nextEntry(bytes);
    if (found === Rare.rules && key === Rare.variants) found = this.nextEntry(bytes);
    return found === key ? bytes : undefined;
  }

  /** Returns the bytes of a destination of the rules or variants found last: a view, valid until the map changes. */
  target(bytes: Buffer, key: number): Uint8Array {
    while (this.nextEntry(bytes) !== key)
      if (this.rareEnd >= this.recordEnd) throw new RangeError('no such destination');
    return bytes.subarray(this.rareStart, this.rareEnd);
  }

  /** Moves to the next entry, and returns its key. */
  private nextEntry(bytes: Buffer): number {
    const at = this.rareEnd;
    this.rareStart = at + 4;
    this.rareEnd = at + 4 + u8At(bytes, at + 2) + (u8At(bytes, at + 3) << 8);
    return u8At(bytes, at) + (u8At(bytes, at + 1) << 8);
  }

  has(at: number, key: number): boolean {
    return this.seekRare(at, (found) => found === key);
  }

  /** Returns whether there is an entry for any country. */
  hasCountries(at: number): boolean {
    return this.seekRare(at, isCountryKey);
  }

  private seekRare(at: number, matches: (key: number) => boolean): boolean {
    const { bytes, words } = this.chunks[at >>> chunkShift] as Chunk;
    const offset = (at & unitMask) << 3;
    if ((u8At(bytes, offset + 15) & anyEntries) === 0) return false;
    const end = offset + u32At(words, offset >>> 2);
    let position = offset + headerBytes + u8At(bytes, offset + 14) + u32At(words, (offset >>> 2) + 5);
    while (position + 4 <= end) {
      const found = bytes.readUInt16LE(position);
      if (found === 0) return false;
      const next = position + 4 + bytes.readUInt16LE(position + 2);
      if (matches(found)) {
        this.rareStart = position + 4;
        this.rareEnd = next;
        return true;
      }
      position = next;
    }
    return false;
  }

  /** Inserts or replaces a record. @throws RangeError as `checkLengths` does; the map is then unchanged */
  set(domainId: number, slug: string, record: SlugRecord): void {
    const hash = this.hash(domainId, slug, 0, slug.length);
    const at = this.append(domainId, slug, hash, record);
    const shard = this.shards[hash >>> (32 - shardBits)] as Shard;
    const slot = this.findSlot(shard, hash, domainId, slug, 0, slug.length);
    if (slot >= 0) {
      this.markDead(u32At(shard.slots, slot + 1) - 1);
      shard.slots[slot + 1] = at + 1;
    } else {
      this.insertSlot(shard, hash, at);
      this.size++;
    }
  }

  /** Deletes a link. Returns false if it does not exist. */
  delete(domainId: number, slug: string): boolean {
    const hash = this.hash(domainId, slug, 0, slug.length);
    const shard = this.shards[hash >>> (32 - shardBits)] as Shard;
    const slot = this.findSlot(shard, hash, domainId, slug, 0, slug.length);
    if (slot < 0) return false;
    this.markDead(u32At(shard.slots, slot + 1) - 1);
    this.removeSlot(shard, slot);
    this.size--;
    return true;
  }

  /** Deletes all links and keeps the memory. The map must not be sealed. */
  clear(): void {
    for (const shard of this.shards) {
      if (shard.count > 0) shard.slots.fill(0);
      shard.count = 0;
    }
    for (const chunk of this.chunks.splice(0)) {
      if (chunk && this.spare.length < spareChunks) this.spare.push(Object.assign(chunk, { used: 0, dead: 0 }));
    }
    this.freeChunks.length = 0;
    this.current = -1;
    this.moving = undefined;
    this.size = 0;
  }

  /** Returns the bytes of chunks and index. `dead` is the sum of the chunks' dead bytes. */
  memory(): { bytes: number; dead: number } {
    let bytes = 0;
    let dead = 0;
    for (const chunk of this.chunks) {
      bytes += chunk ? chunk.bytes.length : 0;
      dead += chunk ? chunk.dead : 0;
    }
    for (const { slots } of this.shards) bytes += slots.byteLength;
    return { bytes, dead };
  }

  /** Returns the addresses in one shard of the index, unsorted. Valid until the map changes. */
  addressesIn(part: number): number[] {
    const { slots, count } = this.shards[part] as Shard;
    const addresses: number[] = [];
    for (let slot = 1; count > 0 && slot < slots.length; slot += 2) {
      if (slots[slot] !== 0) addresses.push(u32At(slots, slot) - 1);
    }
    return addresses;
  }

  domainId(at: number): number {
    return u32At((this.chunks[at >>> chunkShift] as Chunk).words, ((at & unitMask) << 1) + 4);
  }

  slug(at: number): string {
    const { bytes } = this.chunks[at >>> chunkShift] as Chunk;
    const offset = (at & unitMask) << 3;
    return bytes.toString('latin1', offset + headerBytes, offset + headerBytes + u8At(bytes, offset + 14));
  }

  // --- records

  private append(
    domainId: number,
    slug: string,
    hash: number,
    { linkId, checksum, permanent, banned, takesContacts, location, rare }: SlugRecord,
  ) {
    checkLengths(slug, { rare });
    const rareBytes = rare.reduce((sum, [, value]) => sum + 4 + value.length, 0);
    const size = (headerBytes + slug.length + location.length + rareBytes + 7) & ~7;
    const at = this.allocate(size);
    const { bytes, words } = this.chunks[at >>> chunkShift] as Chunk;
    const offset = (at & unitMask) << 3;
    const word = offset >>> 2;
    words[word] = size;
    words[word + 1] = hash;
    words[word + 2] = linkId % 2 ** 32;
    words[word + 3] =
      Math.floor(linkId / 2 ** 32) |
      (slug.length << 16) |
      (((permanent ? Flag.permanent : 0) |
        (banned ? Flag.banned : 0) |
        (rare.some(([key]) => !isOfRules(key)) ? Flag.rare : 0) |
        (rare.some(([key]) => isOfRules(key)) ? Flag.rules : 0) |
        (takesContacts ? Flag.contacts : 0)) <<
        24);
    words[word + 4] = domainId;
    words[word + 5] = location.length;
    words[word + 6] = checksum;
    let position = offset + headerBytes;
    position += bytes.write(slug, position, 'latin1');
    position += bytes.write(location, position, 'latin1');
    for (const [key, value] of rare) {
      position = bytes.writeUInt16LE(key, position);
      position = bytes.writeUInt16LE(value.length, position);
      position += bytes.write(value, position, 'latin1');
    }
    bytes.fill(0, position, offset + size);
    return at;
  }

  private allocate(size: number): number {
    let chunk = this.chunks[this.current];
    if (!chunk || chunk.used + size > chunkBytes) {
      chunk = this.spare.pop() ?? newChunk(this.memory().bytes < chunkBytes ? smallChunkBytes : chunkBytes);
      this.current = this.freeChunks.pop() ?? this.chunks.length;
      this.chunks[this.current] = chunk;
    }
    if (chunk.used + size > chunk.bytes.length) growChunk(chunk, chunk.used + size);
    const at = this.current * 2 ** chunkShift + (chunk.used >>> 3);
    if (at >= 2 ** 32 - 1) throw new RangeError('the slug map is full (32 GiB)');
    chunk.used += size;
    return at;
  }

  /** Marks a record as dead. While a snapshot is written, chunks must not change, so the mark waits. */
  private markDead(at: number): void {
    if (this.sealed) {
      this.sealed.push(at);
      return;
    }
    const chunk = this.chunks[at >>> chunkShift] as Chunk;
    const offset = (at & unitMask) << 3;
    chunk.bytes[offset + 15] = u8At(chunk.bytes, offset + 15) | Flag.dead;
    chunk.dead += u32At(chunk.words, offset >>> 2);
  }

  /**
   * Moves up to `records` live records out of a chunk that is more than a third dead. Frees the chunk when it is
   * empty. Returns true if there is more to do. Addresses become invalid.
   */
  compact(records: number): boolean {
    if (this.sealed) return false;
    this.moving ??= this.chooseChunk();
    if (!this.moving) return false;
    const { chunk: index } = this.moving;
    const chunk = this.chunks[index] as Chunk;
    for (let moved = 0; moved < records && this.moving.at < chunk.used; moved++) {
      const offset = this.moving.at;
      const size = u32At(chunk.words, offset >>> 2);
      this.moving.at += size;
      if ((u8At(chunk.bytes, offset + 15) & Flag.dead) === 0) this.move(index, offset, size);
    }
    if (this.moving.at >= chunk.used) {
      this.chunks[index] = undefined;
      this.freeChunks.push(index);
      if (this.spare.length < spareChunks) this.spare.push(Object.assign(chunk, { used: 0, dead: 0 }));
      this.moving = undefined;
    }
    return true;
  }

  /** Compacts for about `ms`. Returns true if there is more to do. */
  compactFor(ms: number): boolean {
    const until = performance.now() + ms;
    let more = this.compact(recordsACheck);
    while (more && performance.now() < until) more = this.compact(recordsACheck);
    return more;
  }

  private chooseChunk() {
    let best = -1;
    let most = chunkBytes / 3;
    for (const [index, chunk] of this.chunks.entries()) {
      if (chunk && index !== this.current && chunk.dead > most) {
        best = index;
        most = chunk.dead;
      }
    }
    return best < 0 ? undefined : { chunk: best, at: 0 };
  }

  private move(index: number, offset: number, size: number): void {
    const from = this.chunks[index] as Chunk;
    const old = index * 2 ** chunkShift + (offset >>> 3);
    const at = this.allocate(size);
    const to = this.chunks[at >>> chunkShift] as Chunk;
    from.bytes.copy(to.bytes, (at & unitMask) << 3, offset, offset + size);
    const hash = u32At(from.words, (offset >>> 2) + 1);
    const shard = this.shards[hash >>> (32 - shardBits)] as Shard;
    const mask = shard.slots.length - 1;
    let slot = (hash << 1) & mask;
    while (shard.slots[slot + 1] !== old + 1) slot = (slot + 2) & mask;
    shard.slots[slot + 1] = at + 1;
    from.bytes[offset + 15] = u8At(from.bytes, offset + 15) | Flag.dead;
    from.dead += size;
  }

  // --- snapshots

  /** Freezes the current state. The returned chunks do not change until `unseal`, even if the map does. */
  seal(): Uint8Array[] {
    this.moving = undefined;
    this.sealed = [];
    const current = this.chunks[this.current];
    if (current) current.dead += chunkBytes - current.used;
    this.current = -1;
    return this.chunks.flatMap((chunk) => (chunk && chunk.used > 0 ? [chunk.bytes.subarray(0, chunk.used)] : []));
  }

  unseal(): void {
    const waiting = this.sealed ?? [];
    this.sealed = undefined;
    for (const at of waiting) this.markDead(at);
  }

  /**
   * Copies a sealed chunk of a map with the same seed. Requires a new map, and bytes with a valid checksum.
   * @throws RangeError if the records are inconsistent
   */
  adopt(sealed: Uint8Array): void {
    const used = sealed.length;
    const chunk = newChunk(used);
    chunk.bytes.set(sealed);
    chunk.used = used;
    const index = this.chunks.push(chunk) - 1;
    for (let offset = 0; offset < used; ) {
      const size = u32At(chunk.words, offset >>> 2);
      if (size < headerBytes || size % 8 !== 0 || offset + size > used)
        throw new RangeError('a record is inconsistent');
      if ((u8At(chunk.bytes, offset + 15) & Flag.dead) === 0) {
        const hash = u32At(chunk.words, (offset >>> 2) + 1);
        const at = index * 2 ** chunkShift + (offset >>> 3);
        this.insertSlot(this.shards[hash >>> (32 - shardBits)] as Shard, hash, at);
        this.size++;
      } else chunk.dead += size;
      offset += size;
    }
    chunk.dead += chunkBytes - used;
  }

  // --- index

  private hash(domainId: number, text: string, start: number, end: number): number {
    let hash = Math.imul(this.seed ^ domainId, 0x9e3779b1);
    for (let position = start; position < end; position++) {
      hash = Math.imul(hash ^ text.charCodeAt(position), 0x01000193);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) >>> 0;
  }

  private findSlot(shard: Shard, hash: number, domainId: number, text: string, start: number, end: number): number {
    const { slots } = shard;
    const mask = slots.length - 1;
    for (let slot = (hash << 1) & mask; ; slot = (slot + 2) & mask) {
      const entry = u32At(slots, slot + 1);
      if (entry === 0) return -1;
      if (slots[slot] === hash && this.matches(entry - 1, domainId, text, start, end)) return slot;
    }
  }

  private matches(at: number, domainId: number, text: string, start: number, end: number): boolean {
    const { bytes, words } = this.chunks[at >>> chunkShift] as Chunk;
    const offset = (at & unitMask) << 3;
    const word = offset >>> 2;
    if (words[word + 4] !== domainId || bytes[offset + 14] !== end - start) return false;
    for (let position = offset + headerBytes; start < end; position++, start++) {
      if (bytes[position] !== text.charCodeAt(start)) return false;
    }
    return true;
  }

  private insertSlot(shard: Shard, hash: number, at: number): void {
    if ((shard.count + 1) * 10 > shard.slots.length * 4) grow(shard);
    place(shard.slots, hash, at + 1);
    shard.count++;
  }

  /** Removes an entry by moving later entries of the run back, so that there are no tombstones. */
  private removeSlot(shard: Shard, hole: number): void {
    const { slots } = shard;
    const mask = slots.length - 1;
    for (let slot = (hole + 2) & mask; slots[slot + 1] !== 0; slot = (slot + 2) & mask) {
      const home = (u32At(slots, slot) << 1) & mask;
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      slots[hole] = u32At(slots, slot);
      slots[hole + 1] = u32At(slots, slot + 1);
      hole = slot;
    }
    slots[hole + 1] = 0;
    shard.count--;
  }
}

function newChunk(length: number): Chunk {
  const bytes = Buffer.from(new ArrayBuffer(length));
  return { bytes, words: new Uint32Array(bytes.buffer), used: 0, dead: 0 };
}

function growChunk(chunk: Chunk, needed: number): void {
  const length = Math.max(2 * chunk.bytes.length, needed, smallChunkBytes);
  const { bytes, words } = newChunk(Math.min(length, chunkBytes));
  bytes.set(chunk.bytes);
  Object.assign(chunk, { bytes, words });
}

function grow(shard: Shard): void {
  const old = shard.slots;
  shard.slots = new Uint32Array(old.length * 2);
  for (let slot = 0; slot < old.length; slot += 2) {
    if (old[slot + 1] !== 0) place(shard.slots, u32At(old, slot), u32At(old, slot + 1));
  }
}

function place(slots: Uint32Array, hash: number, entry: number): void {
  const mask = slots.length - 1;
  let slot = (hash << 1) & mask;
  while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
  slots[slot] = hash;
  slots[slot + 1] = entry;
}
