/** From counts to the body of an answer: every bucket of the series, every dimension in words. */
import type { Db } from '../../shared/db.ts';
import { dimensions } from '../clicks/breakdown.ts';
import { dayMs, hourMs } from '../clicks/time.ts';
import type { Counts } from './queries.ts';
import { describeBreakdown, triggers } from './values.ts';
import { bucketsOf, type StatsWindow, seriesOf } from './window.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export async function toStats(db: Db, window: StatsWindow, counts: Counts) {
  const { from, to, interval } = window;
  const unitMs = interval === 'hour' ? hourMs : dayMs;
  const { clicks, uniqueClicks, botClicks, lastClickAt, series } = counts;
  const byTrigger = counts.breakdown[dimensions.indexOf('trigger')];
  const [qrScans] = byTrigger?.get(triggers.indexOf('qr')) ?? [0];
  return {
    from: iso(from),
    to: iso(to),
    interval,
    totals: {
      clicks,
      uniqueClicks,
      qrScans,
      botClicks,
      lastClickAt: lastClickAt === undefined ? null : iso(lastClickAt),
    },
    timeseries: bucketsOf(seriesOf(window)).map((bucket) => ({
      time: iso(bucket * unitMs),
      ...(series.get(bucket) ?? { clicks: 0, uniqueClicks: 0 }),
    })),
    breakdown: await describeBreakdown(db, counts.breakdown),
  };
}
