/**
 * Sums of a tag's or a domain's links in an hour or a day. They are cached in this process, so that thousands of
 * links are not read for each answer. A sum is used only if its `state` equals the current one in MySQL: the
 * workspace's own count of that hour or day, which grows with every stored click.
 */
import { type BucketSums, bytesOf } from './core/bucket-sums.ts';

/** Sums in the cache. `links`: all links in the sums, sorted by id. */
type Kept = { state: string; links: Uint32Array; sums: BucketSums };

export type KeptSums = {
  find(key: string): Kept | undefined;
  keep(key: string, kept: Kept): void;
};

/** Creates a cache that drops the least recently used sums first. */
export function createKeptSums(bytesAtMost: number): KeptSums {
  const all = new Map<string, Kept>();
  let bytes = 0;
  // The sums of a group mostly share one array of links, but the array counts towards the size of each sum.
  const sizeOf = ({ links, sums }: Kept) => links.byteLength + bytesOf(sums);

  function drop(key: string): Kept | undefined {
    const kept = all.get(key);
    if (!kept) return undefined;
    all.delete(key);
    bytes -= sizeOf(kept);
    return kept;
  }

  function keep(key: string, kept: Kept): void {
    drop(key);
    all.set(key, kept);
    bytes += sizeOf(kept);
    for (const oldest of all.keys()) {
      if (bytes <= bytesAtMost) return;
      drop(oldest);
    }
  }

  return {
    keep,
    find(key) {
      const kept = drop(key);
      if (kept) keep(key, kept);
      return kept;
    },
  };
}

/**
 * Returns the links that are missing from `others`, or undefined if `links` does not include all of `others`. Both
 * are sorted by id.
 */
export function linksBeyond(links: Uint32Array, others: Uint32Array): number[] | undefined {
  if (links === others) return [];
  const beyond: number[] = [];
  let at = 0;
  for (const link of links) {
    if (others[at] === link) at++;
    else beyond.push(link);
  }
  return at === others.length ? beyond : undefined;
}
