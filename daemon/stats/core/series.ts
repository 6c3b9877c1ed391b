/**
 * The sums of a series' points, which need not start with a UTC day. They are built from counts by day and as few counts
 * by hour as possible. Pure.
 */
import { hoursADay } from '../../clicks/time.ts';
import { type BucketSpan, bucketsOf, type StatsWindow } from './window.ts';

export type Sum = { clicks: number; uniqueClicks: number };
export type Sums = Map<number, Sum>;

/** The counts that make up a point: its `days` and `hours`, minus the hours `without`, which are in these days. */
type Pieces = { days: number[]; hours: number[]; without: number[] };

/**
 * Returns the days and hours to read for a span. For a partial day, the smaller of its two parts is read by the hour;
 * if both are equal, the first.
 */
function piecesOf({ first, end }: BucketSpan, whole: BucketSpan): Pieces {
  const pieces: Pieces = { days: [], hours: [], without: [] };
  for (let at = first; at < end; ) {
    const day = Math.floor(at / hoursADay);
    const [start, next] = [day * hoursADay, (day + 1) * hoursADay];
    const stop = Math.min(end, next);
    const share = (stop - at) / hoursADay;
    const isLarger = share > 1 / 2 || (share === 1 / 2 && at > start);
    if (day >= whole.first && day < whole.end && isLarger) {
      pieces.days.push(day);
      pieces.without.push(...bucketsOf({ first: start, end: at }), ...bucketsOf({ first: stop, end: next }));
    } else pieces.hours.push(...bucketsOf({ first: at, end: stop }));
    at = stop;
  }
  return pieces;
}

/** Lists the hours whose counts the series needs, except the hours at both ends of the window. */
export function listSeriesHours({ points, days, hours }: StatsWindow): number[] {
  const read = new Set(hours.flatMap(bucketsOf));
  const needed = points.flatMap((point) => {
    const pieces = piecesOf(point, days);
    return [...pieces.hours, ...pieces.without];
  });
  return [...new Set(needed)].filter((hour) => !read.has(hour));
}

/** Returns the sum of each point. Days and hours without an entry count as zero. */
export const toSeries = ({ points, days }: Pick<StatsWindow, 'points' | 'days'>, ofDays: Sums, ofHours: Sums): Sum[] =>
  points.map((point) => {
    const pieces = piecesOf(point, days);
    const sum: Sum = { clicks: 0, uniqueClicks: 0 };
    for (const day of pieces.days) addTo(sum, ofDays.get(day), 1);
    for (const hour of pieces.hours) addTo(sum, ofHours.get(hour), 1);
    for (const hour of pieces.without) addTo(sum, ofHours.get(hour), -1);
    return sum;
  });

function addTo(sum: Sum, more: Sum | undefined, sign: 1 | -1): void {
  if (!more) return;
  sum.clicks += sign * more.clicks;
  sum.uniqueClicks += sign * more.uniqueClicks;
}

/** Adds to the sum under a key, or inserts it. */
export function addSum(sums: Sums, key: number, clicks: number, uniqueClicks: number): void {
  const sum = sums.get(key);
  if (sum) {
    sum.clicks += clicks;
    sum.uniqueClicks += uniqueClicks;
  } else sums.set(key, { clicks, uniqueClicks });
}
