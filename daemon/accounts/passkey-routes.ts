/** Signing in with a passkey: what is to be signed, and the session that the signature begins. */
import { json } from '../../shared/http/answer.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, openEndpoint } from '../api/endpoint.ts';
import { requirePasskeys, signInByPasskey } from './begin-session.ts';
import * as examples from './examples.ts';
import * as schema from './schema.ts';
import { toSignedIn } from './signed-in.ts';

const group = 'Auth';

export const passkeyRoutes = (context: Context): DescribedRoute[] => [begin(context), login(context)];

const begin = (context: Context) =>
  openEndpoint(context, {
    method: 'POST',
    path: '/auth/login/passkey/options',
    id: 'beginPasskeyLogin',
    summary: 'Begin to sign in with a passkey',
    description:
      'What `navigator.credentials.get` takes, as JSON. It is the same for everybody but for the challenge, which can be answered once, ' +
      'for five minutes.',
    group,
    answers: {
      200: {
        description: 'The options.',
        schema: schema.PasskeyOptions,
        example: { options: examples.requestOptions },
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
      'Without a password: a passkey verifies its user by a finger, a face or a PIN. It counts as a second factor as well.',
    group,
    body: schema.PasskeyLoginInput,
    bodyExample: { response: examples.signature },
    answers: { 200: { description: 'A session.', schema: schema.SignedIn, example: examples.signedIn } },
    errors: ['unauthorized', 'forbidden'],
    handle: async (asked) => toSignedIn(await signInByPasskey(context, asked)),
  });
