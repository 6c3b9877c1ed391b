/** Routes that the dashboard calls before sign-in: the ways to sign in, and an invitation's content. */
import { demoAccount } from '../../shared/demo/read-only.ts';
import { json } from '../../shared/http/answer.ts';
import { findFirstVisit } from '../../shared/people/first-visit-queries.ts';
import { findInviteByToken } from '../../shared/people/invite-queries.ts';
import { findUserByEmail } from '../../shared/people/user-queries.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, openEndpoint } from '../api/endpoint.ts';
import { invalid } from '../api/errors.ts';
import { getWorkspace } from '../workspaces/queries.ts';
import * as schema from './schema.ts';

const group = 'Dashboard';

export const entryRoutes = (context: Context): DescribedRoute[] => [showSettings(context), showInvitation(context)];

const showSettings = (context: Context) =>
  openEndpoint(context, {
    method: 'GET',
    path: '/dashboard/settings',
    id: 'getDashboardSettings',
    summary: 'Get the ways to sign in and sign up',
    group,
    answers: {
      200: {
        description: 'Public information about this service.',
        schema: schema.DashboardSettings,
      },
    },
    async handle() {
      const {
        baseUrl,
        defaultShortDomain: defaultDomain,
        signup,
        signupInviteCodes,
        passwordSignIn,
        smtpUrl,
        inviteDays,
        oidc,
        requireSecondFactor: secondFactor,
        demo,
        siteUrl,
      } = context.config;
      return json(
        200,
        {
          name: 'Waypost',
          baseUrl,
          contactsUrl: siteUrl,
          defaultDomain,
          signup,
          needsInviteCode: signupInviteCodes.length > 0,
          firstVisit: (await findFirstVisit(context.db)) !== undefined,
          password: passwordSignIn,
          passkeys: passwordSignIn && context.factors.hasPasskeys && !demo,
          secondFactor,
          oidc: oidc.issuer === '' ? null : { name: oidc.name },
          mail: smtpUrl !== '',
          inviteDays,
          demo: demo ? demoAccount : null,
        },
        { 'Cache-Control': 'no-store' },
      );
    },
  });

const showInvitation = (context: Context) =>
  openEndpoint(context, {
    method: 'POST',
    path: '/dashboard/invitation',
    id: 'readInvitation',
    summary: 'Read an invitation',
    description: 'The invitation stays open. Accept it by signing up, or signed in with `POST /members/accept`.',
    group,
    body: schema.InvitationInput,
    answers: {
      200: { description: 'The invitation.', schema: schema.Invitation },
    },
    async handle({ request, body: { inviteToken } }) {
      await context.tries.spendOnAddress(context.addressOf(request));
      const invite = await findInviteByToken(context.db, inviteToken, new Date());
      if (!invite) throw invalid({ field: 'inviteToken', message: 'is invalid, used or expired' });
      const { email, role, contactsRole, workspaceId } = invite;
      const workspaceName = workspaceId === null ? null : (await getWorkspace(context.db, workspaceId)).name;
      const hasAccount = (await findUserByEmail(context.db, email)) !== undefined;
      return json(200, { email, role, contactsRole, workspaceName, hasAccount }, { 'Cache-Control': 'no-store' });
    },
  });
