/**
 * One scan of a link: its destinations by the lists and the providers, and where they lead on to. Afterwards the next
 * scan is planned: an hour, a day, and then a week later.
 */
import { parseUrl } from '../../../shared/net/parse-url.ts';
import { dayMs, dayOf, hourMs } from '../../clicks/time.ts';
import { isChanged, liftBan } from '../core/bans.ts';
import { checkDestination, type Finding, isAllowed, softened } from '../core/check.ts';
import { addressesOfRow, fingerprintOf } from '../core/destinations.ts';
import { actOn, checkLink, type FoundUnsafe } from './apply-findings.ts';
import { followRedirects } from './follow-redirects.ts';
import { indexLinks } from './index-links.ts';
import * as queries from './queries.ts';
import type { Scanner } from './scanner.ts';

/** From the end of one scan to the next, by how many there were. */
const waitsMs = [0, hourMs, 23 * hourMs];
const weekMs = 7 * dayMs;
/** A provider or a destination that did not answer in time is asked again after this time, this often. */
const againMs = 10 * 60_000;
const triesAtMost = 5;
const askMs = 4_000;
/** A link with a table of countries has hundreds of destinations; its chains are sampled. */
const chainsAtMost = 10;

type Scanned = { found: FoundUnsafe[]; unknown: boolean };

export async function scanLink(scanner: Scanner, linkId: number): Promise<void> {
  const { db, config, lists, announceChanges } = scanner;
  const scan = await queries.findScan(db, linkId);
  const [link] = await queries.listScannedLinks(db, [linkId]);
  if (!link) return queries.forgetLink(db, linkId);
  // Queued once more while an earlier scan was coming to its end.
  if (scan && scan.due_at.getTime() > Date.now()) return;
  const fingerprint = fingerprintOf(link);
  if (!scan?.fingerprint?.equals(fingerprint)) {
    await indexLinks(scanner, [link], 'now', new Date());
    return;
  }
  await lists.catchUp();
  const { found, unknown } = await look(scanner, link);
  const now = new Date();
  const changed =
    found.length === 0
      ? link.banned &&
        !unknown &&
        (await liftBan(db, config, linkId, { fingerprint, ends: isChanged(fingerprint), now }))
      : (await actOn(db, config, [{ link, found }], now)) > 0;
  if (changed) announceChanges();
  await plan(scanner, link, scan, { unknown, now });
}

async function look(scanner: Scanner, link: queries.ScannedLink): Promise<Scanned> {
  const found = checkLink(link, scanner.rules);
  let unknown = false;
  const note = (more: Scanned) => {
    found.push(...more.found);
    unknown ||= more.unknown;
  };
  const urls = [...new Map(addressesOfRow(link).map((one) => [one.url, one])).values()];
  for (const [index, { field, url }] of urls.entries()) {
    if (found.some(({ finding }) => finding.confidence === 'high')) break;
    if (!parseUrl(url)) continue;
    note(await ask(scanner, field, url));
    if (index < chainsAtMost) note(await walk(scanner, field, url));
  }
  return { found, unknown };
}

/** The providers' verdict, unless the operator allows the destination. */
async function ask({ providers, rules }: Scanner, field: string, url: string): Promise<Scanned> {
  const asked = new URL(url);
  if (providers.count === 0 || isAllowed(asked, rules)) return { found: [], unknown: false };
  const { finding, unknown } = await providers.ask(asked, Date.now() + askMs);
  return { found: finding ? [{ field, url, finding }] : [], unknown };
}

/** Where it leads on to, unless the operator allows the destination. */
async function walk(scanner: Scanner, field: string, url: string): Promise<Scanned> {
  const { request, rules } = scanner;
  if (isAllowed(new URL(url), rules)) return { found: [], unknown: false };
  let unknown = false;
  const check = async (hop: string): Promise<Finding | undefined> => {
    const finding = checkDestination(hop, rules);
    if (finding) return softened(finding);
    const asked = await ask(scanner, field, hop);
    unknown ||= asked.unknown;
    return asked.found[0]?.finding;
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
  const again = unknown && scan.failures < triesAtMost;
  const stage = again ? scan.stage : Math.min(scan.stage + 1, waitsMs.length);
  const usualMs = waitsMs[stage] ?? ((await queries.isFlagged(db, link.workspace_id)) ? dayMs : weekMs);
  const clicks = await queries.sumClicks(db, [link.id], dayOf(now.getTime()) - 1);
  await queries.planScan(db, link.id, fingerprintOf(link), {
    scanPlan: {
      lane: clicks.size > 0 ? 0 : 2,
      dueAt: new Date(now.getTime() + (again ? againMs : usualMs)),
      stage,
      failures: again ? scan.failures + 1 : 0,
    },
    now,
  });
}
