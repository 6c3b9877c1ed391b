/**
 * Immutable sets of 64-bit hash prefixes in typed arrays, which cost the garbage collector nothing: 8 bytes per entry, and
 * 256 KiB for an index by a prefix's first 16 bits.
 */
import { u32At } from '../../../shared/elements.ts';

export const prefixBytes = 8;
const buckets = 65_536;

export type PrefixSet = {
  readonly size: number;
  readonly bytes: number;
  /** Returns whether the set contains the first 8 bytes of a hash. */
  has(prefix: Buffer): boolean;
};

export const noPrefixes: PrefixSet = { size: 0, bytes: 0, has: () => false };

/** Builds a set from prefixes in ascending order, in parts, so that a large list does not block the process. */
export function createBuilder(size: number) {
  const high = new Uint32Array(size);
  const low = new Uint32Array(size);
  const starts = new Uint32Array(buckets + 1);
  let count = 0;
  let bucket = 0;
  const isBefore = (at: number, first: number, second: number) =>
    u32At(high, at) < first || (high[at] === first && u32At(low, at) < second);

  return {
    /** Adds whole prefixes. @throws if they are not in order, or if there are too many */
    add(part: Buffer): void {
      for (let at = 0; at + prefixBytes <= part.length; at += prefixBytes) {
        const [first, second] = [part.readUInt32BE(at), part.readUInt32BE(at + 4)];
        if (count === size) throw new Error(`a list has more than its ${size} entries`);
        if (count > 0 && !isBefore(count - 1, first, second)) throw new Error('a list is not in order');
        while (bucket <= first >>> 16) starts[bucket++] = count;
        high[count] = first;
        low[count] = second;
        count++;
      }
    },
    /** @throws if prefixes are missing */
    build(): PrefixSet {
      if (count !== size) throw new Error(`a list of ${size} entries ended after ${count}`);
      while (bucket <= buckets) starts[bucket++] = count;
      return {
        size,
        bytes: high.byteLength + low.byteLength + starts.byteLength,
        has: (prefix) => find(high, low, starts, prefix.readUInt32BE(0), prefix.readUInt32BE(4)),
      };
    },
  };
}

function find(high: Uint32Array, low: Uint32Array, starts: Uint32Array, first: number, second: number): boolean {
  let from = u32At(starts, first >>> 16);
  let to = u32At(starts, (first >>> 16) + 1);
  while (from < to) {
    const middle = (from + to) >>> 1;
    const [a, b] = [u32At(high, middle), u32At(low, middle)];
    if (a === first && b === second) return true;
    if (a < first || (a === first && b < second)) from = middle + 1;
    else to = middle;
  }
  return false;
}

/** Sorts prefixes in ascending order and removes duplicates. */
export function sortPrefixes(prefixes: Buffer): Buffer {
  const values = new BigUint64Array(prefixes.length / prefixBytes);
  for (let n = 0; n < values.length; n++) values[n] = prefixes.readBigUInt64BE(n * prefixBytes);
  values.sort();
  const sorted = Buffer.allocUnsafe(prefixes.length);
  let length = 0;
  for (let n = 0; n < values.length; n++) {
    if (n > 0 && values[n] === values[n - 1]) continue;
    length = sorted.writeBigUInt64BE(values[n] as bigint, length);
  }
  return sorted.subarray(0, length);
}

/** Returns the prefixes of `after` that are not in `before`. Both are in ascending order. */
export function addedPrefixes(before: Buffer, after: Buffer): Buffer {
  const added = Buffer.allocUnsafe(after.length);
  let length = 0;
  let at = 0;
  for (let to = 0; to < after.length; to += prefixBytes) {
    let order = -1;
    while (at < before.length) {
      order = before.compare(after, to, to + prefixBytes, at, at + prefixBytes);
      if (order >= 0) break;
      at += prefixBytes;
    }
    if (at < before.length && order === 0) continue;
    length += after.copy(added, length, to, to + prefixBytes);
  }
  return added.subarray(0, length);
}
