/** Quiet times: hours of the contact's day in which no emails are sent. Pure. */
import { findTimeZone, utc } from '../../../../shared/time-zone.ts';

/** Local times such as `21:00`. If they are equal or empty, there is no quiet time. */
export type QuietTime = { from: string; to: string };

const minuteMs = 60_000;
const dayMinutes = 1_440;

/** Returns the end of the quiet time if `now` is in it. An unknown zone counts as UTC. */
export function endOfQuiet(now: Date, zoneName: string, { from, to }: QuietTime): Date | undefined {
  if (from === to) return undefined;
  const zone = findTimeZone(zoneName) ?? utc;
  const localMinute = (ms: number) => Math.floor((ms + zone.offsetAt(ms)) / minuteMs) % dayMinutes;
  const [start, end] = [minutesOf(from), minutesOf(to)];
  const isQuiet = (ms: number) => distance(start, localMinute(ms)) < distance(start, end);
  let ms = now.getTime();
  if (!isQuiet(ms)) return undefined;
  // After a clock change the local time can still be quiet. The rest of the quiet time is then added again.
  for (let round = 0; round < 3 && isQuiet(ms); round++) {
    ms = (Math.floor(ms / minuteMs) + distance(localMinute(ms), end)) * minuteMs;
  }
  return new Date(ms);
}

/** Returns the minutes from one time of day to the next occurrence of another. */
const distance = (from: number, to: number) => (to - from + dayMinutes) % dayMinutes;

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
