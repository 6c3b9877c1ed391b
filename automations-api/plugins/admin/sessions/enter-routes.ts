/**
 * How a browser is signed in here. It goes to the dashboard and returns with a ticket; where a WordPress shares the
 * database, its people sign in with their password on a small page.
 */
import Type from 'typebox';
import { inTransaction } from '../../../../shared/db/db.ts';
import { ApiError } from '../../../../shared/errors.ts';
import type { HttpAnswer } from '../../../../shared/http/answer.ts';
import { findUserOfSite } from '../../../../shared/people/contact-role-queries.ts';
import { contactsEnterUrl, handOverUrl } from '../../../../shared/people/enter.ts';
import { insertSessionToken } from '../../../../shared/people/session-queries.ts';
import { challengeOf, useTicket } from '../../../../shared/people/ticket-queries.ts';
import { randomToken } from '../../../../shared/secrets/secrets.ts';
import { createFlowCookie } from '../../../../shared/site/flow-cookie.ts';
import { ownScreen } from '../../../../shared/site/own-screen.ts';
import { leadTo, notSignedInPage } from '../../../../shared/site/sign-in-answers.ts';
import { renderLikeWordPress } from '../../../host/core/errors.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import type { Context } from '../context/context.ts';
import { asSent } from '../core/as-sent.ts';
import { oldPassword } from '../core/schema.ts';
import { enterPage } from './enter-page.ts';
import { requireOwnPage } from './identify.ts';
import { signInByWordPress } from './sign-in-by-wordpress.ts';

const refused =
  'This sign-in was already used, took too long, was started in another browser, or is of someone without a role here';

const screen = Type.Optional(Type.String({ maxLength: 1_000, description: 'The screen to open afterwards.' }));

export function enterRoutes(context: Context): RestRoute[] {
  const { config, people, siteId, tries, wordPress } = context;
  const home = `${new URL(config.siteUrl).pathname.replace(/\/$/, '')}/wp-admin`;
  // Its path is that of all addresses below.
  const cookie = createFlowCookie({
    url: contactsEnterUrl(config.siteUrl),
    name: 'waypost-admin-enter',
    needed: ['secret', 'to'],
  });

  async function toDashboard(to: string): Promise<HttpAnswer> {
    const secret = randomToken();
    const flow = cookie.hold({ secret, to });
    return leadTo(handOverUrl(config, await siteId(), challengeOf(secret)), [flow]);
  }

  const enter = route({
    methods: ['GET'],
    path: '/enter',
    description:
      'For browsers: redirects to the dashboard, which signs people in and sends them back with a ticket. If WordPress ' +
      "shares the database, it first shows a page with a form for WordPress's people.",
    args: Type.Object({
      to: screen,
      by: Type.Optional(Type.Enum(['dashboard'], { description: 'The choice on that page.' })),
    }),
    produces: ['text/html'],
    async callback({ params, address }) {
      await tries.spendOnAddress(address);
      const to = ownScreen(params.to, home);
      const hasForm = params.by === undefined && config.passwordSignIn && (await wordPress.isThere());
      return asSent(hasForm ? enterPage(to) : await toDashboard(to));
    },
  });

  const signIn = route({
    methods: ['POST'],
    path: '/enter',
    inDemo: true,
    description: "Signs one of WordPress's people in, by the form of that page.",
    args: Type.Object({
      to: screen,
      email: Type.String({ minLength: 1, maxLength: 254, description: 'The address in WordPress.' }),
      password: oldPassword,
    }),
    produces: ['text/html'],
    async callback(request) {
      const to = ownScreen(request.params.to, home);
      requireOwnPage(context, request);
      try {
        const token = await signInByWordPress(context, request);
        return asSent(leadTo(to, [context.cookie.hold(token)]));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return asSent(enterPage(to, { status: renderLikeWordPress(error).status, why: error.message }));
      }
    },
  });

  const finish = route({
    methods: ['GET'],
    path: '/enter/finish',
    description: 'Accepts a ticket from the dashboard once, in the browser it was issued for.',
    args: Type.Object({ ticket: Type.String({ maxLength: 128, description: 'The ticket from the dashboard.' }) }),
    produces: ['text/html'],
    async callback(request) {
      await tries.spendOnAddress(request.address);
      const flow = cookie.read(request);
      const shown = flow && { ticket: request.params.ticket, secret: flow.secret };
      const token = shown && (await begin(shown));
      if (!token) return asSent({ ...notSignedInPage(home, 400, refused), cookies: [cookie.ended] });
      return asSent(leadTo(ownScreen(flow.to, home), [context.cookie.hold(token), cookie.ended]));
    },
  });

  /** A token of the dashboard's session, for this host; undefined when the ticket is invalid. */
  const begin = (shown: { ticket: string; secret: string }) =>
    inTransaction(people, async (trx) => {
      const now = new Date();
      const handed = await useTicket(trx, shown, now);
      const user = handed && (await findUserOfSite(trx, await siteId(), handed.userId));
      return handed && user && insertSessionToken(trx, handed.sessionId, now);
    });

  return [enter, signIn, finish];
}
