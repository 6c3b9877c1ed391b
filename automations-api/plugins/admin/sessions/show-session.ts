/** What signing in answers: who one is, and the nonce that the cookie counts with. */
import { success } from '../../../host/envelope.ts';
import type { Context } from '../context/context.ts';
import { notSignedIn } from '../core/answers.ts';
import { nonceOf } from './nonce.ts';

/** The cookie is set anew, so that it lasts as long as the session. @throws rest_not_logged_in */
export async function showSession({ cookie, sessions, config }: Context, token: string) {
  const owner = await sessions.find(token);
  if (!owner) throw notSignedIn();
  const { id: ID, email, name, role, wpUserId } = owner;
  const user = { ID, email, name, role, wordpress: wpUserId !== null };
  const site = { url: config.siteUrl, mail: config.smtpUrl !== '' };
  return { ...success({ user, nonce: nonceOf(token), site }), headers: { 'Set-Cookie': cookie.hold(token) } };
}
