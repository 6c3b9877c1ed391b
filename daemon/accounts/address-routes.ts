/** Routes for changing an account's email address. */
import { json } from '../../shared/http/answer.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { Done, normalizeEmail } from '../api/schemas.ts';
import { bearerToken } from '../identity/access.ts';
import { confirmAddress, requestAddressChange } from './change-address.ts';
import { requirePassword } from './require-password.ts';
import { AddressInput, VerifyInput } from './schema.ts';

const group = 'Auth';

export const addressRoutes = (context: Context): DescribedRoute[] => [change(context), confirm(context)];

const change = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/auth/email',
    id: 'changeEmail',
    summary: "Request a change of your account's email",
    description:
      'A link is sent to the new email address, and a notice to the old one. The email changes once the link is used. ' +
      'It expires after three days, or when another change is requested.',
    group,
    role: 'viewer',
    caller: 'user',
    body: AddressInput,
    answers: { 200: { description: 'The emails are queued.', schema: Done } },
    errors: ['conflict'],
    async handle({ auth, request, body }) {
      const email = normalizeEmail(body.email);
      const user = await requirePassword(context, request, auth.userId, { currentPassword: body.currentPassword });
      await context.tries.spendOnMail('address', email);
      await context.tries.spendOnMail('address', user.email);
      await requestAddressChange(context.db, user, email, new Date());
      return json(200, { ok: true });
    },
  });

const confirm = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/auth/email/confirm',
    id: 'confirmEmail',
    summary: "Change an account's email with an emailed token",
    description:
      'It needs a session of the account; one of another account is a `conflict`. Links sent to the old email address stop working, and it gets a notice. ' +
      'If the old address was never verified, the same access ends as with `POST /auth/verify`.',
    group,
    role: 'viewer',
    caller: 'newcomer',
    body: VerifyInput,
    answers: { 200: { description: 'The email has changed.', schema: Done } },
    errors: ['conflict'],
    async handle({ request, auth: { userId }, body: { token } }) {
      await confirmAddress(context.db, token, { userId, sessionToken: bearerToken(request) }, new Date());
      context.access.forget([{ userId }]);
      context.announceChanges();
      return json(200, { ok: true });
    },
  });
