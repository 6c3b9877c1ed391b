/**
 * Identifies the user behind a request of the admin application. The cookie only counts together with the nonce in `X-WP-Nonce`,
 * and if a browser sent it from one of this service's own pages. It never counts for `_jsonp`, which scripts of any page can
 * read.
 */
import type { Config } from '../../../../shared/config/config.ts';
import { dashboardUrl } from '../../../../shared/config/dashboard-url.ts';
import type { AskedRoute, FindUser, Identify, Permission, User } from '../../../host/core/route.ts';
import { orNoLinks } from '../../../host/links-database.ts';
import type { Context } from '../context/context.ts';
import { forbidden, managedElsewhere, notSignedIn, secondFactorMissing, wrongNonce } from '../core/answers.ts';
import { findAdmin } from '../people/admin-queries.ts';
import { findLinksPerson } from '../people/links-queries.ts';
import type { SessionOwner } from '../people/session-queries.ts';
import { isNonceOf } from './nonce.ts';

type Tools = Pick<Context, 'cookie' | 'sessions' | 'config'>;
type Request = Pick<AskedRoute, 'headers' | 'query'>;

/** The token of the cookie, where a cookie may count at all. */
export const cookieToken = ({ cookie }: Pick<Context, 'cookie'>, request: Request): string | undefined =>
  cookie.isOwn(request) && request.query._jsonp === undefined ? cookie.read(request) : undefined;

/** Finds the owner of the session that cookie and nonce belong to. @throws rest_cookie_invalid_nonce */
async function findOwner(tools: Tools, request: Request): Promise<SessionOwner | undefined> {
  const token = cookieToken(tools, request);
  const nonce = request.headers['x-wp-nonce'];
  if (token === undefined || nonce === undefined) return undefined;
  if (!isNonceOf(token, nonce)) throw wrongNonce();
  return tools.sessions.find(token);
}

/** @throws rest_not_logged_in, rest_cookie_invalid_nonce */
export async function requireOwner(tools: Tools, request: Request): Promise<SessionOwner> {
  const owner = await findOwner(tools, request);
  if (!owner) throw notSignedIn();
  return owner;
}

/** For what is changed here alone. @throws managed_elsewhere for an account of the link service, and what `requireOwner` throws */
export async function requireOwnAccount(tools: Tools, request: Request): Promise<SessionOwner> {
  const owner = await requireOwner(tools, request);
  if (owner.linksUserId !== null) throw managedElsewhere(accountUrl(tools.config));
  return owner;
}

/** Where the account of somebody is who has one of the link service. */
export const accountUrl = ({ baseUrl }: Pick<Config, 'baseUrl'>) => `${dashboardUrl(baseUrl)}/settings/account`;

const toUser = ({ id, name, role }: Pick<SessionOwner, 'id' | 'name' | 'role'>): User => ({
  type: 'user',
  id,
  name,
  role,
});

/** Whether a session does nothing before its person has set up a second factor. */
export const needsFactor = ({ config }: Pick<Context, 'config'>, { begunBy }: Pick<SessionOwner, 'begunBy'>): boolean =>
  config.requireSecondFactor && begunBy === 'password';

/** For the person of a session, also where they still have to set up a second factor. */
export const sessionOwner =
  (tools: Tools): Permission =>
  async (request) =>
    toUser(await requireOwner(tools, request));

/** By a session, or without one by an application password. */
export function createIdentify(tools: Tools & Pick<Context, 'applicationPasswords'>): Identify {
  return async (request) => {
    const owner = await findOwner(tools, request);
    if (owner && needsFactor(tools, owner)) throw secondFactorMissing();
    return owner ? toUser(owner) : tools.applicationPasswords.find(request);
  };
}

/** The role of a person of WordPress is what WordPress says now, and so with the link service. */
export function createFindUser({ db, wordPress, links }: Pick<Context, 'db' | 'wordPress' | 'links'>): FindUser {
  return async (id) => {
    const found = await findAdmin(db, id);
    if (found && found.linksUserId !== null) {
      const person = await orNoLinks(findLinksPerson(links, db, found.linksUserId));
      return person && toUser({ ...person, id });
    }
    const role = found && (found.wpUserId === null ? found.role : (await wordPress.findUser(found.wpUserId))?.role);
    return role && toUser({ ...found, role });
  };
}

/** @throws rest_not_logged_in */
export async function requireUser({ user }: Pick<AskedRoute, 'user'>): Promise<User> {
  const found = await user();
  if (!found) throw notSignedIn();
  return found;
}

/** The permission of everybody who is signed in. */
export const signedIn: Permission = (request) => requireUser(request);

export const administrator: Permission = async (request) => {
  const user = await requireUser(request);
  if (user.role !== 'administrator') throw forbidden('Only administrators can do this.');
  return user;
};

/** Otherwise a page elsewhere could sign its visitors in as somebody else. @throws rest_forbidden */
export function requireOwnPage({ cookie }: Pick<Context, 'cookie'>, request: Pick<AskedRoute, 'headers'>): void {
  if (cookie.isForeign(request)) throw forbidden('Only pages of this service can call this.');
}
