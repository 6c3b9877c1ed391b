/**
 * URLs as threat lists name them: the canonical form and the host-suffix × path-prefix expressions of Safe Browsing
 * (developers.google.com/safe-browsing/v4/urls-hashing), and the first 64 bits of an expression's SHA-256. Pure.
 */

import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { lastOf } from '../../../shared/elements.ts';
import { trimOf } from '../../../shared/trim.ts';

/** Host without brackets' address spelled otherwise, path from its slash, query with its mark or empty. */
export type Canonical = { host: string; path: string; query: string };

const hostSuffixes = 4;
const suffixLabels = 5;
const pathPrefixes = 4;

/** The canonical parts of an http(s) URL; scheme, port, user and fragment do not count. */
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
 * Percent escapes undone until none is left; each character of the result is a byte. An escaped `%` takes all its
 * levels at once (`%252525`), the only spelling that would need as many rounds as it has characters.
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

/** An address stands for itself; of a name, its last five labels and fewer, never the last alone. */
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

/** Every expression that would list the URL; the most exact first. */
export function expressionsOf(parts: Canonical): string[] {
  const paths = pathsOf(parts);
  return hostsOf(parts.host).flatMap((host) => paths.map((path) => `${host}${path}`));
}

/** The last two labels of a name, an address whole. */
const siteOf = (host: string) => lastOf(hostsOf(host));

/**
 * The index entries of a URL, so that every list entry that lists it can find it by `lookupsOf`: its hosts alone, and
 * its site with the whole path. Directories in between and queries are left to the check.
 */
export function indexExpressionsOf({ host, path }: Canonical): string[] {
  const roots = hostsOf(host).map((each) => `${each}/`);
  return path === '/' ? roots : [...roots, `${siteOf(host)}${path}`];
}

/** Under which expressions of an index the URLs are that an entry may list; some of those found it does not. */
export function lookupsOf(entry: string): string[] {
  const [, host = '', path = '', query = ''] = /^([^/]*)(\/[^?]*)(.*)$/s.exec(entry) ?? [];
  const whole = `${siteOf(host)}${path}`;
  if (path === '/' && query === '') return [entry];
  return path.endsWith('/') && query === '' ? [whole, `${host}/`] : [whole];
}

/** The expression that lists exactly this URL and what lies below it. */
export const expressionOf = ({ host, path, query }: Canonical) => `${host}${path}${query}`;

/** The first 8 bytes of an expression's SHA-256. */
export const prefixOf = (expression: string): Buffer => hash('sha256', expression, 'buffer').subarray(0, 8);
