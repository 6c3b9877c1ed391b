/** Short URLs in emails: those of the connected workspace get the contact's token, so that a click is an event of the contact. */
import { makeToken } from '../../../../shared/link-clicks/token.ts';
import type { Contacts } from '../../../host/contacts.ts';
import type { Context } from '../context/context.ts';
import type { Connection } from './connection.ts';
import { parseShortUrl, withToken } from './contact-link.ts';
import { hasLink } from './links-queries.ts';

/** An email to thousands of contacts has the same URLs. */
const cachedMs = 60_000;
const mostCached = 1_000;

export function openShortUrls(
  { db, config }: Pick<Context, 'db' | 'config'>,
  connection: () => Promise<Connection | undefined>,
): Contacts['shortUrls'] {
  const known = new Map<string, { isOwn: Promise<boolean>; until: number }>();

  function isOwn(siteId: number, url: string): Promise<boolean> {
    const short = parseShortUrl(url, config.defaultShortDomain);
    if (!short) return Promise.resolve(false);
    const key = `${siteId} ${url}`;
    const found = known.get(key);
    if (found && found.until > Date.now()) return found.isOwn;
    if (known.size >= mostCached) known.clear();
    const isOwn = hasLink(db, config, siteId, short);
    known.set(key, { isOwn, until: Date.now() + cachedMs });
    isOwn.catch(() => known.delete(key));
    return isOwn;
  }

  return async (contactId, urls) => {
    const connected = await connection();
    if (!connected) return (url) => url;
    const own = new Set<string>();
    for (const url of urls) if (await isOwn(connected.siteId, url)) own.add(url);
    const token = own.size === 0 ? '' : makeToken(connected.tokenKey, contactId);
    return (url) => (own.has(url) ? withToken(url, token) : url);
  };
}
