/** Dates in the API's formats `yyyy-mm-dd hh:mm:ss` and `yyyy-mm-dd`, in UTC. */
import { unprocessable } from './errors.ts';

export { sqlDate } from '../../../host/shapes.ts';

const dayMs = 86_400_000;

/** Returns the days since 1970. */
export const dayOf = (date: Date) => Math.floor(date.getTime() / dayMs);

export const daysBefore = (date: Date, days: number) => new Date(date.getTime() - days * dayMs);

const nextDay = (date: Date) => new Date(date.getTime() + dayMs);

/** Returns the midnight of a day in the years 1 to 9999, or undefined if there is no such day. */
export function parseDay(text: string): Date | undefined {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? day : undefined;
}

/** Parses `yyyy-mm-dd hh:mm:ss`. Returns undefined if there is no such day. */
function parseSecond(text: string): Date | undefined {
  const [, day = '', time] = /^(\S{10}) ((?:[01]\d|2[0-3])(?::[0-5]\d){2})$/.exec(text) ?? [];
  return parseDay(day) && new Date(`${day}T${time}Z`);
}

/** Returns the current time in whole seconds, like DATETIME columns. */
export const presentSecond = () => new Date(Math.floor(Date.now() / 1_000) * 1_000);

/** Reads the start of a day or second. Returns undefined for an empty parameter. @throws unprocessable_entity */
export const readStart = (name: string, text: string | undefined) => readMoment(name, text)?.start;

/** Reads the end of a day or second. Returns undefined for an empty parameter. @throws unprocessable_entity */
export const readEnd = (name: string, text: string | undefined) => readMoment(name, text)?.end;

function readMoment(name: string, text: string | undefined): { start: Date; end: Date | undefined } | undefined {
  if (!text) return undefined;
  const day = parseDay(text);
  const start = day ?? parseSecond(text);
  if (!start) throw unprocessable(`${name} must be a date, as yyyy-mm-dd or yyyy-mm-dd hh:mm:ss`);
  // The last day in MySQL needs no end, because no later one exists.
  if (text.startsWith('9999-12-31')) return { start, end: undefined };
  return { start, end: day ? nextDay(day) : new Date(start.getTime() + 1_000) };
}
