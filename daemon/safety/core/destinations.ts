/**
 * The destinations of a link, by the name of their field: of an input, of a patch, and of a row. The image of its preview is
 * one of them: whoever the link is shown to fetches it. Pure.
 */
import { createHash } from 'node:crypto';
import { parseUrl } from '../../../shared/net/parse-url.ts';
import type { Destinations } from '../../api/context.ts';
import type { LinkPreview } from '../../redirect/core/preview.ts';
import { isHarmfulScheme } from './harmful-schemes.ts';

export type Destination = { field: string; url: string };

export type DestinationColumns = {
  url: string;
  expired_url: string | null;
  ios_url: string | null;
  android_url: string | null;
  geo: string | null;
  not_started_url: string | null;
  preview: string | null;
};

const firstColumns = ['url', 'expired_url', 'ios_url', 'android_url', 'geo'] as const;
export const destinationColumns = [...firstColumns, 'not_started_url', 'preview'] as const;

/** What a body sets, in the order of the interface; an app's own scheme is checked by the addresses that are inside it. */
export function destinationsOf(body: Destinations): Destination[] {
  const { url, expiredUrl, notStartedUrl, iosUrl, androidUrl, geo, preview, rootUrl, notFoundUrl, brand } = body;
  const destinations: Destination[] = [];
  const add = (field: string, text: string | null | undefined) => {
    if (text) destinations.push({ field, url: text });
  };
  const addApp = (field: string, text: string | null | undefined) => {
    for (const address of text ? addressesOfApp(text) : []) add(field, address);
  };
  add('url', url);
  add('expiredUrl', expiredUrl);
  add('notStartedUrl', notStartedUrl);
  addApp('iosUrl', iosUrl);
  addApp('androidUrl', androidUrl);
  add('preview.imageUrl', preview?.imageUrl);
  for (const [country, text] of Object.entries(geo ?? {})) add(`geo.${country}`, text);
  add('rootUrl', rootUrl);
  add('notFoundUrl', notFoundUrl);
  add('brand.logoUrl', brand?.logoUrl);
  return destinations;
}

export const destinationsOfRow = (row: DestinationColumns): Destination[] =>
  destinationsOf({
    url: row.url,
    expiredUrl: row.expired_url,
    notStartedUrl: row.not_started_url,
    iosUrl: row.ios_url,
    androidUrl: row.android_url,
    geo: row.geo === null ? null : (JSON.parse(row.geo) as Record<string, string>),
    preview: { imageUrl: imageUrlOf(row) },
  });

const imageUrlOf = ({ preview }: Pick<DestinationColumns, 'preview'>) =>
  preview === null ? null : (JSON.parse(preview) as LinkPreview).imageUrl;

/**
 * Tells one set of destinations from another. What was added later is in it only where it is set: fingerprints that are stored
 * stay true.
 */
export function fingerprintOf(row: DestinationColumns): Buffer {
  const later = Object.entries({ notStartedUrl: row.not_started_url, imageUrl: imageUrlOf(row) });
  const set = later.filter(([, url]) => url !== null);
  const text = JSON.stringify([...firstColumns.map((column) => row[column]), ...set]);
  return createHash('sha256').update(text).digest().subarray(0, 8);
}

const isChecked = (scheme = '') => scheme === 'http' || scheme === 'https' || isHarmfulScheme(scheme);

/** What has to be a good destination of what an app is to open. */
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
