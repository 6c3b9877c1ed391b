/**
 * Moving between the applications without signing in again, for people with access to both: how a browser goes to
 * contacts, and how it arrives here from there.
 */
import Type from 'typebox';
import { dashboardUrl } from '../../shared/config/dashboard-url.ts';
import { inTransaction } from '../../shared/db/db.ts';
import { type HttpAnswer, json } from '../../shared/http/answer.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { hashSecret, randomToken } from '../../shared/secrets/secrets.ts';
import { askContactsUrl, contactsEnterUrl, finishUrl, linksEnterUrl } from '../../shared/sign-in/enter.ts';
import { findContactsRole, findInstallation } from '../../shared/sign-in/people.ts';
import { replaceToken } from '../../shared/sign-in/sessions.ts';
import { challengeOf, insertTicket, useTicket } from '../../shared/sign-in/tickets.ts';
import { createFlowCookie } from '../../shared/site/flow-cookie.ts';
import { ownScreen } from '../../shared/site/own-screen.ts';
import { leadTo, notSignedInPage } from '../../shared/site/sign-in-answers.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, type Description, endpoint } from '../api/endpoint.ts';
import { forbidden } from '../api/errors.ts';
import { signInPage } from '../api/sign-in-page.ts';
import { bearerToken } from '../identity/access.ts';
import { newSessionToken } from '../identity/secrets.ts';
import { findSession } from '../identity/session-queries.ts';
import { HandOverInput, HandOverTo } from './schema.ts';

const group = 'Dashboard';
const text = (description: string) => Type.Optional(Type.String({ description }));

const enters: Description = {
  method: 'GET',
  path: '/dashboard/enter',
  id: 'enterDashboard',
  summary: 'Go from contacts to the dashboard',
  description: 'For browsers: redirects to contacts, which issues a ticket.',
  group,
  query: Type.Object({ to: text('The dashboard screen to open afterwards.') }),
  answers: {
    302: { description: 'Redirects to contacts. A cookie holds the challenge that the ticket is checked with.' },
  },
  errors: ['not_found'],
  failsWithPage: true,
};

const finishes: Description = {
  method: 'GET',
  path: '/dashboard/enter/finish',
  id: 'finishEnteringDashboard',
  summary: 'Sign in to the dashboard with a ticket from contacts',
  description: 'A ticket works once, within a minute, in the browser it was issued for.',
  group,
  query: Type.Object({ ticket: text('What contacts gave.') }),
  answers: {
    302: { description: 'Redirects to the dashboard with the session in a cookie.' },
    400: {
      description: 'A page: the ticket was already used, has expired, or is for another browser.',
      type: 'text/html',
      schema: Type.String(),
    },
  },
  failsWithPage: true,
};

export function handOverRoutes(context: Context): DescribedRoute[] {
  const { config, db } = context;
  const home = new URL(dashboardUrl(config.baseUrl)).pathname;
  const cookie = createFlowCookie({ url: linksEnterUrl(config), name: 'waypost-enter', needed: ['secret', 'to'] });

  async function enter({ query }: HttpRequest): Promise<HttpAnswer> {
    const contacts = await findInstallation(db);
    if (!contacts) return notSignedInPage(home, 404, 'Contact automation does not run with this service');
    const secret = randomToken();
    const to = ownScreen(new URLSearchParams(query).get('to')?.slice(0, longestScreen), home);
    return leadTo(askContactsUrl(contacts.url, challengeOf(secret)), [cookie.hold({ secret, to })]);
  }

  async function finish(request: HttpRequest): Promise<HttpAnswer> {
    await context.tries.spendOnAddress(context.addressOf(request));
    const flow = cookie.read(request);
    const ticket = new URLSearchParams(request.query).get('ticket') ?? '';
    const begun = flow && (await begin(context, { ticket, secret: flow.secret }));
    if (!begun) {
      const why = 'This sign-in was already used, took too long, or was started in another browser';
      return { ...notSignedInPage(home, 400, why), cookies: [cookie.ended] };
    }
    context.access.forget([{ userId: begun.userId }]);
    context.announceChanges();
    return leadTo(ownScreen(flow.to, home), [context.cookie.hold(begun.token), cookie.ended]);
  }

  return [signInPage(context, home, enters, enter), signInPage(context, home, finishes, finish), toContacts(context)];
}

const longestScreen = 1_000;

/** Gives this browser a token for the session that contacts started; `undefined` for an invalid ticket. */
const begin = ({ db }: Context, shown: { ticket: string; secret: string }) =>
  inTransaction(db, async (trx) => {
    const handed = await useTicket(trx, { ...shown, opens: 'links' }, new Date());
    if (!handed) return undefined;
    const token = newSessionToken();
    await replaceToken(trx, handed, hashSecret(token));
    return { token, userId: handed.userId };
  });

const toContacts = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/dashboard/hand-over',
    id: 'handOverToContacts',
    inDemo: true,
    summary: 'Get the URL that opens contacts, signed in',
    description: 'For users with access to contacts. `challenge` comes from contacts.',
    group,
    role: 'viewer',
    ofUser: true,
    sessionOnly: true,
    body: HandOverInput,
    bodyExample: { challenge: challengeOf('a secret') },
    answers: {
      200: {
        description: 'The URL, valid for a minute.',
        schema: HandOverTo,
        example: { url: 'https://contacts.example.com/wp-json/waypost-admin/v1/enter/finish?ticket=7kQm' },
      },
    },
    errors: ['forbidden'],
    async handle({ auth: { userId }, request, body: { challenge } }) {
      const { db } = context;
      const contacts = await findInstallation(db);
      if (!contacts) throw forbidden('Contact automation is not part of this installation.');
      if (!(await findContactsRole(db, userId))) {
        throw forbidden('You have no access to contacts. Ask an administrator of contacts to give it in Members.');
      }
      const session = await findSession(db, userId, bearerToken(request));
      if (!session) throw forbidden('This session has ended. Sign in again.');
      const ticket = await insertTicket(db, { sessionId: session.id, opens: 'contacts', challenge }, new Date());
      return json(200, { url: finishUrl(contactsEnterUrl(contacts.url), ticket) }, { 'Cache-Control': 'no-store' });
    },
  });
