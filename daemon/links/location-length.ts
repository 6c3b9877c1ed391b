/**
 * How long a destination is once a browser is sent it: percent-encoded, with its UTM members. A proxy with the usual room
 * for a response's headers answers 502 to more than the longest, so whoever keeps such a link is warned.
 */

import { longestLocation, toLocation, type Utm } from '../../shared/drawing/location.ts';
import { invalid } from '../api/errors.ts';
import type { LinkWarning } from './schema.ts';

type Given = {
  [field in 'url' | 'expiredUrl' | 'notStartedUrl' | 'iosUrl' | 'androidUrl']: string | null;
} & { geo: Record<string, string> | null };

type TooLong = { field: string; bytes: number };

function findTooLong(destinations: [field: string, to: string | null | undefined][], utm: Utm | null): TooLong[] {
  return destinations.flatMap(([field, to]) => {
    const bytes = to ? toLocation(to, utm).length : 0;
    return bytes > longestLocation ? [{ field, bytes }] : [];
  });
}

/** A warning for every destination of a link that may not get through proxies. */
export function warningsOf({ url, expiredUrl, notStartedUrl, iosUrl, androidUrl, geo }: Given, utm: Utm | null) {
  const countries = Object.entries(geo ?? {}).map(([country, to]): [string, string] => [`geo.${country}`, to]);
  const destinations = [...Object.entries({ url, expiredUrl, notStartedUrl, iosUrl, androidUrl }), ...countries];
  return findTooLong(destinations, utm).map(
    ({ field, bytes }): LinkWarning => ({
      code: 'long_destination',
      field,
      message: `${field} is ${bytes} bytes long when it is sent to a browser, percent-encoded and with utm; proxies with default settings answer 502 to more than ${longestLocation}`,
    }),
  );
}

/** @throws `validation_failed` naming every field whose destination is too long. */
export function checkLengths(destinations: [field: string, to: string | null | undefined][]): void {
  const [first, ...others] = findTooLong(destinations, null).map(({ field, bytes }) => ({
    field,
    message: `is ${bytes} bytes long when it is sent to a browser, percent-encoded; the most that gets through proxies is ${longestLocation}`,
  }));
  if (first) throw invalid(first, ...others);
}
