/**
 * The nonce that pages of the admin application send with the cookie. It is derived from the session's token. Only
 * pages of this site can read it, so forged requests from other sites are refused.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

export const nonceOf = (token: string) =>
  createHash('sha256').update('nonce\n').update(token).digest('base64url').slice(0, 22);

export function isNonceOf(token: string, given: string): boolean {
  const [expected, actual] = [Buffer.from(nonceOf(token)), Buffer.from(given)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
