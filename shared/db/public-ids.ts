/** Public ids, which clients see instead of row numbers. */
import { customAlphabet } from 'nanoid';

const random = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 20);

/** The noun and 20 random characters, as in `lnk_5Zk…`. `noun` is lower-case letters. */
export const newId = (noun: string) => `${noun}_${random()}`;

/** Tells whether a text has the form of a public id, without a query. */
export const looksLikeId = (noun: string, text: string) =>
  text.startsWith(`${noun}_`) && /^[a-z]+_[0-9A-Za-z]{20}$/.test(text);

/**
 * Tells whether a text can be any id of Waypost's: short, and of characters that every id column can be compared with.
 */
export const mayBeId = (text: string) => /^[\w-]{1,64}$/.test(text);
