/** The periods of reports, in local days counted since 1970: weeks from Monday, and months. Pure. */
import { localDayOf, type TimeZone, toMoment } from '../../shared/time-zone.ts';
import { dayMs, hourMs } from '../clicks/time.ts';
import type { ReportFrequency } from '../core/tables.ts';

/** Days from `first` to before `end`. */
export type Period = { first: number; end: number };

/** The local hour at which sending starts. Nearly all clicks of the period are stored by then. */
const sentAtHour = 6;
/** The time over which the reports of a time zone are spread, so that other emails do not wait for all of them. */
const spreadMinutes = 60;

/** Returns the period that contains a day. 1970 started on a Thursday. */
function periodOf(every: ReportFrequency, day: number): Period {
  if (every === 'weekly') {
    const first = day - ((day + 3) % 7);
    return { first, end: first + 7 };
  }
  const date = new Date(day * dayMs);
  const startOf = (month: number) => Date.UTC(date.getUTCFullYear(), month) / dayMs;
  return { first: startOf(date.getUTCMonth()), end: startOf(date.getUTCMonth() + 1) };
}

export const periodBefore = (every: ReportFrequency, { first }: Period): Period => periodOf(every, first - 1);
export const periodAfter = (every: ReportFrequency, { end }: Period): Period => periodOf(every, end);

/** Returns the last period that has ended. */
export const lastPeriod = (every: ReportFrequency, zone: TimeZone, now: number): Period =>
  periodBefore(every, periodOf(every, localDayOf(zone, now)));

type Reader = { id: number; reportedUntil: number | null };

/**
 * Returns the next time after `now` at which a member's report is due, in ms since 1970. Skips periods that were
 * already reported, because a new time zone or an outage can make such a period due again.
 */
export function nextDue(every: ReportFrequency, zone: TimeZone, now: number, { id, reportedUntil }: Reader): number {
  const time = sentAtHour * hourMs + (id % spreadMinutes) * 60_000;
  const dueOn = (day: number) => toMoment(zone, day * dayMs + time);
  let day = periodOf(every, localDayOf(zone, now)).first;
  while (day <= (reportedUntil ?? 0) || dueOn(day) <= now) day = periodOf(every, day).end;
  return dueOn(day);
}

type Change = { every: ReportFrequency; from: TimeZone; to: TimeZone; dueAt: number };

/**
 * Returns the next due time after a member's time zone changed. Keeps the old time if the report's hour has already
 * passed in the new zone. Otherwise the next period would get no report.
 */
export function dueInNewZone({ every, from, to, dueAt }: Change, now: number, reader: Reader): number {
  const due = nextDue(every, to, now, reader);
  const skipsPeriod = lastPeriod(every, to, due).end > lastPeriod(every, from, dueAt).end;
  return skipsPeriod ? dueAt : due;
}

export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
