/**
 * Routes that sign browsers in. A browser goes to the dashboard and returns with a ticket. If WordPress shares the
 * database, its users can sign in with their password on a small page.
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
import { type RequestHead, type RestAnswer, type RestRoute, route } from '../../../host/core/route.ts';
import type { Context } from '../context/context.ts';
import { notFound } from '../core/errors.ts';
import { oldPassword } from '../core/params.ts';
import { enterPage } from './enter-page.ts';
import { requireOwnPage } from './identify.ts';
import { signInByWordPress } from './sign-in-by-wordpress.ts';

const noRole = 'You have no role in contacts';
const noRoleOrFactor = `${noRole}, or you signed in without the second factor that they require`;
const refused = 'This sign-in was already used, took too long, or was started in another browser';

/**
 * The maximum number of sign-ins that a browser has open. Each tab starts one with its own cookie, and all cookies
 * must fit into a request.
 */
const mostFlows = 4;

const screen = Type.Optional(Type.String({ description: 'The screen to open afterwards.' }));

export const enterRoutes = (context: Context): RestRoute[] => [
  startRoute(context),
  passwordRoute(context),
  finishRoute(context),
];

const startRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/enter',
    description:
      'For browsers: redirects to the screen, or without a session to the dashboard, which signs users in and sends ' +
      'them back with a ticket. If WordPress shares the database, it first shows a page with a form for WordPress users.',
    args: Type.Object({
      to: screen,
      by: Type.Optional(Type.Enum(['dashboard'], { description: 'The choice on that page.' })),
    }),
    produces: ['text/html'],
    callback: answeringPages(context, async (request) => {
      const { config, sessions, tries, wordPress } = context;
      const { params, address } = request;
      await tries.spendOnAddress(address);
      const to = ownScreen(params.to, homeOf(context));
      const token = context.cookie.read(request);
      if (token !== undefined && (await sessions.find(token))) return leadTo(to, []);
      const hasForm = params.by === undefined && config.passwordSignIn && (await wordPress.isInstalled());
      return hasForm ? enterPage(to) : goToDashboard(context, request, to);
    }),
  });

const passwordRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/enter',
    inDemo: true,
    description: 'Signs a WordPress user in, with the form on that page.',
    args: Type.Object({
      to: screen,
      email: Type.String({ minLength: 1, maxLength: 254, description: 'The email address in WordPress.' }),
      password: oldPassword,
    }),
    produces: ['text/html'],
    callback: answeringPages(context, async (request) => {
      requireOwnPage(context, request);
      if (!(await context.wordPress.isInstalled())) throw notFound('page');
      const to = ownScreen(request.params.to, homeOf(context));
      const token = await signInByWordPress(context, request);
      return token === undefined
        ? enterPage(to, 'The email or the password is wrong')
        : leadTo(to, [context.cookie.hold(token)]);
    }),
  });

const finishRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/enter/finish',
    description: 'Accepts a ticket from the dashboard once, in the browser it was issued for.',
    args: Type.Object({
      ticket: Type.String({ maxLength: 128, description: 'The ticket from the dashboard.' }),
      challenge: Type.String({ pattern: '^[\\w-]{43}$', description: 'The challenge the ticket was issued for.' }),
    }),
    produces: ['text/html'],
    callback: answeringPages(context, async (request) => {
      const { config, sessions, tries } = context;
      await tries.spendOnAddress(request.address);
      const { ticket, challenge } = request.params;
      const cookie = flowCookie(context, challenge);
      const flow = cookie.read(request);
      const token = flow && (await startSession(context, { ticket, secret: flow.secret }));
      const home = homeOf(context);
      if (!token) return notSignedInPage(home, 400, refused);
      if (!(await sessions.find(token)))
        return notSignedInPage(home, 403, config.requireSecondFactor ? noRoleOrFactor : noRole);
      return leadTo(ownScreen(flow.to, home), [context.cookie.hold(token), cookie.ended]);
    }),
  });

const homeOf = ({ config }: Context) => `${new URL(config.siteUrl).pathname.replace(/\/$/, '')}/wp-admin`;

/** Opens the cookie of a sign-in. Its path covers all routes of this file. */
const flowCookie = ({ config }: Context, challenge: string) =>
  createFlowCookie({
    url: contactsEnterUrl(config.siteUrl),
    name: `waypost-admin-enter-${challenge.slice(0, 12)}`,
    needed: ['secret', 'to'],
  });

async function goToDashboard(context: Context, { headers }: Pick<RequestHead, 'headers'>, to: string) {
  const secret = randomToken();
  const challenge = challengeOf(secret);
  const others = [...(headers.cookie ?? '').matchAll(/waypost-admin-enter-([\w-]{12})=/g)];
  const ended = others.length < mostFlows ? [] : others.map(([, name = '']) => flowCookie(context, name).ended);
  const flow = flowCookie(context, challenge).hold({ secret, to });
  return leadTo(handOverUrl(context.config, await context.siteId(), challenge), [...ended, flow]);
}

/**
 * Exchanges a ticket for a token of the dashboard's session at this site. Returns undefined if the ticket is invalid.
 */
async function startSession({ people, siteId: findSiteId }: Context, shown: { ticket: string; secret: string }) {
  // Runs before the transaction, since it can take another connection.
  const siteId = await findSiteId();
  return inTransaction(people, async (trx) => {
    const now = new Date();
    const ticket = await useTicket(trx, shown, now);
    return ticket && insertSessionToken(trx, { sessionId: ticket.sessionId, siteId }, now);
  });
}

/** Converts a handler of pages to a callback. Shows errors as pages too. */
const answeringPages =
  <Request>(context: Context, show: (request: Request) => Promise<HttpAnswer>) =>
  async (request: Request): Promise<RestAnswer<never>> => {
    try {
      return toRestAnswer(await show(request));
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.code === 'internal_server_error') throw thrown;
      if (error.cause) context.log.warn({ err: error.cause }, 'a sign-in failed');
      const { status, headers } = renderLikeWordPress(error);
      const answer = notSignedInPage(homeOf(context), status, error.message);
      return toRestAnswer({ ...answer, headers: { ...answer.headers, ...headers } });
    }
  };

function toRestAnswer({ status, headers = {}, cookies = [], body = '' }: HttpAnswer): RestAnswer<never> {
  const { 'Content-Type': contentType = 'text/html; charset=utf-8', ...others } = headers;
  return { status, headers: others, cookies, contentType, text: body };
}
