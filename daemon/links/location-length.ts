/**
 * How long a destination is once a browser is sent it: percent-encoded, with its UTM members. A proxy with the usual room
 * for a response's headers answers 502 to more, so what would not get through is not taken.
 */
import type { Issue } from '../../shared/validate.ts';
import { invalid } from '../api/errors.ts';
import { longestLocation, toLocation, type Utm } from '../redirect/location.ts';
import { gatedFieldsOf } from './link.ts';
import type { LinkRow } from './queries.ts';
import type { LinkPatch } from './schema.ts';

/** `null` is none. */
type Given = {
  [field in 'url' | 'expiredUrl' | 'notStartedUrl' | 'iosUrl' | 'androidUrl']?: string | null | undefined;
} & { geo?: Record<string, string> | null | undefined };

/** @throws `validation_failed` naming every destination that is too long. */
export function checkLocations(given: Given, utm: Utm | null): void {
  const { url, expiredUrl, notStartedUrl, iosUrl, androidUrl, geo } = given;
  const countries = Object.entries(geo ?? {}).map(([country, to]) => [`geo.${country}`, to]);
  checkLengths([...Object.entries({ url, expiredUrl, notStartedUrl, iosUrl, androidUrl }), ...countries], utm);
}

/** @throws `validation_failed` naming every field whose destination is too long. */
export function checkLengths(destinations: (string | null | undefined)[][], utm: Utm | null): void {
  const issues = destinations.flatMap(([field, to]): Issue[] => {
    const bytes = to ? toLocation(to, utm).length : 0;
    if (bytes <= longestLocation) return [];
    const message = `is ${bytes} bytes long when it is sent to a browser, percent-encoded and with utm; the most that gets through proxies is ${longestLocation}`;
    return [{ field: field as string, message }];
  });
  const [first, ...others] = issues;
  if (first) throw invalid(first, ...others);
}

/** The same of a change: what it leaves alone is looked at only when it changes the UTM members. */
export function checkChangedLocations(link: LinkRow, patch: LinkPatch): void {
  const { url, expiredUrl, notStartedUrl, iosUrl, androidUrl, geo } = patch;
  const changed = { url, expiredUrl, notStartedUrl, iosUrl, androidUrl, geo };
  if (patch.utm === undefined) return checkLocations(changed, link.utm === null ? null : JSON.parse(link.utm));
  checkLocations({ url: link.url, ...gatedFieldsOf(link), ...definedOnly(changed) }, patch.utm);
}

const definedOnly = (fields: Given): Given =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
