/**
 * Tokens that identify the contact who followed a short link, and the email that contained it, if any. They have 14 or 20
 * URL-safe characters: 6 for the contact's id, 6 for the email's, and 8 that prove that the site created the token. Anyone
 * with a token can click as that contact, but nothing more. Pure.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The query parameter of a short link that carries a token. */
export const contactParameter = '_wpc';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const idCharacters = 6;
/** Number of characters of 6 bits each. */
const proofCharacters = 8;
export const longestToken = 2 * idCharacters + proofCharacters;
const largestId = 2 ** (6 * idCharacters) - 1;
const pattern = new RegExp(`^(?:[A-Za-z0-9_-]{${idCharacters}}){1,2}[A-Za-z0-9_-]{${proofCharacters}}$`);

/** The contact of a token, and the email in the site's outbox. */
export type TokenContent = { contactId: number; mailId: number | null };

/** Creates a contact's token. @throws RangeError for an id beyond 2^36 */
export function makeToken(key: Buffer, contactId: number, mailId?: number): string {
  const ids = writeId(contactId) + (mailId === undefined ? '' : writeId(mailId));
  return ids + prove(key, ids);
}

function writeId(id: number): string {
  if (!Number.isInteger(id) || id < 1 || id > largestId) throw new RangeError(`${id} cannot be in a token`);
  let text = '';
  for (let rest = id, n = 0; n < idCharacters; n++, rest = Math.floor(rest / 64)) text = alphabet[rest % 64] + text;
  return text;
}

const readId = (text: string) => [...text].reduce((sum, character) => sum * 64 + alphabet.indexOf(character), 0);

/** Returns whether a text has the form of a token. */
export const isToken = (text: string) => pattern.test(text);

/** Returns the content of a token that was created with one of the keys. */
export function readToken(keys: Buffer[], token: string): TokenContent | undefined {
  if (!isToken(token)) return undefined;
  const ids = token.slice(0, -proofCharacters);
  const proof = Buffer.from(token.slice(-proofCharacters));
  if (!keys.some((key) => timingSafeEqual(Buffer.from(prove(key, ids)), proof))) return undefined;
  const mail = ids.slice(idCharacters);
  return { contactId: readId(ids.slice(0, idCharacters)), mailId: mail === '' ? null : readId(mail) };
}

const prove = (key: Buffer, ids: string) =>
  createHmac('sha256', key).update(`contact ${ids}`).digest('base64url').slice(0, proofCharacters);
