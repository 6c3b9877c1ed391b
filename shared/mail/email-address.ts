/**
 * The one form in which emails are compared and stored: ASCII, lower case, the domain as in DNS (IDNA). An email
 * without such a form is refused, so that no database or mail server takes it for another's.
 */
import { domainToASCII, domainToUnicode } from 'node:url';

export type ParsedAddress = { address: string } | { fault: string };

/** Without the flag u, so that neither the Kelvin sign nor the long s counts as an ASCII letter in another case. */
const localPart = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/i;
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
const writtenDomain = /^[\p{L}\p{M}\p{N}.-]+$/u;
const longest = 254;

/** The normal form, or the fault of the text as the end of a sentence. */
export function parseAddress(text: string): ParsedAddress {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  if (at < 1 || at === text.length - 1) return { fault: 'must be an email address such as ada@example.com' };
  if (!localPart.test(local)) return { fault: 'must have 1 to 64 letters, digits and signs of ASCII before the @' };
  const domain = asciiDomain(text.slice(at + 1));
  if (domain === undefined) return { fault: 'must end in a domain name as it is registered, such as example.com' };
  const address = `${local.toLowerCase()}@${domain}`;
  return address.length > longest ? { fault: `must have at most ${longest} characters` } : { address };
}

/** A domain as in DNS, in lower case; `undefined` if it is invalid or contains letters that IDNA maps to others. */
export function asciiDomain(text: string): string | undefined {
  if (!writtenDomain.test(text)) return undefined;
  const ascii = isAscii(text) ? text.toLowerCase() : domainToASCII(text);
  const labels = ascii.split('.');
  const holds = labels.length > 1 && labels.every((one) => label.test(one)) && staysItself(text, ascii);
  return holds ? ascii : undefined;
}

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);
const lower = (text: string) => text.normalize('NFC').toLowerCase();

/**
 * Full-width letters, ligatures and invisible characters are mapped to something else, and so is Punycode for plain
 * ASCII.
 */
function staysItself(text: string, ascii: string): boolean {
  if (isAscii(text) && !ascii.includes('xn--')) return true;
  const unicode = domainToUnicode(ascii);
  return domainToASCII(unicode) === ascii && (isAscii(text) || (lower(text) === unicode && !foldsIntoAscii(text)));
}

/** Returns whether a character is an ASCII letter in another case or form, such as the Kelvin sign. */
export const foldsIntoAscii = (text: string): boolean => [...text].some((one) => !isAscii(one) && isAscii(lower(one)));
