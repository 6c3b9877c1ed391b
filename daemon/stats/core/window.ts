/**
 * The window of a click query: the hours and days that it covers, and the points of its series. Counts are kept by
 * the hour, so a window starts and ends with a whole hour. Pure: `now` is a parameter.
 */
import { stats } from '../../../shared/limits-of-fields.ts';
import {
  findTimeZone,
  localDayOf,
  startOfLocalDay,
  type TimeZone,
  toLocalIso,
  toMoment,
  utc,
} from '../../../shared/time-zone.ts';
import { dayMs, dayOf, hourMs, hoursADay } from '../../clicks/time.ts';

type Interval = 'hour' | 'day';

export type RequestedWindow = Times & { interval: Interval; zone: TimeZone; points: Point[] };
/** A window split for counting: `days` are whole UTC days, `hours` the rest. */
export type StatsWindow = RequestedWindow & { days: BucketSpan; hours: BucketSpan[] };
/** The buckets from `first` up to, but not including, `end`. */
export type BucketSpan = { first: number; end: number };
/** A point of the series: its hours, and its start as local time. */
type Point = BucketSpan & { time: string };

/** A span of time in ms since 1970; `to` is not included. */
export type Times = { from: number; to: number };
export type WindowQuery = { from?: string; to?: string; interval?: Interval; timezone?: string };
export type WindowFault = { field: 'from' | 'to' | 'interval' | 'timezone'; message: string };

/** The requested times and their zone. */
type ParsedWindow = Times & { zone: TimeZone };

const defaultDays = 30;
const hourlyByDefaultMs = 48 * hourMs;
const longestHourlyMs = stats.hourlyDays * dayMs;

/** A day or a time, with `Z` or an offset if any. A blank before the offset is a `+` that was not percent-encoded. */
const iso = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+ -]\d\d:?\d\d)?)?$/i;

/**
 * Converts a day or a time to ms since 1970, or returns undefined. A day, or a time without an offset, is in the
 * zone.
 */
function parseTime(text: string, zone: TimeZone): number | undefined {
  if (!iso.test(text)) return undefined;
  const zoned = text
    .replace(' ', '+')
    .replace(/([+-]\d\d)(\d\d)$/, (part, hours, minutes, at) => (at > 10 ? `${hours}:${minutes}` : part));
  const isLocal = zoned.length <= 10 || !/(Z|[+-]\d\d:\d\d)$/i.test(zoned);
  const time = Date.parse(isLocal && zoned.length > 10 ? `${zoned}Z` : zoned);
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  const dayExists = !Number.isNaN(day) && new Date(day).toISOString().startsWith(text.slice(0, 10));
  if (Number.isNaN(time) || !dayExists) return undefined;
  return isLocal ? toMoment(zone, time) : time;
}

/**
 * Returns the whole hours around the requested times, limited to the last `retentionDays` and the current hour; or the
 * fault in them. A window outside of these limits is empty.
 */
export function toTimes(query: WindowQuery, retentionDays: number, now: number): ParsedWindow | WindowFault {
  const given = parseWindow(query, now);
  return 'field' in given ? given : { ...clamp(outward(given), retentionDays, now), zone: given.zone };
}

/**
 * Extends times to whole hours. An hour belongs to the day in which it starts. So the hours of a day that starts
 * within an hour start with the next hour.
 */
function outward({ from, to, zone }: ParsedWindow): Times {
  const end = ceil(to, hourMs);
  const first = ceil(from, hourMs);
  const isMidnight = startOfLocalDay(zone, localDayOf(zone, from)) === from;
  return { from: isMidnight && first < end ? first : floor(from, hourMs), to: end };
}

function clamp({ from, to }: Times, retentionDays: number, now: number): Times {
  const earliest = floor(now - retentionDays * dayMs, hourMs);
  const latest = ceil(now, hourMs);
  if (to <= earliest) return { from: to, to };
  if (from >= latest) return { from, to: from };
  return { from: Math.max(from, earliest), to: Math.min(to, latest) };
}

/** Parses the end. A day given as the end is included in the window. */
const endOf = (text: string, zone: TimeZone) =>
  text.length === 10 ? startOfLocalDay(zone, dayOf(Date.parse(text)) + 1) : (parseTime(text, zone) as number);

/**
 * Parses the requested times. Without `from`, the window starts 30 days before `to`, or before now if that is earlier.
 */
function parseWindow(query: WindowQuery, now: number): ParsedWindow | WindowFault {
  const zone = query.timezone === undefined ? utc : findTimeZone(query.timezone);
  if (!zone) return { field: 'timezone', message: 'must be the IANA name of a time zone, such as Europe/Berlin' };
  for (const field of ['from', 'to'] as const) {
    const text = query[field];
    if (text !== undefined && parseTime(text, zone) === undefined) {
      return { field, message: 'must be an ISO 8601 time, such as 2026-01-31T00:00:00Z' };
    }
  }
  const to = query.to === undefined ? now : endOf(query.to, zone);
  const from =
    query.from === undefined ? Math.min(to, now) - defaultDays * dayMs : (parseTime(query.from, zone) as number);
  if (from < to) return { from, to, zone };
  return { field: 'from', message: `must be before ${query.to === undefined ? 'now' : 'to'}` };
}

/** Returns the window of the requested times with the points of its series, or the fault in them. */
export function toWindow(query: WindowQuery, retentionDays: number, now: number): RequestedWindow | WindowFault {
  const given = parseWindow(query, now);
  if ('field' in given) return given;
  const { from, to } = clamp(outward(given), retentionDays, now);
  // Extending to whole hours adds up to two hours, which do not count here.
  const length = shownLength(given.zone, Math.max(given.from, from), Math.min(given.to, to));
  const interval = query.interval ?? (length <= hourlyByDefaultMs ? 'hour' : 'day');
  if (interval === 'hour' && length > longestHourlyMs) {
    return { field: 'interval', message: `must be day for periods of more than ${stats.hourlyDays} days` };
  }
  return windowOf({ from, to }, interval, given.zone);
}

/** Returns the length in local clock time, so that days of 23 or 25 hours count as 24. */
export const shownLength = (zone: TimeZone, from: number, to: number) =>
  to + zone.offsetAt(to) - (from + zone.offsetAt(from));

/** Returns the preceding window of the same length: in days if this one has whole days, otherwise in hours. */
export function windowBefore(window: RequestedWindow, retentionDays: number, now: number): RequestedWindow {
  const { from, to, interval, zone } = window;
  const [first, end] = [localDayOf(zone, from), localDayOf(zone, to)];
  const startOf = (day: number) => ceil(startOfLocalDay(zone, day), hourMs);
  const isOfDays = startOf(first) === from && startOf(end) === to;
  const before = isOfDays ? startOf(first - (end - first)) : from - (to - from);
  return windowOf(clamp({ from: before, to: from }, retentionDays, now), interval, zone);
}

const windowOf = (times: Times, interval: Interval, zone: TimeZone): RequestedWindow => ({
  ...times,
  interval,
  zone,
  points: interval === 'hour' ? pointsByHour(times, zone) : pointsByDay(times, zone),
});

const floor = (ms: number, unit: number) => Math.floor(ms / unit) * unit;
const ceil = (ms: number, unit: number) => Math.ceil(ms / unit) * unit;

/**
 * Splits a window into whole UTC days before `openDay` and the hours around them. From `openDay` on, links have counts
 * by hour only.
 */
export function byDayAndHour(window: RequestedWindow, openDay: number): StatsWindow {
  const { from, to } = window;
  const hours = { first: from / hourMs, end: Math.ceil(to / hourMs) };
  const end = Math.min(openDay, Math.floor(hours.end / hoursADay));
  const days = { first: Math.ceil(hours.first / hoursADay), end };
  if (days.first >= days.end) return { ...window, days: { first: 0, end: 0 }, hours: nonEmpty([hours]) };
  return {
    ...window,
    days,
    hours: nonEmpty([
      { first: hours.first, end: days.first * hoursADay },
      { first: days.end * hoursADay, end: hours.end },
    ]),
  };
}

const nonEmpty = <Span extends BucketSpan>(spans: Span[]) => spans.filter(({ first, end }) => first < end);

function pointsByHour({ from, to }: Times, zone: TimeZone): Point[] {
  if (from === to) return [];
  return bucketsOf({ first: from / hourMs, end: to / hourMs }).map((hour) => ({
    first: hour,
    end: hour + 1,
    time: toLocalIso(zone, hour * hourMs),
  }));
}

/**
 * Returns a point for each local day. The first and the last day can be partial; a day that the zone skipped has no
 * point.
 */
function pointsByDay({ from, to }: Times, zone: TimeZone): Point[] {
  const points: Point[] = [];
  const hourOf = (ms: number) => Math.ceil(ms / hourMs);
  for (let day = localDayOf(zone, from), start = startOfLocalDay(zone, day); start < to; day++) {
    const next = startOfLocalDay(zone, day + 1);
    const span = { first: Math.max(hourOf(start), hourOf(from)), end: Math.min(hourOf(next), hourOf(to)) };
    points.push({ ...span, time: toLocalIso(zone, start) });
    start = next;
  }
  return nonEmpty(points);
}

export const bucketsOf = ({ first, end }: BucketSpan) =>
  Array.from({ length: end - first }, (_, index) => first + index);
