/** How texts are compared and cut. */
import { asciiDomain, foldsIntoAscii } from '../../../../shared/mail/email-address.ts';

/** What makes two names the same: case and the form of accented letters do not tell them apart. */
export const keyOf = (text: string) => text.normalize('NFC').toLowerCase();

/**
 * What makes two addresses the same: as with names, and a domain counts as DNS has it, however it is written. One with a character
 * that is a letter of ASCII in another case, such as the Kelvin sign, is no address and the same as itself alone.
 */
export function keyOfEmail(given: string): string {
  const text = given.trim();
  if (foldsIntoAscii(text)) return text;
  const domain = text.slice(text.lastIndexOf('@') + 1);
  return keyOf(text.slice(0, text.length - domain.length)) + (asciiDomain(domain) ?? keyOf(domain));
}

/** What two spellings of a phone number have in common. */
export const digitsOf = (text: string) => text.replace(/[^0-9]/g, '');

/** A text as a part of a LIKE pattern that stands for itself. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
