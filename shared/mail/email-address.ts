/**
 * The one form in which email addresses are compared and stored: ASCII, in lower case, the domain as DNS has it (IDNA). What has no
 * such form is refused, so that no database and no mail server takes it for another's address.
 */
import { domainToASCII, domainToUnicode } from 'node:url';

export type ParsedAddress = { address: string } | { fault: string };

/** Without the flag u, so that neither the Kelvin sign nor the long s counts as a letter of ASCII in another case. */
const localPart = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/i;
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
const writtenDomain = /^[\p{L}\p{M}\p{N}.-]+$/u;
const longest = 254;

/** The normal form, or what is wrong with the text, as the end of a sentence. */
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

/** A domain as DNS has it, in lower case; undefined for what is none, or is written with letters that IDNA takes for others. */
export function asciiDomain(text: string): string | undefined {
  if (!writtenDomain.test(text)) return undefined;
  const ascii = isAscii(text) ? text.toLowerCase() : domainToASCII(text);
  const labels = ascii.split('.');
  const holds = labels.length > 1 && labels.every((one) => label.test(one)) && staysItself(text, ascii);
  return holds ? ascii : undefined;
}

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);
const lower = (text: string) => text.normalize('NFC').toLowerCase();

/** Full-width letters, ligatures and invisible characters become something else; so does Punycode that stands for plain ASCII. */
function staysItself(text: string, ascii: string): boolean {
  if (isAscii(text) && !ascii.includes('xn--')) return true;
  const unicode = domainToUnicode(ascii);
  return domainToASCII(unicode) === ascii && (isAscii(text) || (lower(text) === unicode && !foldsIntoAscii(text)));
}

/** Whether one of the characters is a letter of ASCII in another case or form, such as the Kelvin sign. */
export const foldsIntoAscii = (text: string): boolean => [...text].some((one) => !isAscii(one) && isAscii(lower(one)));
