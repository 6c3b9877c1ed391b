/**
 * Pure functions for URLs in threat lists: the canonical form and the host-suffix × path-prefix expressions of Safe
 * Browsing (developers.google.com/safe-browsing/v4/urls-hashing), and the first 64 bits of an expression's SHA-256.
 */
import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { lastOf } from '../../../shared/elements.ts';
import { trimOf } from '../../../shared/trim.ts';

/** The host, the path with its leading slash, and the query with its question mark, or empty. */
export type Canonical = { host: string; path: string; query: string };

const hostSuffixes = 4;
const suffixLabels = 5;
const pathPrefixes = 4;

/** Returns the canonical parts of an http(s) URL. Scheme, port, user and fragment are ignored. */
export function canonical({ hostname, pathname, search }: URL): Canonical {
  return {
    host: canonicalHost(hostname),
    path: canonicalPath(pathname),
    query: search === '' ? '' : escapeBytes(unescapeAll(search)),
  };
}

export const canonicalHost = (hostname: string) => trimOf(hostname.toLowerCase(), '.').replace(/\.{2,}/g, '.');

function canonicalPath(pathname: string): string {
  if (!pathname.includes('%') && !pathname.includes('//')) return escapeBytes(pathname);
  const kept: string[] = [];
  const parts = unescapeAll(pathname).split('/').slice(1);
  const last = lastOf(parts);
  for (const part of parts) {
    if (part === '..') kept.pop();
    else if (part !== '.' && part !== '') kept.push(part);
  }
  const isDirectory = last === '' || last === '.' || last === '..';
  return escapeBytes(kept.length === 0 ? '/' : `/${kept.join('/')}${isDirectory ? '/' : ''}`);
}

/**
 * Decodes percent escapes until none is left. Each character of the result is a byte. All levels of an escaped `%`
 * (`%252525`) are decoded at once. With one level per round, a text could need as many rounds as it has characters.
 */
function unescapeAll(text: string): string {
  let bytes = text;
  while (/%[0-9a-f]{2}/i.test(bytes)) {
    bytes = bytes.replace(/%(?:(?:25)+|([0-9a-f]{2}))/gi, (_, digits?: string) =>
      digits === undefined ? '%' : String.fromCharCode(Number.parseInt(digits, 16)),
    );
  }
  return bytes;
}

const escapeBytes = (bytes: string) =>
  bytes.replace(
    /[^\x21-\x22\x24\x26-\x7e]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

/** Returns the hosts to look up: an IP address itself, or a name and its suffixes of two to five labels. */
function hostsOf(host: string): string[] {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return [host];
  const labels = host.split('.');
  const hosts = [host];
  const longest = Math.min(suffixLabels, labels.length - 1);
  for (let count = longest; count >= 2 && hosts.length <= hostSuffixes; count--)
    hosts.push(labels.slice(-count).join('.'));
  return hosts;
}

function pathsOf({ path, query }: Canonical): string[] {
  const paths = query === '' ? [path] : [`${path}${query}`, path];
  let end = 0;
  for (let count = 0; count < pathPrefixes; count++) {
    end = path.indexOf('/', end) + 1;
    if (end === 0 || end === path.length) break;
    paths.push(path.slice(0, end));
  }
  return paths;
}

/** Returns every expression that would list the URL, most specific first. */
export function expressionsOf(parts: Canonical): string[] {
  const paths = pathsOf(parts);
  return hostsOf(parts.host).flatMap((host) => paths.map((path) => `${host}${path}`));
}

/** Returns the last two labels of a name, or an IP address itself. */
const siteOf = (host: string) => lastOf(hostsOf(host));

/**
 * Returns the index entries of a URL: its hosts, and its site with the whole path. With these, `lookupsOf` finds the
 * URL for every list entry that covers it. The check itself compares directories and queries.
 */
export function indexExpressionsOf({ host, path }: Canonical): string[] {
  const roots = hostsOf(host).map((name) => `${name}/`);
  return path === '/' ? roots : [...roots, `${siteOf(host)}${path}`];
}

/** Returns the index entries of all URLs that a list entry can list. These entries also match some other URLs. */
export function lookupsOf(entry: string): string[] {
  const [, host = '', path = '', query = ''] = /^([^/]*)(\/[^?]*)(.*)$/s.exec(entry) ?? [];
  const whole = `${siteOf(host)}${path}`;
  if (path === '/' && query === '') return [entry];
  return path.endsWith('/') && query === '' ? [whole, `${host}/`] : [whole];
}

/** Returns the expression that lists exactly this URL and everything below it. */
export const expressionOf = ({ host, path, query }: Canonical) => `${host}${path}${query}`;

/** Returns the first 8 bytes of an expression's SHA-256. */
export const prefixOf = (expression: string): Buffer => hash('sha256', expression, 'buffer').subarray(0, 8);
