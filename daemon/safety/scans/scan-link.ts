/**
 * A scan of a link: checks its destinations and their redirects against the lists and the providers. The next scans
 * follow after an hour, a day, and then a week.
 */
import { parseUrl } from '../../../shared/net/parse-url.ts';
import { dayMs, dayOf, hourMs } from '../../clicks/time.ts';
import { isChanged, liftBan } from '../core/bans.ts';
import { checkDestination, type Finding, isAllowed, softened } from '../core/check.ts';
import { fingerprintOf, urlsToCheckInRow } from '../core/destinations.ts';
import { actOn, checkLink, type UnsafeUrl } from './apply-findings.ts';
import { followRedirects } from './follow-redirects.ts';
import { indexLinks } from './index-links.ts';
import * as queries from './queries.ts';
import type { Scanner } from './scanner.ts';

/** Delays from one scan to the next, by the number of earlier scans. */
const waitsMs = [0, hourMs, 23 * hourMs];
const weekMs = 7 * dayMs;
/** Delay before a retry, if a provider or a destination did not answer in time. */
const retryMs = 10 * 60_000;
const retriesAtMost = 5;
const providersMs = 4_000;
/** Maximum number of destinations whose redirects are followed. A link with rules by country can have hundreds. */
const chainsAtMost = 10;

type Scanned = { found: UnsafeUrl[]; unknown: boolean };

export async function scanLink(scanner: Scanner, linkId: number): Promise<void> {
  const { db, config, lists, announceChanges } = scanner;
  const scan = await queries.findScan(db, linkId);
  const [link] = await queries.listScannedLinks(db, [linkId]);
  if (!link) return queries.forgetLink(db, linkId);
  // Queued twice: an earlier job has just scanned it.
  if (scan && scan.due_at.getTime() > Date.now()) return;
  const fingerprint = fingerprintOf(link);
  if (!scan?.fingerprint?.equals(fingerprint)) {
    await indexLinks(scanner, [link], 'now', new Date());
    return;
  }
  await lists.catchUp();
  const { found, unknown } = await check(scanner, link);
  const now = new Date();
  const changed =
    found.length === 0
      ? link.banned &&
        !unknown &&
        (await liftBan(db, config, linkId, { fingerprint, canLift: isChanged(fingerprint), now }))
      : (await actOn(db, config, [{ link, found }], now)) > 0;
  if (changed) announceChanges();
  await plan(scanner, link, scan, { unknown, now });
}

async function check(scanner: Scanner, link: queries.ScannedLink): Promise<Scanned> {
  const found = checkLink(link, scanner.rules);
  let unknown = false;
  const add = (scanned: Scanned) => {
    found.push(...scanned.found);
    unknown ||= scanned.unknown;
  };
  const urls = [...new Map(urlsToCheckInRow(link).map((destination) => [destination.url, destination])).values()];
  for (const [index, { field, url }] of urls.entries()) {
    if (found.some(({ finding }) => finding.confidence === 'high')) break;
    if (!parseUrl(url)) continue;
    add(await queryProviders(scanner, field, url));
    if (index < chainsAtMost) add(await checkRedirects(scanner, field, url));
  }
  return { found, unknown };
}

/** Queries the providers, unless the operator allows the destination. */
async function queryProviders({ providers, rules }: Scanner, field: string, url: string): Promise<Scanned> {
  const parsed = new URL(url);
  if (providers.count === 0 || isAllowed(parsed, rules)) return { found: [], unknown: false };
  const { finding, unknown } = await providers.ask(parsed, Date.now() + providersMs);
  return { found: finding ? [{ field, url, finding }] : [], unknown };
}

/** Checks the redirects, unless the operator allows the destination. */
async function checkRedirects(scanner: Scanner, field: string, url: string): Promise<Scanned> {
  const { request, rules } = scanner;
  if (isAllowed(new URL(url), rules)) return { found: [], unknown: false };
  let unknown = false;
  const check = async (hop: string): Promise<Finding | undefined> => {
    const finding = checkDestination(hop, rules);
    if (finding) return softened(finding);
    const scanned = await queryProviders(scanner, field, hop);
    unknown ||= scanned.unknown;
    return scanned.found[0]?.finding;
  };
  const { finding, end } = await followRedirects(url, { ...request, check });
  return { found: finding ? [{ field, url, finding }] : [], unknown: unknown || end === 'timeout' };
}

type Scan = { stage: number; failures: number };

async function plan(
  { db }: Scanner,
  link: queries.ScannedLink,
  scan: Scan,
  { unknown, now }: { unknown: boolean; now: Date },
): Promise<void> {
  const retries = unknown && scan.failures < retriesAtMost;
  const stage = retries ? scan.stage : Math.min(scan.stage + 1, waitsMs.length);
  const usualMs = waitsMs[stage] ?? ((await queries.isFlagged(db, link.workspace_id)) ? dayMs : weekMs);
  const clicks = await queries.sumClicks(db, [link.id], dayOf(now.getTime()) - 1);
  await queries.planScan(db, link.id, fingerprintOf(link), {
    scanPlan: {
      lane: clicks.size > 0 ? 0 : 2,
      dueAt: new Date(now.getTime() + (retries ? retryMs : usualMs)),
      stage,
      failures: retries ? scan.failures + 1 : 0,
    },
    now,
  });
}
