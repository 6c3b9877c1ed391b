/** Dates as the API writes and reads them: UTC, `YYYY-MM-DD HH:MM:SS` and `yyyy-mm-dd`. */
import { unprocessable } from './errors.ts';

const dayMs = 86_400_000;

export const sqlDate = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ');

/** Days since 1970. */
export const dayOf = (date: Date) => Math.floor(date.getTime() / dayMs);

export const daysBefore = (date: Date, days: number) => new Date(date.getTime() - days * dayMs);

const nextDay = (date: Date) => new Date(date.getTime() + dayMs);

/** Midnight of a day that exists, from the year 1000, MySQL's first, to 9999; undefined for any other text. */
export function parseDay(text: string): Date | undefined {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? day : undefined;
}

/** The present second: what DATETIME holds, so that a row read back is the row written. */
export const presentSecond = () => new Date(Math.floor(Date.now() / 1_000) * 1_000);

/** The day a parameter names; an empty one names none. @throws unprocessable_entity */
export function readDay(name: string, text: string | undefined): Date | undefined {
  if (!text) return undefined;
  const day = parseDay(text);
  if (!day) throw unprocessable(`${name} must be a date, as yyyy-mm-dd`);
  return day;
}

/** The end of the last day that a parameter includes. @throws unprocessable_entity */
export function readEnd(name: string, text: string | undefined): Date | undefined {
  const day = readDay(name, text);
  // The day after the last one MySQL knows would be no date; every contact was there before it anyway.
  return day && text !== '9999-12-31' ? nextDay(day) : undefined;
}
