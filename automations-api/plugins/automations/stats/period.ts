/** Periods of days, and series of daily counts. Days are counted from 1970. Pure. */
import { dayOf, parseDay } from '../core/dates.ts';
import { unprocessable } from '../core/errors.ts';
import type { StatsArgs } from './schema.ts';

export type Interval = 'day' | 'month';
/** A period, with an exclusive end. */
export type Days = { from: number; until: number };

const dayMs = 86_400_000;
const defaultDays = 30;
/** The longest period shown by day. Longer ones are shown by month, unless the request contains an interval. */
const mostDaysByDefault = 366;
const mostDays = { day: 731, month: 7_306 } as const;

/** Formats a day as `yyyy-mm-dd`. */
export const showDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** Reads the requested period. @throws unprocessable_entity */
export function readDays(args: StatsArgs, now: Date): Days & { interval: Interval } {
  const to = readDay('to', args.to) ?? dayOf(now);
  const from = readDay('from', args.from) ?? to - defaultDays + 1;
  const days = { from, until: to + 1 };
  if (from > to) throw unprocessable('from must not be after to');
  const interval = args.interval ?? (to - from < mostDaysByDefault ? 'day' : 'month');
  if (to - from >= mostDays[interval]) {
    throw unprocessable(`from must be at most ${mostDays[interval]} days before to by ${interval}`);
  }
  return { ...days, interval };
}

function readDay(name: string, text: string | undefined): number | undefined {
  if (!text) return undefined;
  const day = parseDay(text);
  if (!day) throw unprocessable(`${name} must be a day, as yyyy-mm-dd`);
  return dayOf(day);
}

/** Returns the preceding period of the same length. */
export const previousDays = ({ from, until }: Days): Days => ({ from: from - (until - from), until: from });

export type DayCount = { day: number; status: number; n: number };

/** Builds a point for each day or month, including those without contacts. */
export function seriesOf({ from, until }: Days, interval: Interval, counts: readonly DayCount[]) {
  const startOf = (day: number) => (interval === 'day' ? showDay(day) : `${showDay(day).slice(0, 7)}-01`);
  const points = new Map<string, number>();
  for (let day = from; day < until; day++) points.set(startOf(day), 0);
  for (const { day, n } of counts) {
    const start = startOf(day);
    points.set(start, (points.get(start) ?? 0) + n);
  }
  return [...points].map(([start, created]) => ({ start, created }));
}

export const within = ({ from, until }: Days, counts: readonly DayCount[]): DayCount[] =>
  counts.filter(({ day }) => day >= from && day < until);

export function sumByStatus(counts: readonly DayCount[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { status, n } of counts) sums.set(status, (sums.get(status) ?? 0) + n);
  return sums;
}
