/**
 * The nonce that pages of the admin application send besides the cookie. It is derived from the session's token and only known to
 * a page that could read the answer to signing in, so a request that another site forges is never accepted.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

export const nonceOf = (token: string) =>
  createHash('sha256').update('nonce\n').update(token).digest('base64url').slice(0, 22);

export function isNonceOf(token: string, given: string): boolean {
  const [wanted, held] = [Buffer.from(nonceOf(token)), Buffer.from(given)];
  return wanted.length === held.length && timingSafeEqual(wanted, held);
}
