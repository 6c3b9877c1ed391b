/** The pairs of possible duplicates that the user reviews one after another, until the page is reloaded. */

/** A review: the contact to keep, and the one to merge into it. */
export type Pair = { keepId: string; otherId: string };

let pairs: readonly Pair[] = [];

/** Replaces the pairs with the ones of the list. */
export const rememberPairs = (listed: readonly Pair[]): void => {
  pairs = listed;
};

/** Returns the pair after this one; undefined for the last one, and for contacts that are not from the list. */
export const pairAfter = ({ keepId, otherId }: Pair): Pair | undefined => {
  const place = pairs.findIndex((pair) => [keepId, otherId].every((id) => id === pair.keepId || id === pair.otherId));
  return place < 0 ? undefined : pairs[place + 1];
};

/** Removes a merged pair. In other pairs, the kept contact replaces the deleted one. Returns the pair after it. */
export function removeMerged(merged: Pair): Pair | undefined {
  const next = pairAfter(merged);
  const kept = (id: string) => (id === merged.otherId ? merged.keepId : id);
  const after = ({ keepId, otherId }: Pair): Pair => ({ keepId: kept(keepId), otherId: kept(otherId) });
  pairs = pairs.map(after).filter(({ keepId, otherId }) => keepId !== otherId);
  return next && after(next);
}
