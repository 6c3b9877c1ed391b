/** Clock times of a place: the platform's tables of IANA zones, queried rarely and cached. */
import { dayMs, dayOf } from '../../clicks/time.ts';

/** `offsetAt`: what to add to a time, in ms since 1970, for what the clock shows then, in ms as if it were UTC. */
export type TimeZone = { name: string; offsetAt(ms: number): number };

export const utc: TimeZone = { name: 'UTC', offsetAt: () => 0 };

const zonesRemembered = 64;
const zones = new Map<string, TimeZone>();

/** A name as in `Europe/Berlin`; an offset such as `+02:00`, which some platforms take, is none. */
const zoneName = /^[A-Za-z][\w+/-]{0,63}$/;

/** The zone of an IANA name; undefined for what is none. */
export function findTimeZone(name: string): TimeZone | undefined {
  if (name === utc.name) return utc;
  if (!zoneName.test(name)) return undefined;
  const known = zones.get(name);
  if (known) return known;
  try {
    const zone = readZone(name);
    if (zones.size >= zonesRemembered) zones.delete(zones.keys().next().value as string);
    zones.set(name, zone);
    return zone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const daysRemembered = 5_000;

/** Asking costs some microseconds. Of a day that begins and ends with the same offset that is all there is to know. */
function readZone(name: string): TimeZone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  const ask = (ms: number) => toOffset(format.format(ms));
  const atDays = new Map<number, number>();
  const atStartOf = (day: number) => {
    const known = atDays.get(day);
    if (known !== undefined) return known;
    if (atDays.size >= daysRemembered) atDays.clear();
    const offset = ask(day * dayMs);
    atDays.set(day, offset);
    return offset;
  };
  return {
    name,
    offsetAt(ms) {
      const day = dayOf(ms);
      const offset = atStartOf(day);
      return offset === atStartOf(day + 1) ? offset : ask(ms);
    },
  };
}

/** Parses a text that ends in `GMT`, `GMT+05:30` or, long ago, `GMT-00:01:15`. */
function toOffset(text: string): number {
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text) ?? [];
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -ms : ms;
}

/**
 * The first moment at which the clock shows a time (ms as if it were UTC) or, where it is put forward over that, the
 * moment it is.
 */
export function toMoment(zone: TimeZone, shown: number): number {
  const before = shown - zone.offsetAt(shown - dayMs);
  const after = shown - zone.offsetAt(shown + dayMs);
  for (const moment of [before, after]) if (moment + zone.offsetAt(moment) === shown) return moment;
  let [early, late] = [Math.min(before, after), Math.max(before, after)];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (middle + zone.offsetAt(middle) < shown) early = middle;
    else late = middle;
  }
  return late;
}

/** The day of the place's calendar, counted since 1970. */
export const localDayOf = (zone: TimeZone, ms: number) => dayOf(ms + zone.offsetAt(ms));

/** When a day of the place's calendar begins: at midnight, or at the first moment that there is of it. */
export const startOfLocalDay = (zone: TimeZone, day: number) => toMoment(zone, day * dayMs);

/** ISO 8601 as the clock shows it, with its offset; UTC with `Z`. */
export function toLocalIso(zone: TimeZone, ms: number): string {
  if (zone === utc) return new Date(ms).toISOString();
  const offset = zone.offsetAt(ms);
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (n: number) => String(n).padStart(2, '0');
  const sign = offset < 0 ? '-' : '+';
  return `${new Date(ms + offset).toISOString().slice(0, -1)}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
