/** Routes for verifying an account's email address. */
import { inTransaction } from '../../shared/db/db.ts';
import { json } from '../../shared/http/answer.ts';
import { getUser } from '../../shared/people/user-queries.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { Done } from '../api/schemas.ts';
import { bearerToken } from '../identity/access.ts';
import { VerifyInput } from './schema.ts';
import { requestVerification, verifyEmail } from './verify-email.ts';

const group = 'Auth';

export const verifyRoutes = (context: Context): DescribedRoute[] => [verify(context), resend(context)];

const verify = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/auth/verify',
    id: 'verifyEmail',
    summary: "Verify an account's email with an emailed token",
    description:
      "It needs a session of the account. The token works once, for three days. The account's other sessions, API keys, webhooks, second " +
      'factors and emailed links end, because someone else may have added them. A session of another account is a `conflict`.',
    group,
    role: 'viewer',
    caller: 'newcomer',
    body: VerifyInput,
    errors: ['conflict'],
    answers: { 200: { description: 'The email is verified.', schema: Done } },
    async handle({ request, auth: { userId }, body: { token } }) {
      await verifyEmail(context.db, token, { userId, sessionToken: bearerToken(request) }, new Date());
      context.access.forget([{ userId }]);
      context.announceChanges();
      return json(200, { ok: true });
    },
  });

const resend = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/auth/verify/resend',
    id: 'resendVerification',
    summary: 'Resend the link that verifies your email',
    description: 'Sends nothing to a verified email.',
    group,
    role: 'viewer',
    caller: 'newcomer',
    answers: { 200: { description: 'An email is queued, if one is needed.', schema: Done } },
    async handle({ auth: { userId } }) {
      const user = await getUser(context.db, userId);
      if (user.emailVerifiedAt === null) {
        await context.tries.spendOnMail('verify', user.email);
        await inTransaction(context.db, (trx) => requestVerification(trx, user, new Date()));
      }
      return json(200, { ok: true });
    },
  });
