/** The body of an analytics answer, built from counts. */

import { utc } from '../../shared/time-zone.ts';
import { flag } from '../clicks/core/click.ts';
import { placeOf } from '../clicks/core/dimensions.ts';
import type { Db } from '../core/tables.ts';
import type { Counts } from './core/queries.ts';
import { describeBreakdown } from './core/values.ts';
import type { RequestedWindow } from './core/window.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export async function toStats(db: Db, window: RequestedWindow, counts: Counts) {
  return {
    ...describeWindow(window),
    ...toSums(window, counts),
    breakdown: await describeBreakdown(db, counts.breakdown),
  };
}

export const describeWindow = ({ from, to, interval, zone }: RequestedWindow) => ({
  from: iso(from),
  to: iso(to),
  interval,
  ...(zone === utc ? {} : { timezone: zone.name }),
});

/** The requested window and, in a comparison, the previous one. */
export type Windows<Window = RequestedWindow> = { window: Window; previous: Window | undefined };

/** Counts both windows. Returns the body and the counts of the requested window. */
export async function describeStats<Window extends RequestedWindow>(
  db: Db,
  { window, previous }: Windows<Window>,
  count: (of: Window) => Promise<Counts>,
) {
  const [counts, before] = await Promise.all([count(window), previous && count(previous)]);
  const compared = previous && before ? { previous: toPrevious(previous, before) } : {};
  return { counts, body: { ...(await toStats(db, window, counts)), ...compared } };
}

const toPrevious = (window: RequestedWindow, counts: Counts) => ({
  from: iso(window.from),
  to: iso(window.to),
  ...toSums(window, counts),
});

function toSums({ points }: RequestedWindow, counts: Counts) {
  const { clicks, uniqueClicks, botClicks, ownClicks, lastClickAt, series } = counts;
  const [qrScans] = counts.breakdown[placeOf('trigger')]?.get(flag.qr) ?? [0];
  return {
    totals: {
      clicks,
      uniqueClicks,
      qrScans,
      botClicks,
      ownClicks,
      lastClickAt: lastClickAt === undefined ? null : iso(lastClickAt),
    },
    timeseries: points.map(({ time }, index) => ({ time, ...(series[index] ?? { clicks: 0, uniqueClicks: 0 }) })),
  };
}
