/** Dates as the API writes and reads them: UTC, `YYYY-MM-DD HH:MM:SS` and `yyyy-mm-dd`. */
import { unprocessable } from './errors.ts';

const dayMs = 86_400_000;

export const sqlDate = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ');

/** Days since 1970. */
export const dayOf = (date: Date) => Math.floor(date.getTime() / dayMs);

export const daysBefore = (date: Date, days: number) => new Date(date.getTime() - days * dayMs);

const nextDay = (date: Date) => new Date(date.getTime() + dayMs);

/** Midnight of a day that exists, of the years 1 to 9999, which MySQL keeps and counts; undefined for any other text. */
export function parseDay(text: string): Date | undefined {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? day : undefined;
}

/** A second of a day there is, as `yyyy-mm-dd hh:mm:ss`; undefined for any other text. */
function parseSecond(text: string): Date | undefined {
  const [, day = '', time] = /^(\S{10}) ((?:[01]\d|2[0-3])(?::[0-5]\d){2})$/.exec(text) ?? [];
  return parseDay(day) && new Date(`${day}T${time}Z`);
}

/** The present second: what DATETIME holds, so that a row read back is the row written. */
export const presentSecond = () => new Date(Math.floor(Date.now() / 1_000) * 1_000);

/** The first moment a parameter includes: of a day or a second; an empty one names none. @throws unprocessable_entity */
export const readStart = (name: string, text: string | undefined) => readMoment(name, text)?.start;

/** The end of the last day or second that a parameter includes. @throws unprocessable_entity */
export const readEnd = (name: string, text: string | undefined) => readMoment(name, text)?.end;

function readMoment(name: string, text: string | undefined): { start: Date; end: Date | undefined } | undefined {
  if (!text) return undefined;
  const day = parseDay(text);
  const start = day ?? parseSecond(text);
  if (!start) throw unprocessable(`${name} must be a date, as yyyy-mm-dd or yyyy-mm-dd hh:mm:ss`);
  // The day after the last one MySQL knows would be no date; everything was there before it anyway.
  if (text.startsWith('9999-12-31')) return { start, end: undefined };
  return { start, end: day ? nextDay(day) : new Date(start.getTime() + 1_000) };
}
