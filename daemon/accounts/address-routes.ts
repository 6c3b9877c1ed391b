/** The routes by which an account's address is changed. */
import { json } from '../../shared/http/answer.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint, openEndpoint } from '../api/endpoint.ts';
import { Done, normalizeEmail } from '../api/schemas.ts';
import { askForAddress, confirmAddress } from './change-address.ts';
import * as examples from './examples.ts';
import { findReader } from './mail-reader.ts';
import { requirePassword } from './require-password.ts';
import { AddressInput, VerifyInput } from './schema.ts';

const group = 'Auth';

export const addressRoutes = (context: Context): DescribedRoute[] => [ask(context), confirm(context)];

const ask = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/auth/email',
    id: 'changeEmail',
    summary: 'Request another email for your account',
    description:
      'A link is sent to the new address, and a notice to the old one. The address changes once the link is used. ' +
      'It expires after three days, or when another address is requested.',
    group,
    role: 'viewer',
    ofUser: true,
    sessionOnly: true,
    body: AddressInput,
    bodyExample: { email: 'new@example.com', currentPassword: examples.password },
    answers: { 200: { description: 'The emails are queued.', schema: Done, example: { ok: true } } },
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
    summary: "Change an account's email with an emailed token",
    description: 'Sessions stay; links sent to the old address end, and it gets a notice.',
    group,
    body: VerifyInput,
    bodyExample: { token: examples.token },
    answers: { 200: { description: 'The email has changed.', schema: Done, example: { ok: true } } },
    errors: ['conflict'],
    async handle({ request, body: { token } }) {
      await context.tries.spendOnAddress(context.addressOf(request));
      await confirmAddress(context.db, token, new Date(), await findReader(context, request));
      return json(200, { ok: true });
    },
  });
