/** Text formats that WordPress checks differently from JSON Schema. Pure. */
import { isIPv6 } from 'node:net';

const octet = '(?:25[0-5]|2[0-4]\\d|[01]?\\d\\d?)';
const ipv4 = new RegExp(`^(?:${octet}\\.){3}${octet}$`);
const hexColor = /^#(?:[\da-f]{3}){1,2}$/i;

/** A date and time; the time zone is optional. Day and month are checked separately, so 31 February passes. */
const dateTime =
  /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])[Tt ](?:[01]\d|2[0-4]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-]\d\d|[+-](?:[01]\d|2[0-4]):[0-5]\d)?$/;

/** A UUID in lower case. */
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export const formats: Record<string, (value: string) => boolean> = {
  'date-time': (text) => dateTime.test(text),
  'hex-color': (text) => hexColor.test(text),
  ip: (text) => ipv4.test(text) || (isIPv6(text) && !text.includes('%')),
  uuid: (text) => uuid.test(text),
  // Accepts every URL, since `cleanUrl` has replaced invalid ones with an empty text.
  uri: () => true,
};

const schemes = new Set(
  'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn'.split(
    ' ',
  ),
);
const invalidCharacters = /[^-\w~+.?#=!&;,/:%@$|*'()[\]\u0080-\u{10ffff}]/gu;

/**
 * Cleans a URL as WordPress does: removes invalid characters and adds `http://` to a bare host. Returns '' for a
 * scheme that is not allowed, such as `javascript:`.
 */
export function cleanUrl(given: string): string {
  let url = given
    .replace(/^[ \t\n\r\0\v]+/, '')
    .replaceAll(' ', '%20')
    .replace(invalidCharacters, '');
  if (!/^mailto:/i.test(url)) url = withoutLineEnds(url);
  url = url.replaceAll(';//', '://');
  if (url === '') return '';
  if (!url.includes(':') && !/^[/#?]|^[a-z0-9-]+\.php/i.test(url)) url = `http://${url}`;
  url = withCodedBrackets(url);
  return url.startsWith('/') ? url : withGoodScheme(url);
}

/** Removes `%0a` and `%0d`, even if the removal of one creates another. One pass is enough for any nesting. */
function withoutLineEnds(url: string): string {
  const kept: string[] = [];
  for (const character of url) {
    const isEnd = /[ad]/i.test(character) && kept.at(-1) === '0' && kept.at(-2) === '%';
    if (isEnd) kept.length -= 2;
    else kept.push(character);
  }
  return kept.join('');
}

/** Escapes brackets everywhere except around a host. */
function withCodedBrackets(url: string): string {
  const [front = ''] = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?/i.exec(url) ?? [];
  return front + url.slice(front.length).replaceAll('[', '%5B').replaceAll(']', '%5D');
}

const mostFeeds = 2;

/**
 * Returns the URL, or '' if its scheme is not allowed. A colon after the text `/?` does not end a scheme. `feed:` can
 * be followed by another scheme.
 */
function withGoodScheme(url: string, feeds = 0): string {
  const colon = url.search(/:|&#0*58;|&#x0*3a;|&colon;/i);
  if (colon < 0 || url.slice(0, colon).includes('/?')) return url;
  const [scheme, rest] = [url.slice(0, colon).toLowerCase(), url.slice(colon + 1)];
  if (url[colon] !== ':') return '';
  if (scheme !== 'feed') return schemes.has(scheme) ? `${scheme}:${rest}` : '';
  const fed = feeds < mostFeeds ? withGoodScheme(rest, feeds + 1) : '';
  return fed && `feed:${fed}`;
}
