/**
 * Password-protected links: the check of a password, and the cookie that opens the link for an hour. The cookie is
 * signed with the link's password hash. So a new password invalidates it, and no key must be kept.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isJson, readJson } from '../../shared/http/body.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { verifyLinkPassword } from '../identity/passwords.ts';
import type { Headers } from './core/visit.ts';

const opensForSeconds = 3_600;
/** Maximum length of a password in characters, the same as when a password is set. */
const longestPassword = 128;
/** Maximum length of the page's form or of JSON, in bytes. */
export const longestForm = 4_096;

const cookieName = (linkId: number) => `waypost_${linkId.toString(36)}`;
const sign = (linkId: number, passwordHash: string, expires: string) =>
  createHmac('sha256', passwordHash).update(`${linkId} ${expires}`).digest();

/** Returns the Set-Cookie value that opens a link. `path` is the link's own. */
export function openingCookie(
  linkId: number,
  passwordHash: string,
  path: string,
  secure: boolean,
  now: number,
): string {
  const expires = String(Math.floor(now / 1_000) + opensForSeconds);
  const value = `${expires}.${sign(linkId, passwordHash, expires).toString('base64url')}`;
  return `${cookieName(linkId)}=${value}; Path=${path}; Max-Age=${opensForSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** Returns whether a request has a cookie that opens the link. */
export function isOpened(linkId: number, passwordHash: string, headers: Headers, now: number): boolean {
  const name = `${cookieName(linkId)}=`;
  for (const part of headers.getHeader('cookie').split(';')) {
    const cookie = part.trim();
    if (!cookie.startsWith(name)) continue;
    const [expires = '', mac = ''] = cookie.slice(name.length).split('.');
    if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1_000 <= now) continue;
    const sent = Buffer.from(mac, 'base64url');
    const expected = sign(linkId, passwordHash, expires);
    if (sent.length === expected.length && timingSafeEqual(sent, expected)) return true;
  }
  return false;
}

/** Resolves to true if a password opens the link. @throws `unavailable` if too many are being checked */
export async function checkPassword(
  linkId: number,
  passwordHash: string,
  password: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { length } = [...password];
  if (length < 1 || length > longestPassword) return false;
  return verifyLinkPassword(linkId, passwordHash, password, signal);
}

/** Returns the password in a form or JSON body; empty if there is none. */
export function passwordIn(request: HttpRequest): string {
  const { body } = request;
  if (!isJson(request)) return new URLSearchParams(body.toString()).get('password') ?? '';
  const { password } = (readJson(body) ?? {}) as { password?: unknown };
  return typeof password === 'string' ? password : '';
}
