/** Public ids: what clients see of a row instead of its number. */
import { customAlphabet } from 'nanoid';

const random = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 20);

/** What it names and 20 random characters, as in `lnk_5Zk…`. `noun` is lower-case letters. */
export const newId = (noun: string) => `${noun}_${random()}`;

/** Whether a text can be a public id at all, told without asking the database. */
export const looksLikeId = (noun: string, text: string) =>
  text.startsWith(`${noun}_`) && /^[a-z]+_[0-9A-Za-z]{20}$/.test(text);

/** Whether a text may be any id of ours: short, and of characters that every column of ids can be compared with. */
export const mayBeId = (text: string) => /^[\w-]{1,64}$/.test(text);
