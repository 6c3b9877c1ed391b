/** The routes and the page by which an account's address is changed. */
import { json } from '../../shared/http/answer.ts';
import type { HttpRoute } from '../../shared/http/route.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint, openEndpoint } from '../api/endpoint.ts';
import { escapeHtml, htmlAnswer, paragraph } from '../api/html.ts';
import { pageRoute } from '../api/page-route.ts';
import { Done, normalizeEmail } from '../api/schemas.ts';
import { findTokenSubject } from '../identity/token-queries.ts';
import { askForAddress, confirmAddress } from './change-address.ts';
import { requirePassword } from './require-password.ts';
import { AddressInput, VerifyInput } from './schema.ts';

const group = 'Auth';

export const addressRoutes = (context: Context): DescribedRoute[] => [ask(context), confirm(context)];

const ask = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/auth/email',
    id: 'changeEmail',
    summary: 'Ask for another address of your account',
    description:
      'A link is mailed to the new address, and the old one is told. The address changes when the link is used; it holds ' +
      'for three days, and ends when another address is asked for.',
    group,
    role: 'viewer',
    ofUser: true,
    sessionOnly: true,
    body: AddressInput,
    bodyExample: { email: 'new@example.com', currentPassword: 'ten characters or more' },
    answers: { 200: { description: 'The mails are on their way.', schema: Done, example: { ok: true } } },
    errors: ['conflict'],
    async handle({ auth, request, body }) {
      const email = normalizeEmail(body.email);
      const user = await requirePassword(context, request, auth.userId, body.currentPassword);
      await context.tries.spendOnMail('address', email);
      await context.tries.spendOnMail('address', user.email);
      await askForAddress(context.db, user, email, new Date());
      return json(200, { ok: true });
    },
  });

const confirm = (context: Context) =>
  openEndpoint(context, {
    method: 'POST',
    path: '/auth/email/confirm',
    id: 'confirmEmail',
    summary: "Change an account's address with a mailed token",
    description: 'Sessions go on; links mailed to the old address end, and it is told.',
    group,
    body: VerifyInput,
    answers: { 200: { description: 'The address is changed.', schema: Done, example: { ok: true } } },
    errors: ['conflict'],
    async handle({ request, body: { token } }) {
      await context.tries.spendOnAddress(context.addressOf(request));
      await confirmAddress(context.db, token, new Date());
      return json(200, { ok: true });
    },
  });

const path = '/api/confirm-address';

/** Opening the page changes nothing, because programs that look at mails open what is linked in them. */
export const addressPages = (context: Context): HttpRoute[] => [
  pageRoute(context, 'GET', path, async (fields) => {
    const token = fields('token');
    if ((await findTokenSubject(context.db, 'address', token, new Date())) === undefined) {
      return htmlAnswer(404, 'Not open any more', paragraph('This link was used already, or is too old.'));
    }
    return htmlAnswer(
      200,
      'Is this your new address?',
      `${paragraph('From then on you sign in with it.')}<form method="post"><input type="hidden" name="token" value="${escapeHtml(token)}"><p><button type="submit">Yes, use it</button></p></form>`,
    );
  }),
  pageRoute(context, 'POST', path, async (fields, request) => {
    await context.tries.spendOnAddress(context.addressOf(request));
    await confirmAddress(context.db, fields('token'), new Date());
    return htmlAnswer(
      200,
      'Your address is changed',
      paragraph('Sign in with it from now on. You can close this page.'),
    );
  }),
];
