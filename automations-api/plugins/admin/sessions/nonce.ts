/**
 * What a page of the admin application shows besides its cookie: a text that follows from the session's token, and that only
 * whoever could read the answer to signing in knows. So what another page makes a browser send never counts.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

export const nonceOf = (token: string) =>
  createHash('sha256').update('nonce\n').update(token).digest('base64url').slice(0, 22);

export function isNonceOf(token: string, given: string): boolean {
  const [wanted, held] = [Buffer.from(nonceOf(token)), Buffer.from(given)];
  return wanted.length === held.length && timingSafeEqual(wanted, held);
}
