/**
 * Going from one application to the other without signing in again, for people whose account holds for both: how a browser comes in
 * here from the dashboard, and how it goes there.
 */
import Type from 'typebox';
import { inTransaction } from '../../../../shared/db/db.ts';
import { randomToken } from '../../../../shared/secrets/secrets.ts';
import { askDashboardUrl, contactsEnterUrl, finishUrl, linksEnterUrl } from '../../../../shared/sign-in/enter.ts';
import { challengeOf, type HandedOver, insertTicket, useTicket } from '../../../../shared/sign-in/tickets.ts';
import { createFlowCookie } from '../../../../shared/site/flow-cookie.ts';
import { ownScreen } from '../../../../shared/site/own-screen.ts';
import { leadTo, notSignedInPage } from '../../../../shared/site/sign-in-answers.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { answerWith, success } from '../../../host/envelope.ts';
import { orNoLinks } from '../../../host/links-database.ts';
import { text } from '../../../host/shapes.ts';
import { type Context, deviceOf } from '../context/context.ts';
import { forbidden } from '../core/answers.ts';
import { asSent } from '../core/as-sent.ts';
import type { Trx } from '../core/tables.ts';
import { noteSignIn, putLinksAdmin } from '../people/admin-queries.ts';
import { findLinksPerson } from '../people/links-queries.ts';
import { insertSession, type SignInDevice } from '../people/session-queries.ts';
import { requireOwner, requireOwnPage, signedIn } from './identify.ts';

const refused = 'This sign-in was already used, took too long, or was started in another browser';

export function handOverRoutes(context: Context): RestRoute[] {
  const { siteUrl } = context.config;
  const enterUrl = contactsEnterUrl(siteUrl);
  const home = `${new URL(siteUrl).pathname.replace(/\/$/, '')}/wp-admin`;
  // Its path is that of both addresses below.
  const cookie = createFlowCookie({ url: enterUrl, name: 'waypost-admin-enter', needed: ['secret', 'to'] });

  const enter = route({
    methods: ['GET'],
    path: '/enter',
    description: 'For browsers that come from the dashboard: redirects back there for a ticket.',
    args: Type.Object({
      to: Type.Optional(Type.String({ maxLength: 1_000, description: 'The screen to open afterwards.' })),
    }),
    produces: ['text/html'],
    async callback({ params, address }) {
      await context.tries.spendOnAddress(address);
      const secret = randomToken();
      const flow = cookie.hold({ secret, to: ownScreen(params.to, home) });
      return asSent(leadTo(askDashboardUrl(context.config, challengeOf(secret)), [flow]));
    },
  });

  const finish = route({
    methods: ['GET'],
    path: '/enter/finish',
    description: 'Accepts a ticket from the dashboard once, in the browser it was issued for.',
    args: Type.Object({ ticket: Type.String({ maxLength: 128, description: 'The ticket from the dashboard.' }) }),
    produces: ['text/html'],
    async callback(request) {
      await context.tries.spendOnAddress(request.address);
      const flow = cookie.read(request);
      const { ticket } = request.params;
      const token = flow && (await begin(context, { ticket, secret: flow.secret }, deviceOf(context, request)));
      if (!token) return asSent({ ...notSignedInPage(home, 400, refused), cookies: [cookie.ended] });
      return asSent(leadTo(ownScreen(flow.to, home), [context.cookie.hold(token), cookie.ended]));
    },
  });

  return [enter, finish, toLinksRoute(context)];
}

/** The token of a session that goes on with one of the dashboard; undefined when the ticket does not hold. */
const begin = ({ db, links }: Context, shown: { ticket: string; secret: string }, device: SignInDevice) =>
  inTransaction(db, async (trx) => {
    const now = new Date();
    const handed = await orNoLinks(useTicket(links.within(trx), { ...shown, opens: 'contacts' }, now));
    const person = handed && (await findLinksPerson(links, trx, handed.userId));
    if (!person) return undefined;
    const id = await putLinksAdmin(trx, person, now);
    await noteSignIn(trx, id, now);
    return goOn(trx, id, device, handed, now);
  });

const goOn = (trx: Trx, id: number, device: SignInDevice, { sessionId, begunBy, expiresAt }: HandedOver, now: Date) =>
  insertSession(trx, id, device, { now, expiresAt, begunBy, linksSessionId: sessionId });

const toLinksRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/hand-over',
    inDemo: true,
    description: 'Returns the URL that opens the dashboard, signed in, in the browser with this challenge.',
    permission: signedIn,
    args: Type.Object({
      challenge: Type.String({
        pattern: '^[A-Za-z0-9_-]{43}$',
        description: 'The challenge from the dashboard.',
      }),
    }),
    answer: answerWith({ url: text('Where to go.', 'https://go.example.com/api/dashboard/enter/finish?ticket=7kQm') }),
    async callback(request) {
      requireOwnPage(context, request);
      const { db, links, config } = context;
      const { linksSessionId: sessionId } = await requireOwner(context, request);
      if (sessionId === null)
        throw forbidden('Your account is only for contacts. Ask for an invitation to the dashboard.');
      const { challenge } = request.params;
      const ticket = await insertTicket(links.of(db), { sessionId, opens: 'links', challenge }, new Date());
      return success({ url: finishUrl(linksEnterUrl(config), ticket) });
    },
  });
