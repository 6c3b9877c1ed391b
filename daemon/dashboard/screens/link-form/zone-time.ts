/** Conversions between local time in a zone, as in date inputs (`2026-11-05T14:03`), and UTC. Pure. */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  formats.set(zone, format);
  return format;
}

function clockAt(moment: number, zone: string): string {
  const by = Object.fromEntries(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  return `${by.year}-${by.month}-${by.day}T${by.hour}:${by.minute}`;
}

/** Converts a UTC time to local time. Returns an empty string for `null`. */
export const fromUtc = (time: string | null, zone: string): string =>
  time === null ? '' : clockAt(Date.parse(time), zone);

const isClock = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/;

/**
 * Returns the UTC time as `2026-11-05T13:03:00Z`, or `undefined` for an invalid time. An ambiguous time, as when summer
 * time ends, becomes one of the two; a skipped time moves by an hour.
 */
export function toUtc(clock: string, zone: string): string | undefined {
  const asUtc = isClock.test(clock) ? Date.parse(`${clock}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return undefined;
  const offsetAt = (moment: number) => {
    const minute = Math.floor(moment / 60_000) * 60_000;
    return Date.parse(`${clockAt(minute, zone)}Z`) - minute;
  };
  const near = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(near)).toISOString().replace('.000Z', 'Z');
}
