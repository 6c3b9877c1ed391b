/** The routes of signing in with a passkey. */
import Type from 'typebox';
import { PasskeySignature } from '../../../../shared/factors/schema.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { success } from '../../../host/envelope.ts';
import { type Context, deviceOf } from '../context/context.ts';
import { noPasskeys, wrongPasskey } from '../core/answers.ts';
import { PasskeyOptionsAnswer, SessionAnswer } from '../core/schemas.ts';
import { findAdmin } from '../people/admin-queries.ts';
import { factorsIn } from '../people/factor-store.ts';
import { requireOwnPage } from '../sessions/identify.ts';
import { showSession } from '../sessions/show-session.ts';
import { beginSession } from '../sessions/sign-in.ts';
import { requirePasswords } from '../sessions/ways.ts';

export const passkeyRoutes = (context: Context): RestRoute[] => [optionsRoute(context), signInRoute(context)];

const optionsRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/session/passkey/options',
    description:
      'What `navigator.credentials.get` takes, as JSON; its challenge can be answered once, for five minutes.',
    answer: PasskeyOptionsAnswer,
    async callback() {
      requirePasswords(context);
      const options = await context.factors.beginSigning(new Date());
      if (!options) throw noPasskeys();
      return success({ options: { ...options } });
    },
  });

const signInRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/session/passkey',
    description: 'Signs in with a passkey, without a password. People of WordPress sign in with their password there.',
    args: Type.Object({ response: PasskeySignature }),
    answer: SessionAnswer,
    async callback(request) {
      requireOwnPage(context, request);
      requirePasswords(context);
      const attempt = await context.tries.spendOnPasskey(request.address);
      const signed = await context.factors.readSignature(factorsIn(context.db), request.params.response, new Date());
      const admin = signed && (await findAdmin(context.db, signed.ownerId));
      // Their sessions are bound to the password that WordPress has, which a passkey does not show.
      if (!signed || !admin || admin.wpUserId !== null) throw wrongPasskey();
      const person = { enter: async () => admin.id };
      const token = await beginSession(context, person, deviceOf(context, request), async ({ store }, now) => {
        if (!(await context.factors.useSignature(store, signed, now))) throw wrongPasskey();
        return 'factor';
      });
      attempt.refund();
      return showSession(context, token);
    },
  });
