/** Pure functions for a link's destinations: the URLs to check, and their fingerprint. */
import { createHash } from 'node:crypto';
import { parseUrl } from '../../../shared/net/parse-url.ts';
import type { Destination } from '../../api/context.ts';
import { type DestinationColumns, destinationsIn, linkFields } from '../../links/core/fields.ts';
import { isHarmfulScheme } from './harmful-schemes.ts';

/** Returns the URLs to check. A URL with an app's own scheme is replaced by the URLs inside it. */
export const urlsToCheck = (destinations: Destination[]): Destination[] =>
  destinations.flatMap((destination) =>
    destination.kind === 'app'
      ? urlsInAppUrl(destination.url).map((url) => ({ field: destination.field, url }))
      : [destination],
  );

export const urlsToCheckInRow = (row: DestinationColumns): Destination[] => urlsToCheck(destinationsIn(row));

const firstFields = ['url', 'expiredUrl', 'iosUrl', 'androidUrl', 'geo'] as const;

/**
 * Returns a fingerprint of a link's destinations. Fields that were added later are included only if set, so that stored
 * fingerprints stay valid.
 */
export function fingerprintOf(row: DestinationColumns): Buffer {
  const later = destinationsIn(row)
    .map(({ field, url }) => ({ path: field.split('.'), url }))
    .filter(({ path: [name] }) => firstFields.every((first) => first !== name))
    .map(({ path, url }) => [path.at(-1), url]);
  const text = JSON.stringify([...firstFields.map((name) => row[linkFields[name].column]), ...later]);
  return createHash('sha256').update(text).digest().subarray(0, 8);
}

const isChecked = (scheme = '') => scheme === 'http' || scheme === 'https' || isHarmfulScheme(scheme);

/** Returns the web URLs in an app's URL. */
function urlsInAppUrl(text: string): string[] {
  const scheme = parseUrl(text)?.protocol.slice(0, -1);
  if (isChecked(scheme)) return [text];
  return scheme === 'intent' ? urlsInIntent(text) : [];
}

/** Returns the URLs in an Android intent: its target with the given scheme, and the fallback without an app. */
function urlsInIntent(text: string): string[] {
  const [target = '', options = ''] = text.split('#Intent;', 2);
  const option = (name: string) =>
    options
      .split(';')
      .find((part) => part.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  const scheme = option('scheme')?.toLowerCase();
  const urls = isChecked(scheme) ? [`${scheme}:${target.slice('intent:'.length)}`] : [];
  const fallback = option('S.browser_fallback_url');
  if (fallback !== undefined) urls.push(decode(fallback));
  return urls;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
