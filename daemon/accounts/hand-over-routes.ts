/** The route that opens contacts for a user who is signed in to the dashboard, without another sign-in. */
import { json } from '../../shared/http/answer.ts';
import { findContactsRole } from '../../shared/people/contact-role-queries.ts';
import { finishUrl } from '../../shared/people/enter.ts';
import { findSession } from '../../shared/people/session-queries.ts';
import { findSiteById } from '../../shared/people/site-queries.ts';
import { challengeOf, insertTicket } from '../../shared/people/ticket-queries.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { forbidden, unauthorized } from '../api/errors.ts';
import { bearerToken } from '../identity/access.ts';
import { HandOverInput, HandOverTo } from './schema.ts';

export const handOverRoutes = (context: Context): DescribedRoute[] => [
  endpoint(context, {
    method: 'POST',
    path: '/dashboard/hand-over',
    id: 'handOverToContacts',
    inDemo: true,
    summary: 'Get the URL that opens contacts, signed in',
    description: 'For users with access to contacts. `site` and `challenge` come from contacts.',
    group: 'Dashboard',
    role: 'viewer',
    caller: 'user',
    body: HandOverInput,
    bodyExample: { site: 1, challenge: challengeOf('a secret') },
    answers: {
      200: {
        description: 'The URL, valid for a minute.',
        schema: HandOverTo,
      },
    },
    errors: ['forbidden'],
    async handle({ auth: { userId }, request, body: { site, challenge } }) {
      const { db } = context;
      const contacts = await findSiteById(db, site);
      if (!contacts) throw forbidden('Contact automation is not part of this installation.');
      if (!(await findContactsRole(db, userId, site))) {
        throw forbidden('You have no access to contacts. Ask an administrator of contacts to give it in Members.');
      }
      const session = await findSession(db, userId, bearerToken(request));
      if (!session) throw unauthorized('This session has ended. Sign in again.');
      const ticket = await insertTicket(db, { sessionId: session.id, challenge }, new Date());
      return json(200, { url: finishUrl(contacts.url, { ticket, challenge }) }, { 'Cache-Control': 'no-store' });
    },
  }),
];
