/**
 * Routes for signing in with a passkey. One returns a challenge; the other starts the session if the challenge is
 * signed.
 */
import { json } from '../../shared/http/answer.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, openEndpoint } from '../api/endpoint.ts';
import { requirePasskeys, signInByPasskey } from './begin-session.ts';
import * as schema from './schema.ts';
import { toSignedIn } from './signed-in.ts';

const group = 'Auth';

export const passkeyRoutes = (context: Context): DescribedRoute[] => [begin(context), login(context)];

const begin = (context: Context) =>
  openEndpoint(context, {
    method: 'POST',
    path: '/auth/login/passkey/options',
    id: 'beginPasskeyLogin',
    summary: 'Start signing in with a passkey',
    description:
      'The options for `navigator.credentials.get`, as JSON. Only the challenge differs between users; it can be answered once, ' +
      'for five minutes.',
    group,
    answers: {
      200: {
        description: 'The options.',
        schema: schema.PasskeyOptions,
      },
    },
    errors: ['forbidden'],
    async handle() {
      requirePasskeys(context);
      const options = await context.factors.beginSigning(new Date());
      return json(200, { options }, { 'Cache-Control': 'no-store' });
    },
  });

const login = (context: Context) =>
  openEndpoint(context, {
    method: 'POST',
    path: '/auth/login/passkey',
    id: 'loginByPasskey',
    summary: 'Sign in with a passkey',
    description:
      'Needs no password: a passkey verifies its user by fingerprint, face or PIN, so it also counts as a second factor.',
    group,
    body: schema.PasskeyLoginInput,
    answers: { 200: { description: 'A session.', schema: schema.SignedIn } },
    errors: ['unauthorized', 'forbidden'],
    handle: async (call) => toSignedIn(await signInByPasskey(context, call)),
  });
