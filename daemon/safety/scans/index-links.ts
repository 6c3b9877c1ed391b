/**
 * The indexing of links' destinations, followed by a check against the current lists. In this order, a list
 * that changes after the check finds the link in the index.
 */
import { parseUrl } from '../../../shared/net/parse-url.ts';
import { weekMs } from '../../clicks/time.ts';
import { canonical, indexExpressionsOf, prefixOf } from '../core/canonical.ts';
import { fingerprintOf, urlsToCheckInRow } from '../core/destinations.ts';
import { applyFindings, checkLink } from './apply-findings.ts';
import * as queries from './queries.ts';
import type { Scanner } from './scanner.ts';

/** Returns the distinct prefixes by which list entries find a link's destinations: the first 4 bytes of hashes. */
function linkPrefixes(link: Parameters<typeof urlsToCheckInRow>[0]): number[] {
  const prefixes = new Set<number>();
  for (const { url } of urlsToCheckInRow(link)) {
    const parsed = parseUrl(url);
    if (!parsed) continue;
    for (const expression of indexExpressionsOf(canonical(parsed))) prefixes.add(prefixOf(expression).readUInt32BE(0));
  }
  return [...prefixes];
}

/** The stage of links that are scanned every week. */
const weekly = 3;

/**
 * Indexes links whose destinations are new to the index. `planned` is `now` for new and changed links, which are
 * scanned at once. It is `later` for older links, whose scans are spread over a week. Resolves to the number of
 * indexed links.
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
  const changed = links
    .map((link) => ({ link, fingerprint: fingerprintOf(link) }))
    .filter(({ link, fingerprint }) => !known.get(link.id)?.equals(fingerprint));
  // A walk through all links can index a new link before the feed reports it.
  if (planned === 'now') await queries.hastenScans(db, [...known.keys()], weekly, now);
  if (changed.length === 0) return 0;
  await queries.replaceIndexed(
    db,
    changed.map(({ link, fingerprint }) => ({
      linkId: link.id,
      workspaceId: link.workspace_id,
      fingerprint,
      prefixes: linkPrefixes(link),
      ...(planned === 'now'
        ? { lane: 1, dueAt: now, stage: 0 }
        : { lane: 2, dueAt: new Date(now.getTime() + Math.random() * weekMs), stage: weekly }),
    })),
  );
  await lists.catchUp();
  const suspects = changed.map(({ link }) => ({ link, found: checkLink(link, rules) }));
  if ((await applyFindings(db, config, suspects, now)) > 0) announceChanges();
  return changed.length;
}
