/**
 * Going from one application to the other without signing in again, for people who may open both: how a browser goes to contacts, and
 * how it comes in here from there.
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
  summary: 'Come to the dashboard from contacts',
  description: 'For browsers: sends them back to contacts for a ticket.',
  group,
  query: Type.Object({ to: text('The screen of the dashboard to come to afterwards.') }),
  answers: { 302: { description: 'Leads to contacts. A cookie holds what the ticket is checked by.' } },
  errors: ['not_found'],
  failsWithPage: true,
};

const finishes: Description = {
  method: 'GET',
  path: '/dashboard/enter/finish',
  id: 'finishEnteringDashboard',
  summary: 'Sign in to the dashboard with the ticket of contacts',
  description: 'A ticket holds once, for a minute, in the browser that it was made for.',
  group,
  query: Type.Object({ ticket: text('What contacts gave.') }),
  answers: { 302: { description: 'Leads to the dashboard. The session is in its cookie.' } },
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
      const why = 'This way in was used already, took too long, or was begun in another browser';
      return { ...notSignedInPage(home, 400, why), cookies: [cookie.ended] };
    }
    context.access.forget([{ userId: begun.userId }]);
    context.announceChanges();
    return leadTo(ownScreen(flow.to, home), [context.cookie.hold(begun.token), cookie.ended]);
  }

  return [signInPage(context, home, enters, enter), signInPage(context, home, finishes, finish), toContacts(context)];
}

const longestScreen = 1_000;

/** The session that contacts began or go on with gets a token for this browser; undefined when the ticket does not hold. */
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
    summary: 'Get the address at which contacts take this browser in, signed in',
    description: 'For people who have access to contacts. `challenge` is what contacts gave the browser.',
    group,
    role: 'viewer',
    ofUser: true,
    sessionOnly: true,
    body: HandOverInput,
    bodyExample: { challenge: challengeOf('a secret') },
    answers: {
      200: {
        description: 'Where to go, within a minute.',
        schema: HandOverTo,
        example: { url: 'https://contacts.example.com/wp-json/waypost-admin/v1/enter/finish?ticket=7kQm' },
      },
    },
    errors: ['forbidden'],
    async handle({ auth: { userId }, request, body: { challenge } }) {
      const { db } = context;
      const contacts = await findInstallation(db);
      if (!contacts) throw forbidden('contact automation does not run with this service');
      if (!(await findContactsRole(db, userId))) {
        throw forbidden('you have no access to contacts; an administrator of contacts can give it in Members');
      }
      const session = await findSession(db, userId, bearerToken(request));
      if (!session) throw forbidden('this session is over');
      const ticket = await insertTicket(db, { sessionId: session.id, opens: 'contacts', challenge }, new Date());
      return json(200, { url: finishUrl(contactsEnterUrl(contacts.url), ticket) }, { 'Cache-Control': 'no-store' });
    },
  });
