/**
 * A scan of a link. It checks the link's destinations and their redirects against the lists and the providers, and
 * whether they still answer. The next scans follow after an hour and a day, and then every day for clicked links and
 * every week for others.
 */
import { inTransaction } from '../../../shared/db/db.ts';
import { parseUrl } from '../../../shared/net/parse-url.ts';
import { dayMs, dayOf, hourMs, weekMs } from '../../clicks/time.ts';
import type { HealthStatus } from '../../core/tables.ts';
import { notifyOfLinks } from '../../links/core/notify-webhooks.ts';
import { isChanged, liftBan } from '../core/bans.ts';
import { checkDestination, type Finding, isAllowed, softened } from '../core/check.ts';
import { fingerprintOf, urlsToCheckInRow } from '../core/destinations.ts';
import { applyFindings, checkLink, type UnsafeUrl } from './apply-findings.ts';
import { type ChainRules, followRedirects } from './follow-redirects.ts';
import { nextHealth, type Outcome, outcomeOf, type StoredHealth, worstOf } from './health.ts';
import { HostBusy } from './host-turns.ts';
import { indexLinks } from './index-links.ts';
import * as queries from './queries.ts';
import type { Scanner } from './scanner.ts';

/** Delays from one scan to the next, by the number of earlier scans. */
const waitsMs = [0, hourMs, 23 * hourMs];
/** Delay before a retry after a provider or a destination did not answer in time. */
const retryMs = 10 * 60_000;
const retriesAtMost = 5;
const providersMs = 4_000;
/** Maximum number of destinations whose redirects are followed. A link with rules by country can have hundreds. */
const chainsAtMost = 10;

type Scanned = { found: UnsafeUrl[]; unknown: boolean; outcome?: Outcome };

export async function scanLink(scanner: Scanner, linkId: number): Promise<void> {
  const { db, config, lists, announceChanges } = scanner;
  const scan = await queries.findScan(db, linkId);
  const [link] = await queries.listScannedLinks(db, [linkId]);
  if (!link) return queries.forgetLink(db, linkId);
  // The link was queued twice, and an earlier job has just scanned it.
  if (scan && scan.due_at.getTime() > Date.now()) return;
  const fingerprint = fingerprintOf(link);
  if (!scan?.fingerprint?.equals(fingerprint)) {
    await indexLinks(scanner, [link], 'now', new Date());
    return;
  }
  await lists.catchUp();
  const { found, unknown, outcomes, busy } = await check(scanner, link);
  const now = new Date();
  const lift = () => liftBan(db, config, linkId, { fingerprint, canLift: isChanged(fingerprint), now });
  const banned = await applyFindings(db, config, [{ link, found }], now);
  const isLifted = found.length === 0 && link.banned && !unknown && (await lift());
  if (banned > 0 || isLifted) announceChanges();
  if (busy) return queries.postponeScan(db, linkId, busy.until, fingerprint);
  const health = nextHealth(scan, worstOf(outcomes), now, (scanner.recheckMs * 3) / 4);
  await plan(scanner, link, scan, { unknown, health, now });
}

/**
 * The results for a link's destinations. `busy`: set if the first request must wait, so that the redirects were not
 * followed.
 */
type Checked = Omit<Scanned, 'outcome'> & { outcomes: Outcome[]; busy?: HostBusy };

async function check(scanner: Scanner, link: queries.ScannedLink): Promise<Checked> {
  const checked: Checked = { found: checkLink(link, scanner.rules), unknown: false, outcomes: [] };
  const add = ({ found, unknown, outcome }: Scanned) => {
    checked.found.push(...found);
    checked.unknown ||= unknown;
    if (outcome) checked.outcomes.push(outcome);
  };
  const isUnsafe = () => checked.found.some(({ finding }) => finding.confidence === 'high');
  let request: Parameters<Scanner['takeTurn']>[1] = 'first';
  const takeTurn = async (url: URL) => {
    await scanner.takeTurn(url, request);
    request = 'later';
  };
  const urls = [...new Map(urlsToCheckInRow(link).map((destination) => [destination.url, destination])).values()];
  const followed = pickFollowed(urls.length);
  for (const [index, { field, url }] of urls.entries()) {
    if (isUnsafe()) break;
    if (!parseUrl(url)) continue;
    add(await queryProviders(scanner, field, url));
    if (isUnsafe() || checked.busy || !followed.has(index)) continue;
    try {
      const { outcome, ...scanned } = await checkRedirects(scanner, field, url, takeTurn);
      add(index < chainsAtMost / 2 || urls.length <= chainsAtMost ? { ...scanned, outcome } : scanned);
    } catch (error) {
      if (!(error instanceof HostBusy)) throw error;
      Object.assign(checked, { busy: error, unknown: true });
    }
  }
  return checked;
}

/**
 * Returns the indexes of the destinations to follow. Of many destinations, half are chosen at random, so that none is
 * safe from a scan.
 */
function pickFollowed(count: number): Set<number> {
  const indexes = Array.from({ length: count }, (_, index) => index);
  if (count <= chainsAtMost) return new Set(indexes);
  const followed = new Set(indexes.slice(0, chainsAtMost / 2));
  while (followed.size < chainsAtMost) followed.add(Math.floor(Math.random() * count));
  return followed;
}

/** Queries the providers, unless the operator allows the destination. */
async function queryProviders({ providers, rules }: Scanner, field: string, url: string): Promise<Scanned> {
  const parsed = new URL(url);
  if (providers.count === 0 || isAllowed(parsed, rules)) return { found: [], unknown: false };
  const { finding, unknown } = await providers.ask(parsed, Date.now() + providersMs);
  return { found: finding ? [{ field, url, finding }] : [], unknown };
}

/** Follows the redirects, and checks them unless the operator allows the destination. */
async function checkRedirects(
  scanner: Scanner,
  field: string,
  url: string,
  takeTurn: NonNullable<ChainRules['takeTurn']>,
): Promise<Scanned> {
  const { request, rules, connection } = scanner;
  const isTrusted = isAllowed(new URL(url), rules);
  let unknown = false;
  const check = async (hop: string): Promise<Finding | undefined> => {
    if (isTrusted) return undefined;
    const finding = checkDestination(hop, rules);
    if (finding) return softened(finding);
    const scanned = await queryProviders(scanner, field, hop);
    unknown ||= scanned.unknown;
    return scanned.found[0]?.finding;
  };
  const chain = await followRedirects(url, { ...request, check, takeTurn });
  const { end } = chain;
  const finding = isTrusted ? undefined : chain.finding;
  const last = new URL(chain.hops.at(-1) ?? url);
  // Every hop but the last answered with a redirect.
  for (const hop of end === 'answered' ? chain.hops : chain.hops.slice(0, -1)) connection.note(new URL(hop));
  const outcome = outcomeOf(chain);
  const isUnproven =
    outcome.is === 'failed' && outcome.status === null && !(await connection.isProvenWithout(last.hostname));
  return {
    found: finding ? [{ field, url, finding }] : [],
    unknown: unknown || isUnproven || end === 'timeout' || end === 'unconnected',
    outcome: isUnproven ? { is: 'unclear', status: null } : outcome,
  };
}

async function plan(
  { db, config, recheckMs }: Scanner,
  link: queries.ScannedLink,
  scan: { stage: number; failures: number; health: HealthStatus },
  { unknown, health, now }: { unknown: boolean; health: StoredHealth; now: Date },
): Promise<void> {
  const retries = unknown && scan.failures < retriesAtMost;
  const stage = retries ? scan.stage : Math.min(scan.stage + 1, waitsMs.length);
  const isClicked = (await queries.sumClicks(db, [link.id], dayOf(now.getTime()) - 1)).size > 0;
  const isWatched = isClicked || health.health === 'broken' || (await queries.isFlagged(db, link.workspace_id));
  const usualMs = waitsMs[stage] ?? (isWatched ? dayMs : weekMs);
  const isFailing = health.failed_times > 0 && health.health !== 'broken';
  const waitMs = retries ? retryMs : Math.min(usualMs, isFailing ? recheckMs : usualMs);
  const scanPlan = {
    lane: isClicked ? (0 as const) : (2 as const),
    dueAt: new Date(now.getTime() + waitMs),
    stage,
    failures: retries ? scan.failures + 1 : 0,
    health,
  };
  const event = eventOf(scan.health, health.health);
  const scanned = { fingerprint: fingerprintOf(link), health: scan.health };
  await inTransaction(db, async (trx) => {
    const isStored = await queries.planScan(trx, link.id, scanned, { scanPlan, now });
    const happening = { workspaceId: link.workspace_id, now };
    if (isStored && event) await notifyOfLinks(trx, config, { ...happening, event }, { ids: [link.id] });
  });
}

const eventOf = (before: HealthStatus, now: HealthStatus) => {
  if (before === now) return undefined;
  if (now === 'broken') return 'link.broken';
  return before === 'broken' ? 'link.mended' : undefined;
};
