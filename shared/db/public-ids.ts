/** Public ids, which clients see instead of row numbers. */
import { customAlphabet } from 'nanoid';

const random = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 20);

/** Creates an id: the noun, in lower case, and 20 random characters, as in `lnk_5Zk…`. */
export const newId = (noun: string) => `${noun}_${random()}`;

/** Returns whether a text has the form of a public id, without a query. */
export const looksLikeId = (noun: string, text: string) =>
  text.startsWith(`${noun}_`) && /^[a-z]+_[0-9A-Za-z]{20}$/.test(text);

/**
 * Returns whether a text can be an id of Waypost: short, and with characters that all id columns can be compared with.
 */
export const mayBeId = (text: string) => /^[\w-]{1,64}$/.test(text);
