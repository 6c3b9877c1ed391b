/** The routes of those who come with a mailed token: a password that is forgotten, and the answer to an invitation. */
import Type from 'typebox';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { Done, success } from '../../../host/envelope.ts';
import { orNoLinks } from '../../../host/links-database.ts';
import { askerOf, type Context, deviceOf } from '../context/context.ts';
import { email, name, newPassword, token } from '../core/schema.ts';
import { InvitationAnswer, SessionAnswer } from '../core/schemas.ts';
import { keyOfEmail } from '../core/text.ts';
import { mailReset, mailResetElsewhere } from '../mail/mail-texts.ts';
import { findAdmin, findAdminByEmail } from '../people/admin-queries.ts';
import { findLinksPersonByEmail } from '../people/links-queries.ts';
import { findTokenOwner } from '../people/token-queries.ts';
import { requireOwnPage } from '../sessions/identify.ts';
import { showSession } from '../sessions/show-session.ts';
import { requirePasswords, waysToSignIn } from '../sessions/ways.ts';
import { setPassword, unusable } from './set-password.ts';

export const passwordRoutes = (context: Context): RestRoute[] => [
  forgotRoute(context),
  resetRoute(context),
  invitationRoute(context),
  acceptRoute(context),
];

const forgotRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/password/forgot',
    description: 'Emails a link to set a new password; the answer is the same with and without an account.',
    args: Type.Object({ email }),
    answer: Done,
    async callback({ params }) {
      requirePasswords(context);
      await context.tries.spendOnMail('reset', keyOfEmail(params.email));
      const admin = await findAdminByEmail(context.db, params.email);
      if (admin?.passwordHash) await mailReset(context, admin);
      if (!admin) {
        const joined = await orNoLinks(findLinksPersonByEmail(context.links, context.db, params.email));
        if (joined) mailResetElsewhere(context, joined);
      }
      return success({});
    },
  });

const resetRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/password/reset',
    description: 'Sets a new password with an emailed token, ends all sessions and signs in.',
    args: Type.Object({ token, password: newPassword }),
    answer: SessionAnswer,
    async callback(request) {
      requireOwnPage(context, request);
      requirePasswords(context);
      await context.tries.spendOnAddress(request.address);
      const wish = { ...request.params, purpose: 'password' } as const;
      return showSession(context, await setPassword(context, wish, askerOf(request), deviceOf(context, request)));
    },
  });

const invitationRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/invitation',
    description: "The invitation's email and role.",
    args: Type.Object({ token }),
    answer: InvitationAnswer,
    async callback({ params, address }) {
      await context.tries.spendOnAddress(address);
      const id = await findTokenOwner(context.db, 'invite', params.token, new Date());
      const admin = id === undefined ? undefined : await findAdmin(context.db, id);
      if (!admin) throw unusable();
      const { email, name, role } = admin;
      return success({ invitation: { email, name, role }, sign_in: waysToSignIn(context) });
    },
  });

const acceptRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/invitation/accept',
    description: 'Accepts an invitation with a name and a password, and signs in.',
    args: Type.Object({ token, name, password: newPassword }),
    answer: SessionAnswer,
    async callback(request) {
      requireOwnPage(context, request);
      requirePasswords(context);
      await context.tries.spendOnAddress(request.address);
      const wish = { ...request.params, purpose: 'invite' } as const;
      return showSession(context, await setPassword(context, wish, askerOf(request), deviceOf(context, request)));
    },
  });
