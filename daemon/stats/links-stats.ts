/** The clicks of the links of a list: totals and a series for each, in the order asked for. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../shared/db.ts';
import { dayMs, hourMs } from '../clicks/time.ts';
import { type LinkCount, linksAStatement, listCountsOfLinks } from './link-counts-queries.ts';
import type { StatsWindow } from './window.ts';

/** A link and the name it is answered by. */
type NamedLink = { id: number; publicId: string };

const iso = (ms: number) => new Date(ms).toISOString();

/** The answer as JSON. Redirects go on between two links: a year of a hundred is long. */
export async function describeLinks(
  db: Db,
  workspaceId: number,
  links: NamedLink[],
  window: StatsWindow,
): Promise<string> {
  const described: string[] = [];
  const atOnce = linksAStatement(window);
  for (let at = 0; at < links.length; at += atOnce) {
    const some = links.slice(at, at + atOnce);
    const counts = await countsByLink(db, workspaceId, some, window);
    for (const { id, publicId } of some) {
      described.push(JSON.stringify({ id: publicId, ...describeLink(window, counts.get(id) ?? []) }));
      await nextTurn();
    }
  }
  const { from, to, interval } = window;
  const head = JSON.stringify({ from: iso(from), to: iso(to), interval });
  return `${head.slice(0, -1)},"links":[${described.join(',')}]}`;
}

async function countsByLink(db: Db, workspaceId: number, links: NamedLink[], window: StatsWindow) {
  const ids = links.map(({ id }) => id);
  const byLink = new Map<number, LinkCount[]>(ids.map((id) => [id, []]));
  for (const count of await listCountsOfLinks(db, workspaceId, ids, window)) byLink.get(count.linkId)?.push(count);
  return byLink;
}

function describeLink(window: StatsWindow, counts: LinkCount[]) {
  const unitMs = window.interval === 'hour' ? hourMs : dayMs;
  const series = new Map<number, number>();
  let [clicks, uniqueClicks, last] = [0, 0, 0];
  for (const count of counts) {
    const bucket = Math.floor(count.start / unitMs);
    series.set(bucket, (series.get(bucket) ?? 0) + count.clicks);
    clicks += count.clicks;
    uniqueClicks += count.uniqueClicks;
    last = Math.max(last, count.lastClickAt ?? 0);
  }
  return {
    clicks,
    uniqueClicks,
    lastClickAt: last === 0 ? null : iso(last),
    series: window.points.map(({ first, time }) => ({
      time,
      clicks: series.get(Math.floor((first * hourMs) / unitMs)) ?? 0,
    })),
  };
}
