/**
 * The session of a person who opens an emailed link, if they are signed in. The link proves that they read the emails;
 * the session, that the account is theirs.
 */
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Context } from '../api/context.ts';
import { conflict } from '../api/errors.ts';
import { bearerToken } from '../identity/access.ts';

export type Reader = { userId: number; token: string };

/** `undefined` for an API key and without a valid session. */
export async function findReader(
  { access, cookie }: Pick<Context, 'access' | 'cookie'>,
  request: HttpRequest,
): Promise<Reader | undefined> {
  const asked = cookie.read(request) ?? request;
  const auth = await access.authenticate(asked);
  if (typeof auth === 'string' || auth.actor.type !== 'session') return undefined;
  return { userId: auth.userId, token: bearerToken(asked) };
}

/** @throws `conflict` for somebody who is signed in to another account than that of the link */
export function requireSameAccount(reader: Reader | undefined, userId: number): void {
  if (reader === undefined || reader.userId === userId) return;
  throw conflict('You are signed in to another account. Sign out, then open the link again.');
}
