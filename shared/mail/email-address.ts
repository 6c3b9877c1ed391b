/**
 * The normal form in which email addresses are compared and stored: ASCII, lower case, and the domain as in DNS
 * (IDNA). An address without a normal form is refused, so that no database or mail server confuses it with another
 * one.
 */
import { domainToASCII, domainToUnicode } from 'node:url';

export type ParsedAddress = { address: string } | { fault: string };

/**
 * The form of the part before the `@`. The pattern lacks the flag u, which would treat the Kelvin sign and the long s
 * as ASCII letters.
 */
const localPart = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/i;
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
const writtenDomain = /^[\p{L}\p{M}\p{N}.-]+$/u;
const longest = 254;

/** Returns the normal form, or the fault as the end of a sentence. */
export function parseAddress(text: string): ParsedAddress {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  if (at < 1 || at === text.length - 1) return { fault: 'must be an email address such as ada@example.com' };
  if (!localPart.test(local)) return { fault: 'must have 1 to 64 ASCII letters, digits and signs before the @' };
  const domain = asciiDomain(text.slice(at + 1));
  if (domain === undefined) return { fault: 'must end with a registered domain name, such as example.com' };
  const address = `${local.toLowerCase()}@${domain}`;
  return address.length > longest ? { fault: `must have at most ${longest} characters` } : { address };
}

/**
 * Converts a domain to its form in DNS, in lower case; `undefined` if it is invalid or if IDNA maps its letters to
 * other letters.
 */
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
 * Returns whether IDNA keeps the domain. It maps full-width letters, ligatures, invisible characters and Punycode for plain
 * ASCII to other characters.
 */
function staysItself(text: string, ascii: string): boolean {
  if (isAscii(text) && !ascii.includes('xn--')) return true;
  const unicode = domainToUnicode(ascii);
  return domainToASCII(unicode) === ascii && (isAscii(text) || (lower(text) === unicode && !foldsIntoAscii(text)));
}

/** Returns whether a character is an ASCII letter in another case or form, such as the Kelvin sign. */
export const foldsIntoAscii = (text: string): boolean => [...text].some((one) => !isAscii(one) && isAscii(lower(one)));

/**
 * Returns an email address's comparison key: lower case, with the domain in DNS form. Some characters, such as the
 * Kelvin sign, lowercase to an ASCII letter. Text with one of them is not an email address and only equals itself.
 */
export function keyOfEmail(given: string): string {
  const text = given.trim();
  if (foldsIntoAscii(text)) return text;
  const domain = text.slice(text.lastIndexOf('@') + 1);
  return lower(text.slice(0, text.length - domain.length)) + (asciiDomain(domain) ?? lower(domain));
}

/** Shortens `ada@example.com` to `a…@example.com`, for pages whose links can be forwarded. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0]}…${email.slice(at)}`;
}
