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
 * Bytes of a Location that default proxy configurations let through: nginx allows 4,096 for all response headers, of
 * which the others here take up to 500.
 */
export const longestLocation = 3_500;

const printable = /^[\x21-\x7e]+$/;

/**
 * The header's text: unchanged if it is printable ASCII, else as WHATWG serializes it. Never holds CR, LF or a space.
 */
export function toLocation(url: string, utm: Utm | null): string {
  const clean = printable.test(url) ? url : new URL(url).href.replace(/[^\x21-\x7e]/g, encodeURIComponent);
  const members = Object.entries(utm ?? {}).filter(([, value]) => value !== '');
  if (members.length === 0) return clean;
  return mergeQuery(
    clean,
    members.map(([name, value]) => `${utmNames[name as keyof Utm]}=${encodeURIComponent(value.toWellFormed())}`),
  );
}

/**
 * Adds `pairs` (`name=value`, encoded) to a URL's query, before its fragment; each replaces existing ones of its name.
 * Everything else stays byte for byte.
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
