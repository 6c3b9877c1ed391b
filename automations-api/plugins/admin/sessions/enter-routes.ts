/**
 * How a browser is signed in here. It goes to the dashboard and returns with a ticket; where a WordPress shares the
 * database, its people sign in with their password on a small page.
 */
import Type from 'typebox';
import { inTransaction } from '../../../../shared/db/db.ts';
import type { HttpAnswer } from '../../../../shared/http/answer.ts';
import { contactsEnterUrl, handOverUrl } from '../../../../shared/people/enter.ts';
import { insertSessionToken } from '../../../../shared/people/session-queries.ts';
import { challengeOf, useTicket } from '../../../../shared/people/ticket-queries.ts';
import { randomToken } from '../../../../shared/secrets/secrets.ts';
import { createFlowCookie } from '../../../../shared/site/flow-cookie.ts';
import { ownScreen } from '../../../../shared/site/own-screen.ts';
import { leadTo, notSignedInPage } from '../../../../shared/site/sign-in-answers.ts';
import { renderLikeWordPress, toApiError } from '../../../host/core/errors.ts';
import { type AskedRoute, type RestRoute, route } from '../../../host/core/route.ts';
import type { Context } from '../context/context.ts';
import { notFound } from '../core/errors.ts';
import { asSent } from '../core/page-answer.ts';
import { oldPassword } from '../core/params.ts';
import { enterPage } from './enter-page.ts';
import { requireOwnPage } from './identify.ts';
import { signInByWordPress } from './sign-in-by-wordpress.ts';

const refused = 'This sign-in was already used, took too long, or was started in another browser';

/** A browser has a flow in each tab that it opens, and their cookies must fit into a request. */
const mostFlows = 4;

const screen = Type.Optional(Type.String({ description: 'The screen to open afterwards.' }));

type Asked = Pick<AskedRoute, 'headers'>;

export function enterRoutes(context: Context): RestRoute[] {
  const { config, people, log, sessions, siteId, tries, wordPress } = context;
  const home = `${new URL(config.siteUrl).pathname.replace(/\/$/, '')}/wp-admin`;
  const noAccess = config.requireSecondFactor
    ? 'You have no role in contacts, or you signed in without the second factor that they require'
    : 'You have no role in contacts';

  /** Its path is that of all addresses below. */
  const cookieOf = (challenge: string) =>
    createFlowCookie({
      url: contactsEnterUrl(config.siteUrl),
      name: `waypost-admin-enter-${challenge.slice(0, 12)}`,
      needed: ['secret', 'to'],
    });

  async function toDashboard({ headers }: Asked, to: string): Promise<HttpAnswer> {
    const secret = randomToken();
    const challenge = challengeOf(secret);
    const others = [...(headers.cookie ?? '').matchAll(/waypost-admin-enter-([\w-]{12})=/g)];
    const ended = others.length < mostFlows ? [] : others.map(([, name = '']) => cookieOf(name).ended);
    const flow = cookieOf(challenge).hold({ secret, to });
    return leadTo(handOverUrl(config, await siteId(), challenge), [...ended, flow]);
  }

  /** Errors are pages, since browsers show them. */
  const page =
    <Request extends Asked>(show: (request: Request) => Promise<HttpAnswer>) =>
    async (request: Request) => {
      try {
        return asSent(await show(request));
      } catch (thrown) {
        const error = toApiError(thrown);
        if (error.code === 'internal_server_error') throw thrown;
        if (error.cause) log.warn({ err: error.cause }, 'a sign-in failed');
        const { status, headers } = renderLikeWordPress(error);
        const answer = notSignedInPage(home, status, error.message);
        return asSent({ ...answer, headers: { ...answer.headers, ...headers } });
      }
    };

  const enter = route({
    methods: ['GET'],
    path: '/enter',
    description:
      'For browsers: redirects to the screen, or without a session to the dashboard, which signs users in and sends ' +
      'them back with a ticket. If WordPress shares the database, it first shows a page with a form for ' +
      "WordPress's people.",
    args: Type.Object({
      to: screen,
      by: Type.Optional(Type.Enum(['dashboard'], { description: 'The choice on that page.' })),
    }),
    produces: ['text/html'],
    callback: page(async (request) => {
      const { params, address } = request;
      await tries.spendOnAddress(address);
      const to = ownScreen(params.to, home);
      const token = context.cookie.read(request);
      if (token !== undefined && (await sessions.find(token))) return leadTo(to, []);
      const hasForm = params.by === undefined && config.passwordSignIn && (await wordPress.isThere());
      return hasForm ? enterPage(to) : toDashboard(request, to);
    }),
  });

  const signIn = route({
    methods: ['POST'],
    path: '/enter',
    inDemo: true,
    description: 'Signs a WordPress user in, by the form of that page.',
    args: Type.Object({
      to: screen,
      email: Type.String({ minLength: 1, maxLength: 254, description: 'The email address in WordPress.' }),
      password: oldPassword,
    }),
    produces: ['text/html'],
    callback: page(async (request) => {
      requireOwnPage(context, request);
      if (!(await wordPress.isThere())) throw notFound('page');
      const to = ownScreen(request.params.to, home);
      const token = await signInByWordPress(context, request);
      return token === undefined
        ? enterPage(to, 'The email or the password is wrong')
        : leadTo(to, [context.cookie.hold(token)]);
    }),
  });

  const finish = route({
    methods: ['GET'],
    path: '/enter/finish',
    description: 'Accepts a ticket from the dashboard once, in the browser it was issued for.',
    args: Type.Object({
      ticket: Type.String({ maxLength: 128, description: 'The ticket from the dashboard.' }),
      challenge: Type.String({ pattern: '^[\\w-]{43}$', description: 'What the ticket was issued for.' }),
    }),
    produces: ['text/html'],
    callback: page(async (request) => {
      await tries.spendOnAddress(request.address);
      const { ticket, challenge } = request.params;
      const cookie = cookieOf(challenge);
      const flow = cookie.read(request);
      const token = flow && (await begin({ ticket, secret: flow.secret }));
      if (!token) return notSignedInPage(home, 400, refused);
      if (!(await sessions.find(token))) return notSignedInPage(home, 403, noAccess);
      return leadTo(ownScreen(flow.to, home), [context.cookie.hold(token), cookie.ended]);
    }),
  });

  /** A token of the dashboard's session, for this site; undefined when the ticket is invalid. */
  async function begin(shown: { ticket: string; secret: string }) {
    // It may take a connection of its own, which a transaction must not wait for.
    const id = await siteId();
    return inTransaction(people, async (trx) => {
      const now = new Date();
      const handed = await useTicket(trx, shown, now);
      return handed && insertSessionToken(trx, { sessionId: handed.sessionId, siteId: id }, now);
    });
  }

  return [enter, signIn, finish];
}
