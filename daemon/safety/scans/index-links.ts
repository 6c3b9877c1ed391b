/**
 * Puts links into the index of destinations and checks them against the lists as they are now. In that order: a list
 * that changes after the check finds the link in the index.
 */
import { parseUrl } from '../../../shared/net/parse-url.ts';
import { canonical, indexExpressionsOf, prefixOf } from '../core/canonical.ts';
import { addressesOfRow, fingerprintOf } from '../core/destinations.ts';
import { actOn, checkLink } from './apply-findings.ts';
import * as queries from './queries.ts';
import type { Scanner } from './scanner.ts';

/** The first 4 bytes of the hashes by which entries of lists find the destinations, each once. */
function linkPrefixes(link: Parameters<typeof addressesOfRow>[0]): number[] {
  const prefixes = new Set<number>();
  for (const { url } of addressesOfRow(link)) {
    const parsed = parseUrl(url);
    if (!parsed) continue;
    for (const expression of indexExpressionsOf(canonical(parsed))) prefixes.add(prefixOf(expression).readUInt32BE(0));
  }
  return [...prefixes];
}

const weekMs = 7 * 86_400_000;
const weekly = 3;

/**
 * Links whose destinations are new to the index. `planned`: `now` for links just made or changed, which are scanned at
 * once; `later` for links that were there before, spread over a week. Resolves to how many were new.
 */
export async function indexLinks(
  scanner: Scanner,
  links: queries.ScannedLink[],
  planned: 'now' | 'later',
  now: Date,
): Promise<number> {
  const { db, config, lists, rules, announceChanges } = scanner;
  if (links.length === 0) return 0;
  const known = await queries.listFingerprints(
    db,
    links.map(({ id }) => id),
  );
  const printed = links.map((link) => ({ link, fingerprint: fingerprintOf(link) }));
  const changed = printed.filter(({ link, fingerprint }) => !known.get(link.id)?.equals(fingerprint));
  // A walk through all links may come upon one just made before the feed tells of it.
  if (planned === 'now') await queries.hastenScans(db, [...known.keys()], weekly, now);
  if (changed.length === 0) return 0;
  await queries.indexLinks(
    db,
    changed.map(({ link, fingerprint }) => ({
      linkId: link.id,
      fingerprint,
      prefixes: linkPrefixes(link),
      ...(planned === 'now'
        ? { lane: 1, dueAt: now, stage: 0 }
        : { lane: 2, dueAt: new Date(now.getTime() + Math.random() * weekMs), stage: weekly }),
    })),
  );
  await lists.catchUp();
  const suspects = changed.map(({ link }) => ({ link, found: checkLink(link, rules) }));
  if ((await actOn(db, config, suspects, now)) > 0) announceChanges();
  return changed.length;
}
