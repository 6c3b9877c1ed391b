/**
 * The short URLs of links in emails. Each template and URL has one short link in the connected workspace, which the
 * link service creates. A short URL that the workspace already has is used as it is. Each short URL gets a token that
 * identifies the contact and the email.
 */
import { createHash } from 'node:crypto';
import { links as limits, longestUrl } from '../../../../shared/limits-of-fields.ts';
import { shortUrlOf } from '../../../../shared/link-clicks/short-url.ts';
import { makeToken } from '../../../../shared/link-clicks/token.ts';
import type { Contacts, LinkedMail } from '../../../host/contacts.ts';
import type { Context } from '../context/context.ts';
import type { Connection } from './connection.ts';
import { parseShortUrl, withToken } from './contact-link.ts';
import { findLinkOfEmail, hasLink, isWithoutTables, requestLink } from './links-queries.ts';

/** Thousands of emails have the same URLs. */
const cachedMs = 60_000;
const mostCached = 1_000;
/** The interval at which a requested link is looked up. */
const lookEveryMs = 1_000;
/** The time after which emails no longer wait for a requested link. */
const waitMs = 60_000;

/** A short URL; null if there is none. `isRequested`: it can exist soon. */
type Short = { url: string | null; isRequested: boolean };
const none: Short = { url: null, isRequested: false };
type Template = LinkedMail['template'];

export function openShortUrls(
  { db, config }: Pick<Context, 'db' | 'config'>,
  connection: () => Promise<Connection | undefined>,
): Contacts['shortUrls'] {
  const known = new Map<string, { short: Promise<Short>; until: number }>();

  async function find(siteId: number, template: Template, url: string): Promise<Short> {
    const own = parseShortUrl(url, config.defaultShortDomain);
    if (own && (await hasLink(db, config, siteId, own))) return { url, isRequested: false };
    if (url.length > longestUrl) return none;
    const externalId = externalIdOf(template, url);
    const link = await findLinkOfEmail(db, config, siteId, externalId);
    if (link)
      return { url: shortUrlOf(config, link.hostname ?? config.defaultShortDomain, link.slug), isRequested: false };
    const title = `Email: ${template.name}`.slice(0, limits.title);
    const request = await requestLink(db, config, siteId, {
      external_id: externalId,
      url,
      title,
      requested_at: new Date(),
    });
    const isRequested = request?.fault === null && request.requested_at.getTime() > Date.now() - waitMs;
    return { url: null, isRequested };
  }

  function findCached(siteId: number, template: Template, url: string): Promise<Short> {
    const key = `${siteId} ${template.id} ${url}`;
    const found = known.get(key);
    if (found && found.until > Date.now()) return found.short;
    if (known.size >= mostCached) known.clear();
    const entry = { short: find(siteId, template, url).catch(withoutTables), until: Date.now() + cachedMs };
    known.set(key, entry);
    entry.short.then(
      ({ isRequested }) => {
        if (isRequested) entry.until = Date.now() + lookEveryMs;
      },
      () => known.delete(key),
    );
    return entry.short;
  }

  return async ({ contact, mail, template }, urls) => {
    const connected = await connection();
    if (!connected) return { shorten: (url) => url, isComplete: true };
    const { siteId, tokenKey } = connected;
    const all = await Promise.all(urls.map((url) => findCached(siteId, template, url)));
    const token = makeToken(tokenKey, contact, mail);
    const shortOf = new Map(urls.map((url, index) => [url, all[index]?.url ?? null]));
    return {
      isComplete: !all.some(({ isRequested }) => isRequested),
      shorten(url) {
        const short = shortOf.get(url) ?? null;
        return short === null ? url : withToken(short, token);
      },
    };
  };
}

/** Emails are sent without the link service, too. */
function withoutTables(error: unknown): Short {
  if (!isWithoutTables(error)) throw error;
  return none;
}

/** Returns the id that a template's link has in the link service. */
const externalIdOf = ({ id }: Template, url: string) =>
  `email-${id}-${createHash('sha256').update(url).digest('base64url').slice(0, 22)}`;
