/**
 * Detection of bursts: clicks that are probably not the contact's own. Mail scanners follow all links within moments.
 * Pure.
 */
import { valueIn } from '../../../../../shared/elements.ts';

export type Doubt = 'bot' | 'prefetch' | 'burst';

/** A click. `at` is in ms since 1970. `doubt` is a reason that is already known, such as a bot or a prefetch. */
export type Visit = { linkId: string; at: number; doubt: Doubt | null };

/** A burst: this number of different links of one contact within this time. */
export type BurstRule = { links: number; withinMs: number };

/** Finds the clicks of a contact that belong to a burst. Prefetches do not count. `clicks` are sorted by time. */
export function findBursts<V extends Visit>(clicks: V[], { links, withinMs }: BurstRule): Set<V> {
  const own = clicks.filter(({ doubt }) => doubt !== 'prefetch');
  const inBursts = new Set<V>();
  const present = new Map<string, number>();
  let marked = 0;
  let start = 0;
  for (const [end, click] of own.entries()) {
    present.set(click.linkId, (present.get(click.linkId) ?? 0) + 1);
    for (; click.at - (own[start] as V).at > withinMs; start++) leave(present, own[start] as V);
    if (present.size < links) continue;
    for (marked = Math.max(marked, start); marked <= end; marked++) inBursts.add(own[marked] as V);
  }
  return inBursts;
}

function leave(present: Map<string, number>, { linkId }: Visit): void {
  const left = valueIn(present, linkId) - 1;
  if (left === 0) present.delete(linkId);
  else present.set(linkId, left);
}
