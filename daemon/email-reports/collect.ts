/** The figures of a report, from the functions that answer the API. */
import type { Config } from '../../shared/config/config.ts';
import { patient } from '../../shared/db/db.ts';
import { startOfLocalDay, type TimeZone } from '../../shared/time-zone.ts';
import { wholeWorkspace } from '../clicks/counts.ts';
import { hourMs } from '../clicks/time.ts';
import type { Db, ReportFrequency } from '../core/tables.ts';
import { toDomain } from '../domains/domain.ts';
import { listDomains } from '../domains/queries.ts';
import { listPositions } from '../links/core/page-queries.ts';
import { resolveFilters } from '../links/find-page.ts';
import { type RequestedWindow, toWindow } from '../stats/core/window.ts';
import { countSubject } from '../stats/count-clicks.ts';
import { describeEach } from '../stats/links-stats.ts';
import { nameLinks } from '../stats/name-links.ts';
import { accept } from '../stats/windows.ts';
import { dayText, type Period, periodAfter, periodBefore } from './periods.ts';
import { listExpiring, listLimited } from './queries.ts';

const topLinks = 10;
/** Number of links shown in a list. */
const shown = 10;
/** Maximum number of other links counted. */
const counted = 1_000;
/** Maximum number of links with a `maxClicks` to check. Links with the fewest clicks left come first. */
const limitedAtMost = 500;

export type ReportOptions = { every: ReportFrequency; zone: TimeZone; period: Period };
export type Report = Awaited<ReturnType<typeof collectReport>>;
type Parts = { db: Db; config: Config };
type Workspace = { workspaceId: number; retentionDays: number };

export async function collectReport(
  parts: Parts,
  workspace: Workspace,
  { every, zone, period }: ReportOptions,
  now: number,
) {
  const { workspaceId, retentionDays } = workspace;
  const windowOf = ({ first, end }: Period) =>
    accept(toWindow({ from: dayText(first), to: dayText(end - 1), timezone: zone.name }, retentionDays, now));
  const isWhole = ({ from }: RequestedWindow, { first }: Period) => from - startOfLocalDay(zone, first) < hourMs;
  const earlier = periodBefore(every, period);
  const [window, before] = [windowOf(period), windowOf(earlier)];
  const { body, top } = await countSubject(parts.db, {
    subject: { workspaceId, linkId: wholeWorkspace },
    // A comparison with a part of a period would be misleading.
    windows: { window, previous: isWhole(before, earlier) ? before : undefined },
    topLinks,
    now,
  });
  const next = { from: new Date(now), to: new Date(startOfLocalDay(zone, periodAfter(every, period).end)) };
  return {
    window,
    isWhole: isWhole(window, period),
    until: next.to,
    totals: body.totals,
    previous: body.previous?.totals,
    topLinks: await nameLinks(parts, workspaceId, top),
    broken: await some(parts, workspaceId, await listBroken(parts, workspaceId)),
    expiring: await some(parts, workspaceId, await listExpiring(parts.db, workspaceId, next, counted + 1)),
    usedUp: await some(parts, workspaceId, await listUsedUp(parts.db, workspaceId, window)),
    certificates: await listEnding(parts.db, workspaceId, next.to),
  };
}

export const isEmpty = ({ totals, previous, broken, expiring, usedUp, certificates }: Report): boolean =>
  totals.clicks === 0 &&
  (previous?.clicks ?? 0) === 0 &&
  [broken, expiring, usedUp].every(({ links }) => links.length === 0) &&
  certificates.length === 0;

/** Names the first rows of a list, and counts the others. */
async function some<Row extends { linkId: number }>(parts: Parts, workspaceId: number, rows: Row[]) {
  const others = Math.max(0, Math.min(rows.length, counted) - shown);
  return { links: await nameLinks(parts, workspaceId, rows.slice(0, shown)), others, isCut: rows.length > counted };
}

/** Lists the broken links in the order of the list of links with `health=broken`. */
async function listBroken(parts: Parts, workspaceId: number) {
  const nobody = { type: 'user', id: '', name: '' } as const;
  const query = { archived: 'false', health: 'broken' } as const;
  const filters = await resolveFilters(parts, { workspaceId, creator: nobody }, query);
  if (!filters) return [];
  const positions = await listPositions(parts.db, filters, {}, { limit: counted + 1 });
  return positions.map(({ id }) => ({ linkId: id }));
}

/**
 * Lists links that have at most a tenth of their `maxClicks` left, or fewer clicks left than they got in the window.
 */
async function listUsedUp(db: Db, workspaceId: number, window: RequestedWindow) {
  const limited = await listLimited(patient(db), workspaceId, new Date(window.from), limitedAtMost);
  const found: { linkId: number; left: number; maxClicks: number }[] = [];
  const sums = describeEach(db, workspaceId, limited, window);
  for (const { id, uses, maxClicks } of limited) {
    const { clicks } = (await sums.next()).value as { clicks: number };
    const left = maxClicks - uses;
    if (left <= clicks || left * 10 <= maxClicks) found.push({ linkId: id, left, maxClicks });
  }
  return found;
}

/** Lists the domains whose certificate ends before `until`. */
async function listEnding(db: Db, workspaceId: number, until: Date) {
  const domains = (await listDomains(db, workspaceId)).map(toDomain);
  return domains.flatMap(({ id, unicodeHostname, certificate: { expiresAt, error } }) =>
    expiresAt !== null && new Date(expiresAt) < until ? [{ id, hostname: unicodeHostname, expiresAt, error }] : [],
  );
}
