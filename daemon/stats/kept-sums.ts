/**
 * Sums of the links of a tag or a domain in an hour or a day, kept in the memory of this process, so that a group of thousands is
 * read once and not for each answer. Nothing is kept that MySQL could not tell again, and nothing is used without the proof that it is
 * what MySQL would tell: `state` is the workspace's own count of that hour or day, which every transaction that counts clicks there raises.
 */
import { type BucketSums, bytesOf } from './core/bucket-sums.ts';

/** `links`: in the order of their ids; all whose counts the sums hold. */
type Kept = { state: string; links: Uint32Array; sums: BucketSums };

export type KeptSums = {
  find(key: string): Kept | undefined;
  keep(key: string, kept: Kept): void;
};

/** The least recently used goes first. */
export function createKeptSums(bytesAtMost: number): KeptSums {
  const all = new Map<string, Kept>();
  let bytes = 0;
  // Links are mostly the same array in all of a group; each counts as if it were its own.
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

/** The links, in the order of their ids, that are not among others; undefined when one of the others is not among them. */
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
