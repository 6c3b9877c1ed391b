/** Short URLs that identify the contact. Pure. */
import { contactParameter } from '../../../../shared/link-clicks/token.ts';
import { parseUrl } from '../../../../shared/net/parse-url.ts';
import { pairName } from '../../../../shared/net/query-pairs.ts';

/** A parsed short URL. `hostname` is undefined on the default short domain. */
export type ShortUrl = { hostname: string | undefined; slug: string };

const slugPath = /^\/([A-Za-z0-9][A-Za-z0-9_-]{0,63})\/?$/;
const withoutPort = (host: string) => host.toLowerCase().replace(/:\d*$/, '');
const portOf = (host: string) => /:(\d+)$/.exec(host)?.[1];

/** Parses a URL that has the form of a short URL. The port must be the default domain's. */
export function parseShortUrl(text: string, defaultDomain: string): ShortUrl | undefined {
  const url = /^https?:\/\//i.test(text) ? parseUrl(text) : undefined;
  const slug = url && slugPath.exec(url.pathname)?.[1];
  if (!url || slug === undefined || url.username !== '' || url.password !== '') return undefined;
  if (url.port !== '' && url.port !== portOf(defaultDomain)) return undefined;
  const hostname = url.hostname.replace(/\.$/, '');
  return { hostname: hostname === withoutPort(defaultDomain) ? undefined : hostname, slug };
}

/** Adds or replaces the contact's token in the query. Keeps the rest of the URL byte for byte. */
export function withToken(url: string, token: string): string {
  const hash = url.indexOf('#');
  const [before, fragment] = hash < 0 ? [url, ''] : [url.slice(0, hash), url.slice(hash)];
  const mark = before.indexOf('?');
  const [base, query] = mark < 0 ? [before, ''] : [before.slice(0, mark), before.slice(mark + 1)];
  const kept = query.split('&').filter((pair) => pair !== '' && pairName(pair) !== contactParameter);
  return `${base}?${[...kept, `${contactParameter}=${token}`].join('&')}${fragment}`;
}
