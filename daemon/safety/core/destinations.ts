/** The addresses of destinations that are checked, and the fingerprint that tells one link's from others. Pure. */
import { createHash } from 'node:crypto';
import { parseUrl } from '../../../shared/net/parse-url.ts';
import type { Destination } from '../../api/context.ts';
import { type DestinationColumns, destinationsIn, linkFields } from '../../links/core/fields.ts';
import { isHarmfulScheme } from './harmful-schemes.ts';

/** An app's own scheme is checked by the addresses that are inside it. */
export const addressesOf = (destinations: Destination[]): Destination[] =>
  destinations.flatMap((one) =>
    one.kind === 'app' ? addressesOfApp(one.url).map((url) => ({ field: one.field, url })) : [one],
  );

export const addressesOfRow = (row: DestinationColumns): Destination[] => addressesOf(destinationsIn(row));

const firstFields = ['url', 'expiredUrl', 'iosUrl', 'androidUrl', 'geo'] as const;

/**
 * Tells one set of destinations from another. What was added later is in it only where it is set: fingerprints that are stored
 * stay true.
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

/** The web addresses in an app's address, which have to be good destinations. */
function addressesOfApp(text: string): string[] {
  const scheme = parseUrl(text)?.protocol.slice(0, -1);
  if (isChecked(scheme)) return [text];
  return scheme === 'intent' ? intentAddresses(text) : [];
}

/** Android's intent: the address it names by scheme, and the one opened where no app takes it. */
function intentAddresses(text: string): string[] {
  const [target = '', options = ''] = text.split('#Intent;', 2);
  const option = (name: string) =>
    options
      .split(';')
      .find((part) => part.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  const scheme = option('scheme')?.toLowerCase();
  const addresses = isChecked(scheme) ? [`${scheme}:${target.slice('intent:'.length)}`] : [];
  const fallback = option('S.browser_fallback_url');
  if (fallback !== undefined) addresses.push(decode(fallback));
  return addresses;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
