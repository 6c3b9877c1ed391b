/** Parsing of other systems' values: texts, flags, times and JSON. Pure. */

/** Returns a cell or a JSON value as text, without outer spaces; '' for none. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

const no = new Set(['', '0', 'false', 'no', 'n', 'off', 'null', 'none', 'never', 'nein', '-']);

/** Returns true for everything except an empty value, zero and words that mean no. */
export const toFlag = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : !no.has(toText(value).toLowerCase()) && toText(value) !== '{}';

/** Parses JSON; undefined if it is invalid. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isoTime = /^((\d{4})-(\d\d)-(\d\d))(?:[T ](\d\d:\d\d)(:\d\d)?(\.\d+)?\s*(?:(Z|UTC|GMT)|([+-]\d\d):?(\d\d))?)?$/i;
const byParts = /^(\d{1,2})([/.])(\d{1,2})\2(\d{4})(?:,?\s+(\d{1,2}):(\d\d)(?::(\d\d))?\s*([ap])?\.?m?\.?)?$/i;
const withMonth =
  /^(?:[a-z]{3,9}\.?,?\s+)?(?:([a-z]{3,9})\.?\s+(\d{1,2})|(\d{1,2})\s+([a-z]{3,9})\.?),?\s+(\d{4})(?:[\s,].*)?$/i;

/**
 * Parses a time to RFC 3339 in UTC; a time without a zone is in UTC. Undefined for invalid times, and for 03/04/2024, which
 * can be in March or April.
 */
export function toTime(value: unknown): string | undefined {
  const text = toText(value);
  const at = new Date(toMilliseconds(text));
  const isKept = !Number.isNaN(at.getTime()) && at.getUTCFullYear() >= 1970 && at.getUTCFullYear() <= 9_999;
  return isKept ? at.toISOString() : undefined;
}

function toMilliseconds(text: string): number {
  if (/^\d{9,10}(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  if (/^\d{12,13}$/.test(text)) return Number(text);
  const iso = isoTime.exec(text);
  if (iso) {
    const [, date, year, month, day, clock = '00:00', seconds = ':00', fraction = '', , hours, minutes] = iso;
    if (!isDay(Date.UTC(Number(year), Number(month) - 1, Number(day)), day)) return Number.NaN;
    return Date.parse(`${date}T${clock}${seconds}${fraction}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
  }
  const parts = byParts.exec(text);
  if (parts) return fromParts(parts);
  const [, monthBefore, dayAfter, dayBefore, monthAfter, year] = withMonth.exec(text) ?? [];
  const day = dayBefore ?? dayAfter;
  if (!isDay(Date.parse(`${day} ${monthBefore ?? monthAfter} ${year} UTC`), day)) return Number.NaN;
  return Date.parse(/(?:[+-]\d{4}|[+-]\d\d:\d\d|GMT|UTC|Z)\)?$/.test(text) ? text : `${text} UTC`);
}

/** Returns whether a time has the expected day of the month: `Date` turns February 30 into March 2. */
const isDay = (ms: number, day: string | undefined): boolean => new Date(ms).getUTCDate() === Number(day);

/** Computes the time of 31.1.2024, 31/1/2024 or 1/31/2024. */
function fromParts([, one, mark, other, year, hour = '0', minute = '0', second = '0', half]: RegExpExecArray): number {
  const [first, next] = [Number(one), Number(other)];
  if (mark === '/' && first <= 12 && next <= 12 && first !== next) return Number.NaN;
  const [day, month] = mark === '.' || first > 12 ? [first, next] : [next, first];
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const at = new Date(Date.UTC(Number(year), month - 1, day, hours, Number(minute), Number(second)));
  const isKept = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && at.getUTCMinutes() === Number(minute);
  return isKept ? at.getTime() : Number.NaN;
}
