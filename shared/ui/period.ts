/** Periods of analytics: named periods, and ranges of days. Days are written `2026-11-05`, in a time zone. Pure. */

export const presets = ['today', '24h', '7d', '30d', '90d', 'month', 'last-month', 'year', 'all'] as const;
export type Preset = (typeof presets)[number];

/** A period as the URL has it: a name, or the first and last day. */
export type Period = { name: Preset } | { name: 'days'; from: string; to: string };

const defaultPeriod = '30d';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const lengths: Partial<Record<Preset, number>> = { today: 1, '7d': 7, '30d': 30, '90d': 90 };

export const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;

type PeriodAddress = { range?: string; from?: string; to?: string };

/** Parses the period in a URL. Missing and invalid values result in the usual period. */
export function periodOf({ range, from, to }: PeriodAddress, usual: Preset = defaultPeriod): Period {
  if (isDay(from) && isDay(to) && from <= to) return { name: 'days', from, to };
  return { name: presets.find((name) => name === range) ?? usual };
}

/** Returns the URL parameters of a period. The usual period has none. */
export const addressOf = (period: Period, usual: Preset = defaultPeriod): PeriodAddress =>
  period.name === 'days'
    ? { range: undefined, from: period.from, to: period.to }
    : { range: period.name === usual ? undefined : period.name, from: undefined, to: undefined };

/** Returns the start of the last 24 hours: of the 24th hour up to the current one. */
const startOf24h = (now: number) => Math.ceil(now / hourMs) * hourMs - dayMs;

/** Returns the shortest usual period that covers an object's lifetime; the default for older objects. */
export function usualSince(created: number, zone: string, now: number): Preset {
  if (created >= startOf24h(now)) return '24h';
  return todayOf(zone, created) > addDays(todayOf(zone, now), -7) ? '7d' : defaultPeriod;
}

/** Returns today's date in a time zone. */
export function todayOf(zone: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const by = Object.fromEntries(parts.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${by.year}-${by.month}-${by.day}`;
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** Returns the first day of the month that is `months` later. */
function monthOf(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** Returns the first and last day of a period. `earliest`: the first day with data. */
export function daysOf(period: Period, today: string, earliest: string): { from: string; to: string } {
  if (period.name === 'days') return { from: period.from, to: period.to };
  const { name } = period;
  if (name === 'last-month') return { from: monthOf(today, -1), to: addDays(monthOf(today, 0), -1) };
  if (name === '24h') return { from: addDays(today, -1), to: today };
  if (name === 'month') return { from: monthOf(today, 0), to: today };
  if (name === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today };
  if (name === 'all') return { from: earliest < today ? earliest : today, to: today };
  return { from: addDays(today, 1 - (lengths[name] ?? 30)), to: today };
}

/**
 * Returns the period as analytics requests need it: days, or a time for the last 24 hours. `to` is undefined if the
 * period lasts until now.
 */
export function windowOf(
  period: Period,
  today: string,
  earliest: string,
  now: number,
): { from: string; to: string | undefined } {
  if (period.name === '24h') return { from: new Date(startOf24h(now)).toISOString(), to: undefined };
  const { from, to } = daysOf(period, today, earliest);
  return { from, to: to >= today ? undefined : to };
}

/**
 * Returns the previous or next period of the same length; whole months shift by months. Returns undefined if that
 * period is in the future or before the data.
 */
export function shiftPeriod(period: Period, steps: -1 | 1, today: string, earliest: string): Period | undefined {
  if (period.name === 'all') return undefined;
  const { from, to } = period.name === '24h' ? { from: today, to: today } : daysOf(period, today, earliest);
  const moved = isOfMonths(from, to, period) ? shiftMonths(from, to, period, steps) : shiftDays(from, to, steps);
  if (moved.from > today || moved.to < earliest) return undefined;
  return { name: 'days', ...moved };
}

/** Returns whether a period consists of whole months, the current one included. */
const isOfMonths = (from: string, to: string, { name }: Period) =>
  name === 'month' || name === 'year' || (from.endsWith('-01') && addDays(to, 1).endsWith('-01'));

function shiftMonths(from: string, to: string, { name }: Period, steps: number) {
  const end = name === 'year' ? monthOf(from, 12) : name === 'month' ? monthOf(from, 1) : addDays(to, 1);
  const months =
    (Number(end.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(end.slice(5, 7)) - Number(from.slice(5, 7));
  return { from: monthOf(from, steps * months), to: addDays(monthOf(end, steps * months), -1) };
}

function shiftDays(from: string, to: string, steps: number) {
  const days = daysBetween(from, to) + 1;
  return { from: addDays(from, steps * days), to: addDays(to, steps * days) };
}
