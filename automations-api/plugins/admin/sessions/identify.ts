/**
 * Identification of the user behind a request of the admin application. The cookie only counts with the nonce in
 * `X-WP-Nonce`, and on requests from this service's own pages. The cookie never counts for `_jsonp`, whose answer any
 * page's scripts can read.
 */
import { findUserOfSite } from '../../../../shared/people/contact-role-queries.ts';
import type { FindUser, Identify, Permission, RequestHead, User } from '../../../host/core/route.ts';
import type { Context } from '../context/context.ts';
import { forbidden, notSignedIn, wrongNonce } from '../core/errors.ts';
import type { Owner } from './core/known-sessions.ts';
import { isNonceOf } from './nonce.ts';

type Tools = Pick<Context, 'cookie' | 'sessions' | 'config'>;
type Request = Pick<RequestHead, 'headers' | 'query'>;

/** Reads the token in the cookie, if the cookie counts for this request. */
export const cookieToken = ({ cookie }: Pick<Context, 'cookie'>, request: Request): string | undefined =>
  cookie.isOwn(request) && request.query._jsonp === undefined ? cookie.read(request) : undefined;

/** Finds the owner of the session that cookie and nonce belong to. @throws rest_cookie_invalid_nonce */
async function findOwner(tools: Tools, request: Request): Promise<Owner | undefined> {
  const token = cookieToken(tools, request);
  const nonce = request.headers['x-wp-nonce'];
  if (token === undefined || nonce === undefined) return undefined;
  if (!isNonceOf(token, nonce)) throw wrongNonce();
  return tools.sessions.find(token);
}

/** @throws rest_not_logged_in, rest_cookie_invalid_nonce */
export async function requireOwner(tools: Tools, request: Request): Promise<Owner> {
  const owner = await findOwner(tools, request);
  if (!owner) throw notSignedIn();
  return owner;
}

const toUser = ({ type, id, name, role }: User): User => ({ type, id, name, role });

/** Identifies a user by session, otherwise by application password. */
export function createIdentify(tools: Tools & Pick<Context, 'applicationPasswords'>): Identify {
  return async (request) => {
    const owner = await findOwner(tools, request);
    return owner ? toUser(owner) : tools.applicationPasswords.find(request);
  };
}

/** Finds a user with the current role. */
export function createFindUser({
  people,
  siteId,
  wordPress,
}: Pick<Context, 'people' | 'siteId' | 'wordPress'>): FindUser {
  return async ({ type, id }) => {
    if (type === 'user') {
      const found = await findUserOfSite(people, await siteId(), id);
      return found && toUser({ ...found, type });
    }
    const found = type === 'wordpress' ? await wordPress.findUser(id) : undefined;
    return found?.role && toUser({ ...found, role: found.role, type });
  };
}

/** @throws rest_not_logged_in */
export async function requireUser({ user }: Pick<RequestHead, 'user'>): Promise<User> {
  const found = await user();
  if (!found) throw notSignedIn();
  return found;
}

/** The permission for every signed-in user. */
export const signedIn: Permission = (request) => requireUser(request);

export const administrator: Permission = async (request) => {
  const user = await requireUser(request);
  if (user.role !== 'administrator') throw forbidden('Only administrators can do this.');
  return user;
};

/**
 * Refuses requests from other sites, which could otherwise sign their visitors in to someone else's account.
 * @throws rest_forbidden
 */
export function requireOwnPage({ cookie }: Pick<Context, 'cookie'>, request: Pick<RequestHead, 'headers'>): void {
  if (cookie.isForeign(request)) throw forbidden('Only pages of this service can call this.');
}
