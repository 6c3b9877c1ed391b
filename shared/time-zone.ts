/** Time zones: the platform's tables of IANA zones, queried rarely and cached. */

const dayMs = 86_400_000;
const dayOf = (ms: number) => Math.floor(ms / dayMs);

/** `offsetAt` returns the zone's offset from UTC, in ms, at the Unix time `ms`. */
export type TimeZone = { name: string; offsetAt(ms: number): number };

export const utc: TimeZone = { name: 'UTC', offsetAt: () => 0 };

const zonesRemembered = 600;
const zones = new Map<string, TimeZone>();

/** A name such as `Europe/Berlin`. Offsets such as `+02:00`, which some platforms accept, do not match. */
const zoneName = /^[A-Za-z][\w+/-]{0,63}$/;

/** Returns the zone with an IANA name, or undefined if the name is unknown. */
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

/**
 * Creates a time zone that caches its offsets by day, because a query takes a few microseconds. If a day starts and
 * ends with the same offset, that offset applies all day.
 */
function readZone(name: string): TimeZone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  const queryOffset = (ms: number) => toOffset(format.format(ms));
  const atDays = new Map<number, number>();
  const atStartOf = (day: number) => {
    const known = atDays.get(day);
    if (known !== undefined) return known;
    if (atDays.size >= daysRemembered) atDays.clear();
    const offset = queryOffset(day * dayMs);
    atDays.set(day, offset);
    return offset;
  };
  return {
    name,
    offsetAt(ms) {
      const day = dayOf(ms);
      const offset = atStartOf(day);
      return offset === atStartOf(day + 1) ? offset : queryOffset(ms);
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
 * Returns the first moment at which the zone's clock shows `shown`, which is a local time in ms, counted as if it were
 * UTC. If the clock skips this time, returns the moment of the skip.
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

/** Returns the local day, counted since 1970. */
export const localDayOf = (zone: TimeZone, ms: number) => dayOf(ms + zone.offsetAt(ms));

/** Returns the start of a local day: midnight, or the day's first moment if the clock skips midnight. */
export const startOfLocalDay = (zone: TimeZone, day: number) => toMoment(zone, day * dayMs);

/** Returns the local time in ISO 8601 with its offset, or with `Z` for UTC. */
export function toLocalIso(zone: TimeZone, ms: number): string {
  if (zone === utc) return new Date(ms).toISOString();
  const offset = zone.offsetAt(ms);
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (n: number) => String(n).padStart(2, '0');
  const sign = offset < 0 ? '-' : '+';
  return `${new Date(ms + offset).toISOString().slice(0, -1)}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
