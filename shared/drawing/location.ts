/**
 * Destination URLs as the bytes of a Location header: printable ASCII, with UTM parameters and the visitor's query
 * merged in.
 */

/** The UTM parameters of a link. */
export type Utm = { source?: string; medium?: string; campaign?: string; term?: string; content?: string };

const utmNames = {
  source: 'utm_source',
  medium: 'utm_medium',
  campaign: 'utm_campaign',
  term: 'utm_term',
  content: 'utm_content',
};

/**
 * Maximum length of a Location with default proxy configurations, in bytes: nginx allows 4,096 for all response headers,
 * and the other headers need up to 500.
 */
export const longestLocation = 3_500;

const printable = /^[\x21-\x7e]+$/;

/**
 * Returns the header's text: unchanged if it is printable ASCII, otherwise serialised as the WHATWG URL standard
 * defines. It never contains CR, LF or spaces.
 */
export function toLocation(url: string, utm: Utm | null): string {
  const clean = printable.test(url) ? url : new URL(url).href.replace(/[^\x21-\x7e]/g, encodeURIComponent);
  const parameters = Object.entries(utm ?? {}).filter(([, value]) => value !== '');
  if (parameters.length === 0) return clean;
  return mergeQuery(
    clean,
    parameters.map(([name, value]) => `${utmNames[name as keyof Utm]}=${encodeURIComponent(value.toWellFormed())}`),
  );
}

/**
 * Adds `pairs` (`name=value`, encoded) to a URL's query, before its fragment. Each pair replaces existing pairs of
 * the same name. All other bytes stay unchanged.
 */
export function mergeQuery(url: string, pairs: string[]): string {
  const hash = url.indexOf('#');
  const [before, fragment] = hash < 0 ? [url, ''] : [url.slice(0, hash), url.slice(hash)];
  const mark = before.indexOf('?');
  const base = mark < 0 ? before : before.slice(0, mark);
  const replaced = new Set(pairs.map(nameOf));
  const existing = mark < 0 ? '' : before.slice(mark + 1);
  const kept = existing === '' ? [] : existing.split('&').filter((pair) => !replaced.has(nameOf(pair)));
  return `${base}?${[...kept, ...pairs].join('&')}${fragment}`;
}

function nameOf(pair: string): string {
  const name = pair.split('=', 1)[0] as string;
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
