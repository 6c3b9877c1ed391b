/** The routes and the page by which an account's address is verified. */
import { inTransaction } from '../../shared/db.ts';
import { json } from '../../shared/http/answer.ts';
import type { HttpRoute } from '../../shared/http/route.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint, openEndpoint } from '../api/endpoint.ts';
import { escapeHtml, htmlAnswer, paragraph } from '../api/html.ts';
import { pageRoute } from '../api/page-route.ts';
import { Done } from '../api/schemas.ts';
import { getUser } from '../identity/queries.ts';
import { findTokenSubject } from '../identity/token-queries.ts';
import { VerifyInput } from './schema.ts';
import { askForVerification, verifyEmail } from './verify-email.ts';

const group = 'Auth';

export const verifyRoutes = (context: Context): DescribedRoute[] => [verify(context), resend(context)];

const verify = (context: Context) =>
  openEndpoint(context, {
    method: 'POST',
    path: '/auth/verify',
    id: 'verifyEmail',
    summary: "Verify an account's address with a mailed token",
    description: 'The token works once, for three days.',
    group,
    body: VerifyInput,
    answers: { 200: { description: 'The address is verified.', schema: Done, example: { ok: true } } },
    async handle({ request, body: { token } }) {
      await context.tries.spendOnAddress(context.addressOf(request));
      await verifyEmail(context.db, token, new Date());
      return json(200, { ok: true });
    },
  });

const resend = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/auth/verify/resend',
    id: 'resendVerification',
    summary: 'Mail the link that verifies your address again',
    description: 'Nothing is mailed to an address that is verified.',
    group,
    role: 'viewer',
    ofUser: true,
    sessionOnly: true,
    answers: { 200: { description: 'A mail is on its way, if one is needed.', schema: Done, example: { ok: true } } },
    async handle({ auth: { userId } }) {
      const user = await getUser(context.db, userId);
      if (user.emailVerifiedAt === null) {
        await context.tries.spendOnMail('verify', user.email);
        await inTransaction(context.db, (trx) => askForVerification(trx, user, new Date()));
      }
      return json(200, { ok: true });
    },
  });

const path = '/api/verify-email';

/** Opening the page changes nothing, because programs that look at mails open what is linked in them. */
export const verifyPages = (context: Context): HttpRoute[] => [
  pageRoute(context, 'GET', path, async (fields) => {
    const token = fields('token');
    if ((await findTokenSubject(context.db, 'verify', token, new Date())) === undefined) {
      return htmlAnswer(404, 'Not open any more', paragraph('This link was used already, or is too old.'));
    }
    return htmlAnswer(
      200,
      'Is this your address?',
      `${paragraph('Go on only if you made the account this mail was about.')}<form method="post"><input type="hidden" name="token" value="${escapeHtml(token)}"><p><button type="submit">Yes, it is mine</button></p></form>`,
    );
  }),
  pageRoute(context, 'POST', path, async (fields, request) => {
    await context.tries.spendOnAddress(context.addressOf(request));
    await verifyEmail(context.db, fields('token'), new Date());
    return htmlAnswer(200, 'Your address is verified', paragraph('You can close this page.'));
  }),
];
