/** The routes of signing in with a passkey. */
import Type, { type Static } from 'typebox';
import { PasskeySignature } from '../../../../shared/factors/schema.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { success } from '../../../host/envelope.ts';
import { orNoLinks } from '../../../host/links-database.ts';
import { type Context, deviceOf } from '../context/context.ts';
import { noPasskeys, wrongPasskey } from '../core/answers.ts';
import { PasskeyOptionsAnswer, SessionAnswer } from '../core/schemas.ts';
import type { Trx } from '../core/tables.ts';
import { findAdmin, putLinksAdmin } from '../people/admin-queries.ts';
import { factorsIn } from '../people/factor-store.ts';
import { findLinksPerson, linksFactorsIn } from '../people/links-queries.ts';
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
      'The options for `navigator.credentials.get`, as JSON; the challenge can be answered once within five minutes.',
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
    description: 'Signs in with a passkey, without a password. WordPress users sign in with their WordPress password.',
    args: Type.Object({ response: PasskeySignature }),
    answer: SessionAnswer,
    async callback(request) {
      requireOwnPage(context, request);
      requirePasswords(context);
      const attempt = await context.tries.spendOnPasskey(request.address);
      const { signed, person } = await findSigner(context, request.params.response);
      const token = await beginSession(context, person, deviceOf(context, request), async ({ store }, now) => {
        if (!(await context.factors.useSignature(store, signed, now))) throw wrongPasskey();
        return 'factor';
      });
      attempt.refund();
      return showSession(context, token);
    },
  });

/** The person whose passkey it is: of an account here, or of the link service where both have one host. @throws incorrect_passkey */
async function findSigner({ db, links, factors }: Context, response: Static<typeof PasskeySignature>) {
  const now = new Date();
  const signed = await factors.readSignature(factorsIn(db), response, now);
  const admin = signed && (await findAdmin(db, signed.ownerId));
  // Sessions of people of WordPress are bound to the password that WordPress has, which a passkey does not show.
  if (signed && admin && admin.wpUserId === null) return { signed, person: { enter: async () => admin.id } };
  const inLinks = await orNoLinks(factors.readSignature(linksFactorsIn(links.of(db)), response, now));
  const joined = inLinks && (await findLinksPerson(links, db, inLinks.ownerId));
  if (!joined) throw wrongPasskey();
  const enter = (trx: Trx, at: Date) => putLinksAdmin(trx, joined, at);
  return { signed: inLinks, person: { enter, linksUserId: joined.userId } };
}
