/**
 * The check of one destination: local, synchronous, well under a millisecond. Redirects send a destination as it was
 * written, so what counts is what a browser makes of it, by WHATWG rules; a spelling that other clients could read
 * otherwise is refused.
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

/** `high` is refused or banned; `low` is for a person to decide. `detail` is for the operator. */
export type Finding = { reason: Reason; confidence: 'high' | 'low'; detail?: string };

export type Listed = { verdict: 'allowed' } | { verdict: 'blocked'; list: string };

export type CheckRules = {
  allowPrivate: boolean;
  /** Whether a URL leads back to this service. */
  isOwn: (url: URL) => boolean;
  /** The lists' verdict on a URL's expressions. */
  findListed: (expressions: string[]) => Listed | undefined;
  lookAlike: (host: string) => LookAlike | undefined;
};

/** Reasons found in a URL's form, whatever is behind it. */
const ofForm: ReadonlySet<Reason> = new Set([
  'invalid_url',
  'scheme',
  'userinfo',
  'private_address',
  'local_name',
  'own_domain',
]);

/**
 * Softens a finding about something that already exists, such as a link created before a rule or a page that a
 * destination leads to: its form alone is harmless, so a person decides.
 */
export const softened = (finding: Finding): Finding =>
  ofForm.has(finding.reason) ? { ...finding, confidence: 'low' } : finding;

/** Whether the operator's list allows a URL, whatever others say of it. */
export const isAllowed = (url: URL, { findListed }: Pick<CheckRules, 'findListed'>) =>
  findListed(expressionsOf(canonical(url)))?.verdict === 'allowed';

const high = (reason: Reason, detail?: string): Finding => ({
  reason,
  confidence: 'high',
  ...(detail === undefined ? {} : { detail }),
});

/** From the scheme's colon to where the path, query or fragment begins. */
const authority = /^\s*[a-z][a-z0-9+.-]*:[\\/]*([^/?#]*)/i;

/** The fault of a destination; `undefined` for none. */
export function checkDestination(text: string, rules: CheckRules): Finding | undefined {
  const url = parseUrl(text);
  if (!url) return high('invalid_url');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return high('scheme');
  // Browsers end the host at a backslash, other programs do not; a bare `@` names no user but hides the host all the same.
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
