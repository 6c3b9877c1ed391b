/** The answer to signing in: the user, and the nonce to send with the cookie. */
import { dashboardUrl } from '../../../../shared/config/dashboard-url.ts';
import { linksEnterUrl } from '../../../../shared/sign-in/enter.ts';
import { success } from '../../../host/envelope.ts';
import type { Context } from '../context/context.ts';
import { notSignedIn } from '../core/answers.ts';
import { mayOpen, showScreen } from '../core/screens.ts';
import { needsFactor } from './identify.ts';
import { nonceOf } from './nonce.ts';
import { waysToSignIn } from './ways.ts';

/** Renews the cookie, so that it lasts as long as the session. @throws rest_not_logged_in */
export async function showSession(context: Context, token: string) {
  const { cookie, sessions, config, registries, factors } = context;
  const owner = await sessions.find(token);
  if (!owner) throw notSignedIn();
  const { id: ID, email, name, role, wpUserId, linksUserId } = owner;
  const joined = linksUserId !== null;
  const user = { ID, email, name, role, wordpress: wpUserId !== null, joined };
  const links = joined ? { url: dashboardUrl(config.baseUrl), enter_url: linksEnterUrl(config) } : null;
  const site = { url: config.siteUrl, mail: config.smtpUrl !== '', passkeys: factors.hasPasskeys };
  const needs_second_factor = needsFactor(context, owner);
  const screens = registries.screens
    .list()
    .filter((screen) => mayOpen({ role }, screen))
    .map(showScreen);
  const sign_in = waysToSignIn(context);
  const shown = success({ user, nonce: nonceOf(token), site, sign_in, links, screens, needs_second_factor });
  return { ...shown, headers: { 'Set-Cookie': cookie.hold(token) } };
}
