/** Routes for the users of this site: list, invite, change and remove roles, end sessions. */
import Type from 'typebox';
import { inTransaction } from '../../../../shared/db/db.ts';
import { findUserOfSite, listUsersOfSite } from '../../../../shared/people/contact-role-queries.ts';
import { deleteOtherSessions } from '../../../../shared/people/session-queries.ts';
import type { ContactsRole, Trx } from '../../../../shared/people/tables.ts';
import { type RestRoute, route, type User } from '../../../host/core/route.ts';
import { Done, success } from '../../../host/envelope.ts';
import { sqlDate } from '../../../host/shapes.ts';
import { recordSiteAction } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { AddedAnswer, AdminAnswer, AdminsAnswer, InvitationAnswer } from '../core/answers.ts';
import { forbidden, notFound } from '../core/errors.ts';
import { email, role } from '../core/params.ts';
import { administrator, requireUser } from '../sessions/identify.ts';
import { listSignedIn } from '../wordpress/session-queries.ts';
import { changeRole } from './change-role.ts';
import { invite, listInvitations, resend, revoke } from './invitations.ts';

export const adminRoutes = (context: Context): RestRoute[] => [
  listRoute(context),
  addRoute(context),
  updateRoute(context),
  signOutRoute(context),
  deleteRoute(context),
  resendRoute(context),
  revokeRoute(context),
];

type Row = NonNullable<Awaited<ReturnType<typeof findUserOfSite>>>;

const toAdmin = ({ id, email, name, role, createdAt }: Row) => ({
  ID: id,
  email,
  name,
  role,
  created_at: sqlDate(createdAt),
});

const listRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/admins',
    description: 'Users with a role at this site, open invitations, and signed-in WordPress users.',
    permission: administrator,
    answer: AdminsAnswer,
    async callback() {
      const { db, people, siteId, wordPress } = context;
      const now = new Date();
      const signedIn = await listSignedIn(db, now);
      const known = await Promise.all(signedIn.map(({ id }) => wordPress.findUser(id)));
      return success({
        admins: (await listUsersOfSite(people, await siteId())).map(toAdmin),
        invitations: await listInvitations(context, now),
        wordpress: known.flatMap((user, n) => {
          const last_used_at = sqlDate(signedIn[n]?.lastUsedAt ?? now);
          return user?.role ? [{ ID: user.id, email: user.email, name: user.name, role: user.role, last_used_at }] : [];
        }),
      });
    },
  });

const addRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/admin/add',
    description:
      'Gives a role to the user with this verified email at once. Anyone else is invited; only the email contains the link that accepts the invitation.',
    permission: administrator,
    args: Type.Object({ email, role }),
    answer: AddedAnswer,
    async callback(request) {
      const by = await requireWaypostUser(request);
      const { userId, invitation } = await invite(context, by, request.params);
      const admin = userId === undefined ? null : toAdmin(await getAdmin(context, userId));
      return success({ admin, invitation: invitation ?? null });
    },
  });

const updateRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/admin/update/{user_id}',
    description: "Changes a user's role; the last administrator stays.",
    permission: administrator,
    args: Type.Object({ role }),
    answer: AdminAnswer,
    async callback(request) {
      const by = await requireWaypostUser(request);
      const { id } = await getAdmin(context, request.path.user_id);
      await setRole(context, by, id, request.params.role);
      return success({ admin: toAdmin(await getAdmin(context, id)) });
    },
  });

const signOutRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/admin/sign-out/{user_id}',
    description: 'Ends all sessions of a user, in both applications, within a second.',
    permission: administrator,
    answer: Done,
    async callback(request) {
      const by = await requireWaypostUser(request);
      const { id, publicId } = await getAdmin(context, request.path.user_id);
      const siteId = await context.siteId();
      await inTransaction(context.people, async (trx) => {
        await deleteOtherSessions(trx, id);
        await recordSiteAction(trx, by, siteId, { action: 'user.end-sessions', objectId: publicId });
      });
      context.sessions.forget();
      return success({});
    },
  });

const deleteRoute = (context: Context) =>
  route({
    methods: ['DELETE'],
    path: '/admin/{user_id}',
    description: "Removes a user's role; the account stays. The last administrator stays.",
    permission: administrator,
    answer: AdminAnswer,
    async callback(request) {
      const by = await requireWaypostUser(request);
      const admin = await getAdmin(context, request.path.user_id);
      await setRole(context, by, admin.id, null);
      return success({ admin: toAdmin(admin) });
    },
  });

const resendRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/invitation/resend/{invitation_id}',
    description: 'Resends an invitation; the earlier link stops working.',
    permission: administrator,
    answer: InvitationAnswer,
    async callback(request) {
      const by = await requireWaypostUser(request);
      const invitation = await resend(context, by, request.path.invitation_id);
      if (!invitation) throw notFound('invitation');
      return success({ invitation });
    },
  });

const revokeRoute = (context: Context) =>
  route({
    methods: ['DELETE'],
    path: '/invitation/{invitation_id}',
    description: 'Revokes an invitation.',
    permission: administrator,
    answer: InvitationAnswer,
    async callback(request) {
      const by = await requireWaypostUser(request);
      const invitation = await revoke(context, by, request.path.invitation_id);
      if (!invitation) throw notFound('invitation');
      return success({ invitation });
    },
  });

/** Refuses WordPress users: the log of role changes names only Waypost users. @throws rest_forbidden */
async function requireWaypostUser(request: Parameters<typeof requireUser>[0]): Promise<User> {
  const by = await requireUser(request);
  if (by.type !== 'user') throw forbidden('Sign in with a Waypost account to change users: WordPress has its own.');
  return by;
}

async function setRole(context: Context, by: User, userId: number, role: ContactsRole | null): Promise<void> {
  const { people, siteId, sessions } = context;
  const site = await siteId();
  await inTransaction(people, (trx: Trx) => changeRole(trx, by, { userId, siteId: site, role }));
  sessions.forget();
}

async function getAdmin({ people, siteId }: Context, id: number): Promise<Row> {
  const admin = await findUserOfSite(people, await siteId(), id);
  if (!admin) throw notFound('user');
  return admin;
}
