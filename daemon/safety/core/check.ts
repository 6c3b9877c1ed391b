/**
 * The local, synchronous check of one destination, in well under a millisecond. Redirects send a destination unchanged, so
 * the URL is parsed like in browsers, by WHATWG rules. A spelling that other clients could parse differently is refused.
 */
import { isIP } from 'node:net';
import { parseUrl } from '../../../shared/net/parse-url.ts';
import { canonical, canonicalHost, expressionsOf } from './canonical.ts';
import { localHost } from './local-hosts.ts';
import type { LookAlike } from './look-alikes.ts';

export type Reason =
  | 'invalid_url'
  | 'scheme'
  | 'userinfo'
  | 'private_address'
  | 'local_name'
  | 'own_domain'
  | 'listed'
  | 'look_alike'
  | 'malware'
  | 'phishing'
  | 'unwanted_software'
  | 'spam'
  | 'reported';

/** A `high` finding is refused or banned; an operator decides on a `low` one. `detail` is for the operator. */
export type Finding = { reason: Reason; confidence: 'high' | 'low'; detail?: string };

export type Listed = { verdict: 'allowed' } | { verdict: 'blocked'; list: string };

export type CheckRules = {
  allowPrivate: boolean;
  /** Returns whether a URL points to this service. */
  isOwn: (url: URL) => boolean;
  /** Returns the lists' verdict on a URL's expressions. */
  findListed: (expressions: string[]) => Listed | undefined;
  lookAlike: (host: string) => LookAlike | undefined;
};

/** Reasons that concern only a URL's form. */
const formReasons: ReadonlySet<Reason> = new Set([
  'invalid_url',
  'scheme',
  'userinfo',
  'private_address',
  'local_name',
  'own_domain',
]);

/**
 * Lowers the confidence of a finding about the form of an existing link, or of a page to which a destination redirects. The
 * form alone is harmless, so an operator decides.
 */
export const softened = (finding: Finding): Finding =>
  formReasons.has(finding.reason) ? { ...finding, confidence: 'low' } : finding;

/** Returns whether the operator's list allows a URL. This overrides other lists. */
export const isAllowed = (url: URL, { findListed }: Pick<CheckRules, 'findListed'>) =>
  findListed(expressionsOf(canonical(url)))?.verdict === 'allowed';

const high = (reason: Reason, detail?: string): Finding => ({
  reason,
  confidence: 'high',
  ...(detail === undefined ? {} : { detail }),
});

/** The part between the scheme's colon and the path, query or fragment. */
const authority = /^\s*[a-z][a-z0-9+.-]*:[\\/]*([^/?#]*)/i;

/** Returns the fault of a destination, or `undefined` for none. */
export function checkDestination(text: string, rules: CheckRules): Finding | undefined {
  const url = parseUrl(text);
  if (!url) return high('invalid_url');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return high('scheme');
  // Browsers end the host at a backslash, other programs do not. An `@` hides the host even without a user name.
  const written = authority.exec(text.replace(/[\t\r\n]/g, ''))?.[1] ?? '';
  if (url.username !== '' || url.password !== '' || /[@\\]/.test(written)) return high('userinfo');
  return checkHost(url, rules) ?? checkLists(url, rules);
}

function checkHost(url: URL, { allowPrivate, isOwn }: CheckRules): Finding | undefined {
  const host = canonicalHost(url.hostname).replace(/^\[|\]$/g, '');
  if (host === '') return high('invalid_url');
  const local = localHost(host);
  if (local === 'private_address' && !allowPrivate) return high(local);
  if (local === 'local_name') return high(local);
  return isOwn(url) ? high('own_domain') : undefined;
}

function checkLists(url: URL, { findListed, lookAlike }: CheckRules): Finding | undefined {
  const parts = canonical(url);
  const listed = findListed(expressionsOf(parts));
  if (listed?.verdict === 'allowed') return undefined;
  if (listed) return high('listed', listed.list);
  const like = isIP(parts.host) === 0 ? lookAlike(parts.host) : undefined;
  return like && { reason: 'look_alike', confidence: like.mixed ? 'high' : 'low', detail: like.brand };
}
