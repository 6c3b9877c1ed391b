/**
 * The window of a question about clicks: which hours and days it covers, and how a series is cut. Counts are kept by
 * the hour, so a window begins and ends with a whole one. Pure: `now` is given.
 */
import { dayMs, hourMs } from '../clicks/time.ts';

type Interval = 'hour' | 'day';

/** `days` lie whole in the window, `hours` are the rest of it. */
export type StatsWindow = Times & { interval: Interval; days: BucketSpan; hours: BucketSpan[] };
/** Buckets from `first` to before `end`. */
export type BucketSpan = { first: number; end: number };

/** In ms since 1970; `to` is not included. */
export type Times = { from: number; to: number };
export type Asked = { from?: string; to?: string; interval?: Interval };
export type WindowFault = { field: 'from' | 'to' | 'interval'; message: string };

const defaultDays = 30;
const hourlyByDefaultMs = 48 * hourMs;
const longestHourlyMs = 31 * dayMs;

/** A UTC day, or a time with `Z` or an offset; a `+` that became a blank in the query is read as one. */
const iso = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+ -]\d\d:?\d\d)?)?$/i;

/** ms since 1970, or undefined for what is no time. A time without a zone is UTC. */
function parseTime(text: string): number | undefined {
  if (!iso.test(text)) return undefined;
  const zoned = text
    .replace(' ', '+')
    .replace(/([+-]\d\d)(\d\d)$/, (part, hours, minutes, at) => (at > 10 ? `${hours}:${minutes}` : part));
  const time = Date.parse(zoned.length > 10 && !/(Z|[+-]\d\d:\d\d)$/i.test(zoned) ? `${zoned}Z` : zoned);
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  const dayExists = !Number.isNaN(day) && new Date(day).toISOString().startsWith(text.slice(0, 10));
  return Number.isNaN(time) || !dayExists ? undefined : time;
}

/**
 * The whole hours around the times asked for, as far as the last `retentionDays` and the present hour go; or what is wrong
 * with them. A window that lies outside of those is empty, where it was asked for.
 */
export function toTimes(asked: Asked, retentionDays: number, now: number): Times | WindowFault {
  const given = toGiven(asked, now);
  return 'field' in given ? given : clamp(outward(given), retentionDays, now);
}

const outward = ({ from, to }: Times): Times => ({ from: floor(from, hourMs), to: ceil(to, hourMs) });

function clamp({ from, to }: Times, retentionDays: number, now: number): Times {
  const earliest = floor(now - retentionDays * dayMs, hourMs);
  const latest = ceil(now, hourMs);
  if (to <= earliest) return { from: to, to };
  if (from >= latest) return { from, to: from };
  return { from: Math.max(from, earliest), to: Math.min(to, latest) };
}

/** Without `from`, 30 days before `to`, or before now where that is earlier. */
function toGiven(asked: Asked, now: number): Times | WindowFault {
  for (const field of ['from', 'to'] as const) {
    const text = asked[field];
    if (text !== undefined && parseTime(text) === undefined) {
      return { field, message: 'must be an ISO 8601 time, such as 2026-01-31T00:00:00Z' };
    }
  }
  const to = asked.to === undefined ? now : (parseTime(asked.to) as number);
  const from = asked.from === undefined ? Math.min(to, now) - defaultDays * dayMs : (parseTime(asked.from) as number);
  return from < to ? { from, to } : { field: 'from', message: 'must be before to' };
}

/** The window of the times asked for, and how its series is cut; or what is wrong with them. */
export function toWindow(asked: Asked, retentionDays: number, now: number): StatsWindow | WindowFault {
  const given = toGiven(asked, now);
  if ('field' in given) return given;
  const { from, to } = clamp(outward(given), retentionDays, now);
  // Not longer than was asked for: whole hours may add up to two.
  const length = Math.min(given.to, to) - Math.max(given.from, from);
  const interval = asked.interval ?? (length <= hourlyByDefaultMs ? 'hour' : 'day');
  if (interval === 'hour' && length > longestHourlyMs) {
    return { field: 'interval', message: 'hour is for windows of up to 31 days' };
  }
  return { from, to, interval, ...split(from, to) };
}

const floor = (ms: number, unit: number) => Math.floor(ms / unit) * unit;
const ceil = (ms: number, unit: number) => Math.ceil(ms / unit) * unit;

/** Whole days, and the hours before and after them. */
function split(from: number, to: number): { days: BucketSpan; hours: BucketSpan[] } {
  const hours = { first: from / hourMs, end: Math.ceil(to / hourMs) };
  const hoursADay = dayMs / hourMs;
  const days = { first: Math.ceil(hours.first / hoursADay), end: Math.floor(hours.end / hoursADay) };
  if (days.first >= days.end) return { days: { first: 0, end: 0 }, hours: nonEmpty([hours]) };
  return {
    days,
    hours: nonEmpty([
      { first: hours.first, end: days.first * hoursADay },
      { first: days.end * hoursADay, end: hours.end },
    ]),
  };
}

const nonEmpty = (spans: BucketSpan[]) => spans.filter(({ first, end }) => first < end);

/** Every bucket of the window's series. */
export function seriesOf({ from, to, interval }: StatsWindow): BucketSpan {
  if (from === to) return { first: 0, end: 0 };
  const unit = interval === 'hour' ? hourMs : dayMs;
  return { first: Math.floor(from / unit), end: Math.ceil(to / unit) };
}

export const bucketsOf = ({ first, end }: BucketSpan) =>
  Array.from({ length: end - first }, (_, index) => first + index);
