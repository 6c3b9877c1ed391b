/** Functions that derive comparison keys from texts. */
import { keyOfEmail } from '../../../../shared/mail/email-address.ts';

export { keyOfEmail };

/** Returns a name as stored; '' if it has no visible characters. */
export const nameOf = (text: string) => (keyOf(text) === '' ? '' : text.trim());

const lower = (text: string) => text.normalize('NFC').toLowerCase();

/**
 * Returns a name's comparison key, which ignores case, the encoding of accents, invisible characters and kinds of
 * blanks.
 */
export const keyOf = (text: string) =>
  lower(text)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();

/** Returns the key of an email address in a query, where an unencoded `+` arrives as a blank. */
export const keyOfQueriedEmail = (given: string) => keyOfEmail(given.trim().replaceAll(' ', '+'));

/** Returns the digits of a phone number. */
export const digitsOf = (text: string) => text.replace(/[^0-9]/g, '');
/** The distance from a digit to its control character. */
const phoneShift = 0x10 - '0'.charCodeAt(0);

/** Encodes a phone number's digits as control characters, so that searches find them only in phone numbers. */
export const phoneKeyOf = (text: string) =>
  [...digitsOf(text)].map((digit) => String.fromCharCode(digit.charCodeAt(0) + phoneShift)).join('');
