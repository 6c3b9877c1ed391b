/**
 * The window of a question about clicks: which hours and days it covers, and how a series is cut. Counts are kept by
 * the hour, so a window begins and ends with a whole one. Pure: `now` is given.
 */
import { stats } from '../../../shared/limits-of-fields.ts';
import { dayMs, dayOf, hourMs, hoursADay } from '../../clicks/time.ts';
import { findTimeZone, localDayOf, startOfLocalDay, type TimeZone, toLocalIso, toMoment, utc } from './time-zone.ts';

type Interval = 'hour' | 'day';

export type AskedWindow = Times & { interval: Interval; zone: TimeZone; points: Point[] };
/** The counts of a window: `days` lie whole in it, `hours` are the rest of it. */
export type StatsWindow = AskedWindow & { days: BucketSpan; hours: BucketSpan[] };
/** Buckets from `first` to before `end`. */
export type BucketSpan = { first: number; end: number };
/** A member of the series: its hours, and when it begins by the window's clock. */
type Point = BucketSpan & { time: string };

/** In ms since 1970; `to` is not included. */
export type Times = { from: number; to: number };
export type Asked = { from?: string; to?: string; interval?: Interval; timezone?: string };
export type WindowFault = { field: 'from' | 'to' | 'interval' | 'timezone'; message: string };

/** Times as they were asked for, and the clock they were asked by. */
type Given = Times & { zone: TimeZone };

const defaultDays = 30;
const hourlyByDefaultMs = 48 * hourMs;
const longestHourlyMs = stats.hourlyDays * dayMs;

/** A day, or a time with `Z` or an offset; a `+` that became a blank in the query is read as one. */
const iso = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+ -]\d\d:?\d\d)?)?$/i;

/** ms since 1970, or undefined for what is no time. A day, and a time without an offset, is the zone's. */
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
 * The whole hours around the times asked for, as far as the last `retentionDays` and the present hour go; or what is wrong
 * with them. A window that lies outside of those is empty, where it was asked for.
 */
export function toTimes(asked: Asked, retentionDays: number, now: number): Given | WindowFault {
  const given = toGiven(asked, now);
  return 'field' in given ? given : { ...clamp(outward(given), retentionDays, now), zone: given.zone };
}

/** An hour belongs to the day in which it begins, so a day that begins within an hour has the hours from the next one on. */
function outward({ from, to, zone }: Given): Times {
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

/** A day named as the end is in the window. */
const endOf = (text: string, zone: TimeZone) =>
  text.length === 10 ? startOfLocalDay(zone, dayOf(Date.parse(text)) + 1) : (parseTime(text, zone) as number);

/** Without `from`, 30 days before `to`, or before now where that is earlier. */
function toGiven(asked: Asked, now: number): Given | WindowFault {
  const zone = asked.timezone === undefined ? utc : findTimeZone(asked.timezone);
  if (!zone) return { field: 'timezone', message: 'must be the IANA name of a time zone, such as Europe/Berlin' };
  for (const field of ['from', 'to'] as const) {
    const text = asked[field];
    if (text !== undefined && parseTime(text, zone) === undefined) {
      return { field, message: 'must be an ISO 8601 time, such as 2026-01-31T00:00:00Z' };
    }
  }
  const to = asked.to === undefined ? now : endOf(asked.to, zone);
  const from =
    asked.from === undefined ? Math.min(to, now) - defaultDays * dayMs : (parseTime(asked.from, zone) as number);
  if (from < to) return { from, to, zone };
  return { field: 'from', message: `must be before ${asked.to === undefined ? 'now' : 'to'}` };
}

/** The window of the times asked for, and how its series is cut; or what is wrong with them. */
export function toWindow(asked: Asked, retentionDays: number, now: number): AskedWindow | WindowFault {
  const given = toGiven(asked, now);
  if ('field' in given) return given;
  const { from, to } = clamp(outward(given), retentionDays, now);
  // Not longer than was asked for: whole hours may add up to two.
  const length = shownLength(given.zone, Math.max(given.from, from), Math.min(given.to, to));
  const interval = asked.interval ?? (length <= hourlyByDefaultMs ? 'hour' : 'day');
  if (interval === 'hour' && length > longestHourlyMs) {
    return { field: 'interval', message: `hour is for periods of up to ${stats.hourlyDays} days` };
  }
  return windowOf({ from, to }, interval, given.zone);
}

/** How much later a clock shows it is at the end: a month of days, some of which are of 25 hours, is as long as any. */
export const shownLength = (zone: TimeZone, from: number, to: number) =>
  to + zone.offsetAt(to) - (from + zone.offsetAt(from));

/** The equally long window before this one: as many days if it is of whole days, else as many hours. */
export function windowBefore(window: AskedWindow, retentionDays: number, now: number): AskedWindow {
  const { from, to, interval, zone } = window;
  const [first, end] = [localDayOf(zone, from), localDayOf(zone, to)];
  const startOf = (day: number) => ceil(startOfLocalDay(zone, day), hourMs);
  const isOfDays = startOf(first) === from && startOf(end) === to;
  const before = isOfDays ? startOf(first - (end - first)) : from - (to - from);
  return windowOf(clamp({ from: before, to: from }, retentionDays, now), interval, zone);
}

const windowOf = (times: Times, interval: Interval, zone: TimeZone): AskedWindow => ({
  ...times,
  interval,
  zone,
  points: interval === 'hour' ? pointsByHour(times, zone) : pointsByDay(times, zone),
});

const floor = (ms: number, unit: number) => Math.floor(ms / unit) * unit;
const ceil = (ms: number, unit: number) => Math.ceil(ms / unit) * unit;

/** Whole days of UTC before `openDay`, from which on links are counted by the hour alone, and the hours before and after them. */
export function byDayAndHour(window: AskedWindow, openDay: number): StatsWindow {
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

/** The first and the last day may have lost hours at the window's ends; a day that a place skipped has none. */
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
