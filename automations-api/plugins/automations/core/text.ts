/** How texts are compared and cut. */
import { asciiDomain, foldsIntoAscii } from '../../../../shared/mail/email-address.ts';

/** A name as it is stored; '' for one in which nobody sees anything. */
export const nameOf = (text: string) => (keyOf(text) === '' ? '' : text.trim());

const lower = (text: string) => text.normalize('NFC').toLowerCase();

/** Comparison key of a name: ignores case, the encoding of accented letters, characters that nobody sees, and the kind of blanks. */
export const keyOf = (text: string) =>
  lower(text)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();

/**
 * Comparison key of an email address: ignores case, and puts the domain into its DNS form. A text with a character that
 * lowercases to an ASCII letter, such as the Kelvin sign, is no address and only equals itself.
 */
export function keyOfEmail(given: string): string {
  const text = given.trim();
  if (foldsIntoAscii(text)) return text;
  const domain = text.slice(text.lastIndexOf('@') + 1);
  return lower(text.slice(0, text.length - domain.length)) + (asciiDomain(domain) ?? lower(domain));
}

/** The key of an address that is looked for: in a query a `+` that is not encoded arrives as a blank, which no address has. */
export const keyOfAskedEmail = (given: string) => keyOfEmail(given.trim().replaceAll(' ', '+'));

/** Digits of a phone number. */
export const digitsOf = (text: string) => text.replace(/[^0-9]/g, '');
/** From a digit to a control character. */
const phoneShift = 0x10 - '0'.charCodeAt(0);

/** The digits of a phone number as characters that no name or address has, so that they are found in phone numbers alone. */
export const phoneKeyOf = (text: string) =>
  [...digitsOf(text)].map((digit) => String.fromCharCode(digit.charCodeAt(0) + phoneShift)).join('');

/** Escapes a text for use in a LIKE pattern. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
