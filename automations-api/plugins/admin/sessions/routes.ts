/** Routes of the session: show and sign out. The dashboard or the page `/enter` signs users in. */
import { dashboardUrl } from '../../../../shared/config/dashboard-url.ts';
import { contactsEnterUrl } from '../../../../shared/people/enter.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { Done, success } from '../../../host/envelope.ts';
import type { Context } from '../context/context.ts';
import { SessionAnswer } from '../core/answers.ts';
import { notSignedIn } from '../core/errors.ts';
import { canOpen, showScreen } from '../core/screens.ts';
import type { Owner } from './core/known-sessions.ts';
import { cookieToken, requireOwner, signedIn } from './identify.ts';
import { nonceOf } from './nonce.ts';

export const sessionRoutes = (context: Context): RestRoute[] => [
  route({
    methods: ['GET'],
    path: '/session',
    description:
      'The signed-in user, and the nonce for X-WP-Nonce. For pages of this service only. If nobody is signed in, ' +
      '`data.sign_in_url` is the page for signing in; `?to=` names the screen to open afterwards.',
    answer: SessionAnswer,
    async callback(request) {
      const token = cookieToken(context, request);
      const owner = token === undefined ? undefined : await context.sessions.findNow(token);
      if (token === undefined || !owner) {
        throw notSignedIn({ sign_in_url: contactsEnterUrl(context.config.siteUrl) });
      }
      return showSession(context, token, owner);
    },
  }),
  route({
    methods: ['DELETE'],
    path: '/session',
    inDemo: true,
    description: 'Signs the user out of both applications.',
    permission: signedIn,
    answer: Done,
    async callback(request) {
      await context.sessions.end(await requireOwner(context, request));
      return { ...success({}), headers: { 'Set-Cookie': context.cookie.ended } };
    },
  }),
];

/** Shows the session and renews the cookie, so that it lasts as long as the session. */
function showSession({ cookie, config, registries, running }: Context, token: string, owner: Owner) {
  const { type, id: ID, email, name, role, language } = owner;
  const user = { ID, email, name, role, language, wordpress: type === 'wordpress' };
  const dashboard_url = type === 'user' ? dashboardUrl(config.baseUrl) : null;
  const site = { url: config.siteUrl, mail: config.smtpUrl !== '', demo: config.demo };
  const screens = registries.screens
    .list()
    .filter((screen) => canOpen({ role }, screen))
    .map(showScreen);
  const shown = success({ user, nonce: nonceOf(token), site, dashboard_url, plugins: running(), screens });
  return { ...shown, headers: { 'Set-Cookie': cookie.hold(token) } };
}
