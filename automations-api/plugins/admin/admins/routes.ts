/** The routes by which administrators invite people, give them roles and take them out. */
import Type from 'typebox';
import { duplicateKey, inTransaction } from '../../../../shared/db/db.ts';
import { type RestRoute, route, type User } from '../../../host/core/route.ts';
import { Done, success } from '../../../host/envelope.ts';
import { noteAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { conflict, forbidden, invalid, notFound, sqlDate } from '../core/answers.ts';
import { email, name, role } from '../core/schema.ts';
import { AdminAnswer, AdminsAnswer } from '../core/schemas.ts';
import { keyOfEmail } from '../core/text.ts';
import { mailAccess, mailInvitation } from '../mail/mail-texts.ts';
import { type AdminRow, findAdmin, insertAdmin, isInvited, listAdmins } from '../people/admin-queries.ts';
import { endSessions } from '../people/end-sessions.ts';
import { followLinks } from '../people/follow-links.ts';
import { letIn } from '../people/let-in.ts';
import { administrator, requireUser } from '../sessions/identify.ts';
import { changeRole, removeAdmin } from './change-admin.ts';

export const adminRoutes = (context: Context): RestRoute[] => [
  listRoute(context),
  addRoute(context),
  updateRoute(context),
  inviteAgainRoute(context),
  signOutRoute(context),
  deleteRoute(context),
];

/** One of WordPress is `active` as long as WordPress says so. */
function toAdmin(row: AdminRow) {
  const { id, email, name, role, wpUserId, linksUserId, createdAt, lastSignInAt } = row;
  return {
    ID: id,
    email,
    name,
    role,
    status: isInvited(row) ? ('invited' as const) : ('active' as const),
    wordpress: wpUserId !== null,
    joined: linksUserId !== null,
    created_at: sqlDate(createdAt),
    last_sign_in_at: lastSignInAt && sqlDate(lastSignInAt),
  };
}

const listRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/admins',
    description:
      'The users who can sign in: accounts of contacts and of the link service, and WordPress users who have signed in.',
    permission: administrator,
    answer: AdminsAnswer,
    async callback() {
      await followLinks(context);
      return success({ admins: (await listAdmins(context.db)).map(toAdmin) });
    },
  });

const addRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/admin/add',
    description:
      'Invites a person: only the email has the link that accepts. A verified account of the link service gets access at once.',
    permission: administrator,
    args: Type.Object({ email, role, name: Type.Optional(name) }),
    answer: AdminAnswer,
    async callback(request) {
      const { params } = request;
      const by = await requireUser(request);
      await context.tries.spendOnMail('invite', keyOfEmail(params.email));
      const person = await letIn(context, params);
      if (person) return letInAtOnce(context, by, person);
      const given = { ...params, name: (params.name ?? params.email.split('@')[0] ?? '').trim(), passwordHash: null };
      const id = await insertAdmin(context.db, given, new Date()).catch((error) => {
        throw duplicateKey(error) === 'admins_email' ? isAnothers() : error;
      });
      const admin = await needAdmin(context, id);
      await mailInvitation(context, admin, by.name);
      await noteAct(context, by, 'admin.invited', id, { role: admin.role });
      return success({ admin: toAdmin(admin) });
    },
  });

const isAnothers = () => invalid('email', 'is that of another user');

async function letInAtOnce(context: Context, by: User, { id, isNew }: { id: number; isNew: boolean }) {
  if (!isNew) throw isAnothers();
  const admin = await needAdmin(context, id);
  mailAccess(context, admin, by.name);
  await noteAct(context, by, 'admin.invited', id, { role: admin.role });
  return success({ admin: toAdmin(admin) });
}

const updateRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/admin/update/{admin_id}',
    description: "Changes a user's role; the last administrator stays.",
    permission: administrator,
    args: Type.Object({ role }),
    answer: AdminAnswer,
    async callback(request) {
      const admin = await needOwnAdmin(context, request.path.admin_id);
      const { id, role: former } = admin;
      await inTransaction(context.db, (trx) => changeRole(trx, context.links, admin, request.params.role));
      context.sessions.forget();
      const data = { from: former, to: request.params.role };
      await noteAct(context, await requireUser(request), 'admin.role_changed', id, data);
      return success({ admin: toAdmin(await needAdmin(context, id)) });
    },
  });

const inviteAgainRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/admin/invite/{admin_id}',
    description: 'Resends an invitation; the former one ends.',
    permission: administrator,
    answer: AdminAnswer,
    async callback(request) {
      const admin = await needOwnAdmin(context, request.path.admin_id);
      if (!isInvited(admin)) throw conflict('already_accepted', 'This invitation was already accepted.');
      await context.tries.spendOnMail('invite', keyOfEmail(admin.email));
      await mailInvitation(context, admin, (await requireUser(request)).name);
      return success({ admin: toAdmin(admin) });
    },
  });

const signOutRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/admin/sign-out/{admin_id}',
    description: 'Ends all sessions of a user within a second.',
    permission: administrator,
    answer: Done,
    async callback(request) {
      const admin = await needAdmin(context, request.path.admin_id);
      const { id } = admin;
      await inTransaction(context.db, (trx) => endSessions(trx, context.links, admin));
      context.sessions.forget();
      await noteAct(context, await requireUser(request), 'admin.signed_out', id);
      return success({});
    },
  });

const deleteRoute = (context: Context) =>
  route({
    methods: ['DELETE'],
    path: '/admin/{admin_id}',
    description:
      'Removes a user and ends their sessions; a WordPress user can sign in again. The last administrator stays.',
    permission: administrator,
    answer: AdminAnswer,
    async callback(request) {
      const admin = await needAdmin(context, request.path.admin_id);
      await inTransaction(context.db, (trx) => removeAdmin(trx, context.links, admin));
      context.sessions.forget();
      await noteAct(context, await requireUser(request), 'admin.removed', admin.id, { role: admin.role });
      return success({ admin: toAdmin(admin) });
    },
  });

async function needAdmin({ db }: Context, id: number): Promise<AdminRow> {
  const admin = await findAdmin(db, id);
  if (!admin) throw notFound('user');
  return admin;
}

async function needOwnAdmin(context: Context, id: number): Promise<AdminRow> {
  const admin = await needAdmin(context, id);
  if (admin.wpUserId !== null) throw forbidden('This role comes from WordPress. Change it there.');
  return admin;
}
