/** Durations such as "2 days". Pure. */
import { unprocessable } from './errors.ts';

const unitsMs = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;
type Unit = keyof typeof unitsMs;

const longestMs = 365 * unitsMs.day;
const form = /^\s*(\d{1,8})\s*(second|minute|hour|day|week)s?\s*$/i;

export type Duration = { ms: number; text: string };

/** Parses a duration between a second and a year. `text` is its normal form. @throws unprocessable_entity */
export function parseDuration(parameter: string, given: string): Duration {
  const [, digits, word] = form.exec(given) ?? [];
  const [count, unit] = [Number(digits), word?.toLowerCase() as Unit];
  const ms = count * unitsMs[unit];
  if (!(ms >= unitsMs.second && ms <= longestMs)) {
    throw unprocessable(
      `${parameter} must be a duration of at most a year, such as "10 minutes", "3 hours", "2 days" or "1 week"`,
    );
  }
  return { ms, text: `${count} ${unit}${count === 1 ? '' : 's'}` };
}
