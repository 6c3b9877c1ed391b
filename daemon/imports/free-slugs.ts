/** Free slugs similar to taken ones: `sale-2`, `sale-3`, … */
import { links as limits } from '../../shared/limits-of-fields.ts';
import { type SlugKey, textOfKey } from '../change-feed/changes.ts';
import { heldSince, listTakenSlugs } from '../links/core/slug-queries.ts';
import { isReserved } from '../redirect/reserved.ts';
import type { ImportContext } from './import-context.ts';

/** Numbers of suffixes that successive queries check for each slug. A slug without a free suffix is refused. */
const suffixCounts = [10, 100, 1_000, 10_000];
const slugsAQuery = 2_000;

/** Finds a free slug for each key. Returns them keyed by `textOfKey`. Never uses a slug of `others`. */
export async function freeSlugs(
  { db, config }: Pick<ImportContext, 'db' | 'config'>,
  workspaceId: number,
  keys: SlugKey[],
  others: SlugKey[],
): Promise<Map<string, string>> {
  const since = heldSince(config, new Date());
  const used = new Set(others.map(textOfKey));
  const found = new Map<string, string>();
  let next = 2;
  for (const count of suffixCounts) {
    const open = keys.filter((key) => !found.has(textOfKey(key)));
    for (let from = 0; from < open.length; from += Math.ceil(slugsAQuery / count)) {
      const some = open.slice(from, from + Math.ceil(slugsAQuery / count));
      const candidates = some.map((key) => candidatesOf(key, next, count));
      const wanted = candidates.flat().map((key) => ({ workspaceId, ...key }));
      const taken = await listTakenSlugs(db, wanted, since);
      for (const [index, key] of some.entries()) {
        const isFree = (candidate: SlugKey) =>
          !used.has(textOfKey(candidate)) &&
          !isReserved(config, candidate.domainId, candidate.slug) &&
          !taken.faultOf({ workspaceId, ...candidate });
        const free = candidates[index]?.find(isFree);
        if (!free) continue;
        used.add(textOfKey(free));
        found.set(textOfKey(key), free.slug);
      }
    }
    next += count;
  }
  return found;
}

const candidatesOf = ({ domainId, slug }: SlugKey, from: number, count: number): SlugKey[] =>
  Array.from({ length: count }, (_, index) => {
    const suffix = `-${from + index}`;
    return { domainId, slug: `${slug.slice(0, limits.slug - suffix.length)}${suffix}` };
  });
