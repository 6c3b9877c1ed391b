/** How long a step waits, as "2 days". Pure. */
import { unprocessable } from '../core/errors.ts';

const unitsMs = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;
type Unit = keyof typeof unitsMs;

const longestMs = 365 * unitsMs.day;
const form = /^\s*(\d{1,8})\s*(second|minute|hour|day|week)s?\s*$/i;

export type Wait = { ms: number; text: string };

/** At least a second, at most a year. `text` is the usual way to write it. @throws unprocessable_entity */
export function parseWait(given: string): Wait {
  const [, digits, word] = form.exec(given) ?? [];
  const [count, unit] = [Number(digits), word?.toLowerCase() as Unit];
  const ms = count * unitsMs[unit];
  if (!(ms >= unitsMs.second && ms <= longestMs)) {
    throw unprocessable('wait must be such as "10 minutes", "3 hours", "2 days" or "1 week", at most a year');
  }
  return { ms, text: `${count} ${unit}${count === 1 ? '' : 's'}` };
}
