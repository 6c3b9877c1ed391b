/** How texts are compared and cut. */
import { asciiDomain, foldsIntoAscii } from '../../../../shared/mail/email-address.ts';

/** Comparison key of a name: ignores case and the encoding of accented letters. */
export const keyOf = (text: string) => text.normalize('NFC').toLowerCase();

/**
 * Comparison key of an email address: ignores case, and puts the domain into its DNS form. A text with a character that
 * lowercases to an ASCII letter, such as the Kelvin sign, is no address and only equals itself.
 */
export function keyOfEmail(given: string): string {
  const text = given.trim();
  if (foldsIntoAscii(text)) return text;
  const domain = text.slice(text.lastIndexOf('@') + 1);
  return keyOf(text.slice(0, text.length - domain.length)) + (asciiDomain(domain) ?? keyOf(domain));
}

/** Comparison key of a phone number. */
export const digitsOf = (text: string) => text.replace(/[^0-9]/g, '');

/** Escapes a text for use in a LIKE pattern. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
