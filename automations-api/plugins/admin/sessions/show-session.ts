/** The session as the admin application sees it: the person, and the nonce to send with the cookie. */
import { dashboardUrl } from '../../../../shared/config/dashboard-url.ts';
import { success } from '../../../host/envelope.ts';
import type { Context } from '../context/context.ts';
import { mayOpen, showScreen } from '../core/screens.ts';
import type { Owner } from './core/known-sessions.ts';
import { nonceOf } from './nonce.ts';

/** Renews the cookie, so that it lasts as long as the session. */
export function showSession({ cookie, config, registries }: Context, token: string, owner: Owner) {
  const { type, id: ID, email, name, role } = owner;
  const user = { ID, email, name, role, wordpress: type === 'wordpress' };
  const dashboard_url = type === 'user' ? dashboardUrl(config.baseUrl) : null;
  const site = { url: config.siteUrl, mail: config.smtpUrl !== '', demo: config.demo };
  const screens = registries.screens
    .list()
    .filter((screen) => mayOpen({ role }, screen))
    .map(showScreen);
  const shown = success({ user, nonce: nonceOf(token), site, dashboard_url, screens });
  return { ...shown, headers: { 'Set-Cookie': cookie.hold(token) } };
}
