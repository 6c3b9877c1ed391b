/**
 * Tokens that identify the contact who followed a short link: 14 URL-safe characters. 6 are the contact's id, and 8 prove
 * that the site created the token. Anyone with a token can click as that contact, but nothing more. Pure.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The query parameter of a short link that carries a token. */
export const contactParameter = '_wpc';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const idCharacters = 6;
/** Number of characters of 6 bits each. */
const proofCharacters = 8;
export const tokenLength = idCharacters + proofCharacters;
const largestId = 2 ** (6 * idCharacters) - 1;
const pattern = new RegExp(`^[A-Za-z0-9_-]{${tokenLength}}$`);

/** Creates a contact's token. @throws RangeError for an id beyond 2^36 */
export function makeToken(key: Buffer, contactId: number): string {
  if (!Number.isInteger(contactId) || contactId < 1 || contactId > largestId) {
    throw new RangeError(`contact ${contactId} cannot have a token`);
  }
  let id = '';
  for (let rest = contactId, n = 0; n < idCharacters; n++, rest = Math.floor(rest / 64)) id = alphabet[rest % 64] + id;
  return id + prove(key, id);
}

/** Returns whether a text has the form of a token. */
export const isToken = (text: string) => pattern.test(text);

/** Returns the contact's id, if the token was created with one of the keys. */
export function readToken(keys: Buffer[], token: string): number | undefined {
  if (!isToken(token)) return undefined;
  const id = token.slice(0, idCharacters);
  const proof = Buffer.from(token.slice(idCharacters));
  if (!keys.some((key) => timingSafeEqual(Buffer.from(prove(key, id)), proof))) return undefined;
  return [...id].reduce((sum, character) => sum * 64 + alphabet.indexOf(character), 0);
}

const prove = (key: Buffer, id: string) =>
  createHmac('sha256', key).update(`contact ${id}`).digest('base64url').slice(0, proofCharacters);
