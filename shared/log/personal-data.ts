/**
 * The removal of personal data from log texts: email and IP addresses, tokens and keys.
 */
import { isIPv4, isIPv6 } from 'node:net';

/** Names of query parameters and form fields whose values are secret. */
const named = /([?&;,\s"'{(](?:api_?key|key|token|password|secret|signature|code|email)(?:=|%3D))[^&;,\s"'#})\\]+/gi;
/** Waypost's API keys and session tokens, secrets of webhooks and of Stripe, and similar. */
const keys = /\b(?:fks|fst|whsec|sk|rk|pk)_[A-Za-z0-9_+/=-]{12,}/g;
const bearer = /\b(Bearer|Basic) +[A-Za-z0-9._~+/=-]{8,}/gi;
/** `scheme://user:password@` */
const userinfo = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@"'\\]{1,300}@/gi;
/** Plain and percent-encoded email addresses. The length of every part is limited, so that no text takes long. */
const emails =
  /[\p{L}\p{N}.!#$&'*+?^_`{|}~-]{1,64}(?:%2B[\p{L}\p{N}._-]{1,64})?(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,9}/giu;
const fourParts = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\d)/g;
const colons = /(?<![\w:.])(?:[0-9a-f]{0,4}:){2,7}(?:[0-9a-f]{1,4}|\d{1,3}(?:\.\d{1,3}){3})?(?![\w:])/gi;

/** Returns whether an IP address is the machine's own, which identifies nobody. */
const isOwn = (address: string) => /^(127\.|0\.0\.0\.0$|::1?$|::ffff:127\.)/i.test(address);
const hide = (holds: (text: string) => boolean) => (text: string) => (holds(text) && !isOwn(text) ? '[address]' : text);

export const withoutPersonalData = (text: string): string =>
  text
    .replace(userinfo, '$1[redacted]@')
    .replace(named, '$1[redacted]')
    .replace(keys, '[redacted]')
    .replace(bearer, '$1 [redacted]')
    .replace(emails, (found) => (found.startsWith('[redacted]') ? found : '[email]'))
    .replace(colons, hide(isIPv6))
    .replace(fourParts, hide(isIPv4));
