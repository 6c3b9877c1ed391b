/** Numbers and times in the page's language and the chosen time zone, dates and clocks as in the browser's locale. */
import { signal } from '@preact/signals';
import { formatsFor } from './date-order.ts';
import { zoneOf } from './preferences.ts';
import { uiText } from './text.ts';

const locale = () => document.documentElement.lang || 'en';

const plain = new Intl.NumberFormat(locale());
const short = new Intl.NumberFormat(locale(), { notation: 'compact', maximumFractionDigits: 1 });
const parts = new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 });
const change = new Intl.NumberFormat(locale(), {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

export const number = (value: number): string => plain.format(value);
/** Formats a number compactly, such as 12.3K. */
export const compact = (value: number): string => short.format(value);
/** Formats a fraction as a percentage, such as 25 % for 0.25. */
export const percent = (value: number): string => parts.format(value);
/** Formats the change since the previous value as a percentage. Returns undefined if the previous value was zero. */
export const changeOf = (now: number, before: number): string | undefined =>
  before > 0 ? change.format(now / before - 1) : undefined;

const formatOf = formatsFor(locale());
const dates = new Map<string, (time: Date) => string>();

type Time = string | number | Date;
const at = (time: Time) => new Date(time);

/** Formats a time. Caches one formatter per form and zone, because creating one is slow. */
function formatted(time: Time, options: Intl.DateTimeFormatOptions, zone = zoneOf()): string {
  const key = JSON.stringify(options) + zone;
  const format = dates.get(key) ?? formatOf({ ...options, timeZone: zone });
  dates.set(key, format);
  return format(at(time));
}

/** Formats a time like 5 Nov 2026, 14:03. */
export const dateTime = (time: Time): string => formatted(time, { dateStyle: 'medium', timeStyle: 'short' });
/** Formats a day like 5 Nov 2026. */
export const date = (time: Time, zone?: string): string => formatted(time, { dateStyle: 'medium' }, zone);
/** Formats a day like 5 Nov. */
export const day = (time: Time, zone?: string): string => formatted(time, { day: 'numeric', month: 'short' }, zone);
/** Formats a month like Nov 2026. */
export const month = (time: Time, zone?: string): string => formatted(time, { month: 'short', year: 'numeric' }, zone);
/** Formats a weekday like Thu. */
export const weekday = (time: Time, zone?: string): string => formatted(time, { weekday: 'short' }, zone);
/** Formats a time of day like 14:03. */
export const clock = (time: Time, zone?: string): string => formatted(time, { timeStyle: 'short' }, zone);

const relativeFormat = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style: 'short' });
const steps: [seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
];

/** Whether the page is being printed. */
const isOnPaper = signal(false);
for (const name of ['beforeprint', 'afterprint']) {
  addEventListener(name, () => {
    isOnPaper.value = name === 'beforeprint';
  });
}

/**
 * Formats a time relative to now, such as "2 hours ago", or as a day if it is more than a week away. On paper, where now
 * is unknown, formats the time itself.
 */
export function relative(time: Time | null | undefined, now = Date.now()): string {
  if (time === null || time === undefined) return uiText.never;
  if (isOnPaper.value) return dateTime(time);
  const seconds = (at(time).getTime() - now) / 1_000;
  if (Math.abs(seconds) < 45) return uiText.justNow;
  if (Math.abs(seconds) > 7 * 86_400) {
    return at(time).getFullYear() === at(now).getFullYear() ? day(time) : date(time);
  }
  const [size, unit] = steps.find(([least]) => Math.abs(seconds) >= least) ?? [60, 'minute' as const];
  return relativeFormat.format(Math.round(seconds / size), unit);
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a number of bytes, such as 1.2 MB. */
export function bytes(count: number): string {
  const step = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(1, count)) / 3));
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: sizes[step],
    unitDisplay: 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(count / 1_000 ** step);
}

const countries = new Intl.DisplayNames(locale(), { type: 'region', fallback: 'code' });
const languages = new Intl.DisplayNames(locale(), { type: 'language', fallback: 'code' });

/** Returns the name of a country code; anything other than two capital letters is returned unchanged. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code);

export function languageName(code: string): string {
  try {
    return languages.of(code) ?? code;
  } catch {
    return code;
  }
}

/** Returns a URL without its scheme, `www.` and final slash. */
export const withoutScheme = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
