/** The clicks of several links: totals and a series for each, in the requested order. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { invalid } from '../api/errors.ts';
import { findOpenDay } from '../clicks/made-day-queries.ts';
import type { Db } from '../core/tables.ts';
import type { Bucket } from './core/row-queries.ts';
import { addSum, type Sums, toSeries } from './core/series.ts';
import { byDayAndHour, type RequestedWindow, type StatsWindow } from './core/window.ts';
import { type LinkCount, linksAStatement, listBuckets, listCountsOfLinks } from './link-counts-queries.ts';
import { describeWindow } from './show-counts.ts';

type NamedLink = { id: number; publicId: string };

/** Maximum number of points for all links together: 100 links over five years by day. A point takes about 60 bytes. */
const pointsAtMost = 200_000;
/** Maximum number of lookups. Days in a zone other than UTC need several lookups each. */
const lookUpsAtMost = 600_000;

/**
 * Returns the answer as JSON. Lets the process answer redirects between two links, because a year of 100 links takes
 * long. @throws `validation_failed` if the window is too long for this number of links
 */
export async function describeLinks(
  db: Db,
  workspaceId: number,
  links: NamedLink[],
  requested: RequestedWindow,
): Promise<string> {
  const described: string[] = [];
  for await (const link of describeEach(db, workspaceId, links, requested)) described.push(JSON.stringify(link));
  const head = JSON.stringify(describeWindow(requested));
  return `${head.slice(0, -1)},"links":[${described.join(',')}]}`;
}

/** Describes links one by one. @throws `validation_failed` if the window is too long for this number of links */
export async function* describeEach(db: Db, workspaceId: number, links: NamedLink[], requested: RequestedWindow) {
  const window = byDayAndHour(requested, await findOpenDay(db));
  const buckets = listBuckets(window);
  checkSize(links.length, window, buckets);
  const atOnce = linksAStatement(buckets);
  for (let at = 0; at < links.length; at += atOnce) {
    const some = links.slice(at, at + atOnce);
    const counts = await countsByLink(db, workspaceId, some, buckets);
    for (const { id, publicId } of some) {
      yield { id: publicId, ...describeLink(window, counts.get(id) ?? []) };
      await nextTurn();
    }
  }
}

function checkSize(links: number, { points }: RequestedWindow, buckets: Bucket[]): void {
  if (links * points.length <= pointsAtMost && links * buckets.length <= lookUpsAtMost) return;
  throw invalid({ field: 'from', message: 'is too early for so many links; request a shorter period, or fewer links' });
}

async function countsByLink(db: Db, workspaceId: number, links: NamedLink[], buckets: Bucket[]) {
  const ids = links.map(({ id }) => id);
  const byLink = new Map<number, LinkCount[]>(ids.map((id) => [id, []]));
  for (const count of await listCountsOfLinks(db, workspaceId, ids, buckets)) byLink.get(count.linkId)?.push(count);
  return byLink;
}

function describeLink(window: StatsWindow, counts: LinkCount[]) {
  const [ofDays, ofHours]: [Sums, Sums] = [new Map(), new Map()];
  let last = 0;
  for (const { unit, bucket, clicks, uniqueClicks, lastClickAt } of counts) {
    addSum(unit === 'day' ? ofDays : ofHours, bucket, clicks, uniqueClicks);
    last = Math.max(last, lastClickAt ?? 0);
  }
  const sums = toSeries(window, ofDays, ofHours);
  return {
    clicks: sums.reduce((sum, { clicks }) => sum + clicks, 0),
    uniqueClicks: sums.reduce((sum, { uniqueClicks }) => sum + uniqueClicks, 0),
    lastClickAt: last === 0 ? null : new Date(last).toISOString(),
    series: window.points.map(({ time }, at) => ({ start: time, clicks: sums[at]?.clicks ?? 0 })),
  };
}
