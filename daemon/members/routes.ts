/** The routes of members and invitations. */
import { inTransaction } from '../../shared/db/db.ts';
import { json } from '../../shared/http/answer.ts';
import type { Context } from '../api/context.ts';
import { type Asked, type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { conflict, notFound } from '../api/errors.ts';
import { Done, normalizeEmail } from '../api/schemas.ts';
import { recordAudit } from '../audit-log/record.ts';
import { getUser } from '../identity/queries.ts';
import { lockWorkspace } from '../workspaces/queries.ts';
import { acceptInvite, requireInvite } from './accept-invite.ts';
import * as examples from './examples.ts';
import { invite, reinvite } from './invite.ts';
import { deleteInvite, findInvite, type InviteRow, listInvites, updateInvite } from './invite-queries.ts';
import { deleteMember, findMember, findMemberByUser, listMembers, type MemberRow, updateRole } from './queries.ts';
import { AcceptInput, Invited, InviteInput, Member, MemberList, MemberPatch } from './schema.ts';

const group = 'Workspace';
const params = { id: "The member's or invitation's id." };

export const memberRoutes = (context: Context): DescribedRoute[] => [
  list(context),
  postInvite(context),
  postAccept(context),
  patchOne(context),
  deleteOne(context),
  postResend(context),
];

const fromMember = ({ publicId, userPublicId, email, name, role, isOwner, createdAt }: MemberRow) => ({
  id: publicId,
  userId: userPublicId,
  email,
  name,
  role,
  isOwner,
  status: 'active',
  createdAt: createdAt.toISOString(),
});

const fromInvite = ({ publicId, email, role, createdAt }: InviteRow) => ({
  id: publicId,
  userId: null,
  email,
  name: null,
  role,
  isOwner: false,
  status: 'invited',
  createdAt: createdAt.toISOString(),
});

const list = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/members',
    id: 'listMembers',
    summary: 'List members, and who is invited',
    group,
    role: 'viewer',
    answers: { 200: { description: 'Members, then open invitations.', schema: MemberList, example: examples.members } },
    async handle({ auth: { workspaceId } }) {
      const [members, invites] = await Promise.all([
        listMembers(context.db, workspaceId),
        listInvites(context.db, workspaceId, new Date()),
      ]);
      return json(200, { members: [...members.map(fromMember), ...invites.map(fromInvite)] });
    },
  });

const postInvite = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/members/invite',
    id: 'inviteMember',
    summary: 'Invite somebody by mail',
    description: `The invitation takes a seat of the plan, holds for ${context.config.inviteDays} days and only for this address.`,
    group,
    role: 'admin',
    body: InviteInput,
    bodyExample: { email: 'colleague@example.com', role: 'member' },
    answers: { 201: { description: 'The invitation, with its link.', schema: Invited, example: examples.invited } },
    errors: ['plan_limit_reached', 'conflict'],
    creates: true,
    async handle({ auth, body: { email, role = 'member' }, keep }) {
      const answer = await invite(context, auth, normalizeEmail(email), role, async (trx, invited, inviteUrl) => {
        const answer = json(201, { ...fromInvite(invited), inviteUrl });
        await keep(trx, answer);
        return answer;
      });
      return answer;
    },
  });

const postResend = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/members/{id}/resend',
    id: 'resendInvite',
    summary: 'Mail an invitation again',
    description: `It holds for ${context.config.inviteDays} days from now; links mailed before hold as long.`,
    group,
    role: 'admin',
    params,
    answers: {
      200: { description: 'The invitation, with a new link.', schema: Invited, example: examples.invited },
    },
    async handle({ auth, request }) {
      const { invited, inviteUrl } = await reinvite(context, auth, request.params.id);
      return json(200, { ...fromInvite(invited), inviteUrl });
    },
  });

const postAccept = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/members/accept',
    id: 'acceptInvite',
    summary: 'Join the workspace that invites',
    description: 'For a signed-in user whose address was invited; others give the token when they sign up.',
    group,
    role: 'viewer',
    ofUser: true,
    sessionOnly: true,
    body: AcceptInput,
    bodyExample: { inviteToken: examples.inviteToken },
    answers: { 200: { description: 'The new membership.', schema: Member, example: examples.member } },
    errors: ['plan_limit_reached', 'conflict'],
    async handle({ auth, body: { inviteToken } }) {
      const now = new Date();
      const member = await inTransaction(context.db, async (trx) => {
        const { email } = await getUser(trx, auth.userId);
        const open = await requireInvite(trx, inviteToken, email, now);
        await acceptInvite(trx, context.config, open, auth.userId, now);
        return (await findMemberByUser(trx, open.workspaceId, auth.userId)) as MemberRow;
      });
      return json(200, fromMember(member));
    },
  });

type MemberOrInvite = { member: MemberRow } | { invite: InviteRow };

const findOne =
  ({ db }: Context) =>
  async ({ auth, request }: Asked<'id'>): Promise<MemberOrInvite> => {
    const { id } = request.params;
    const member = await findMember(db, auth.workspaceId, id);
    if (member) return { member };
    const invite = await findInvite(db, auth.workspaceId, id, new Date());
    if (invite) return { invite };
    throw notFound('member');
  };

const patchOne = (context: Context) =>
  endpoint(context, {
    method: 'PATCH',
    path: '/members/{id}',
    id: 'updateMember',
    summary: "Change a member's role",
    group,
    role: 'admin',
    params,
    body: MemberPatch,
    bodyExample: { role: 'member' },
    answers: { 200: { description: 'The member.', schema: Member, example: examples.member } },
    errors: ['conflict'],
    find: findOne(context),
    async handle({ auth, found, body: { role } }) {
      const now = new Date();
      const { workspaceId, actor } = auth;
      const { publicId: objectId } = 'member' in found ? found.member : found.invite;
      const changed = await inTransaction(context.db, async (trx) => {
        await lockWorkspace(trx, workspaceId);
        await recordAudit(trx, [{ workspaceId, actor, action: 'member.role', objectId, details: { role } }], now);
        if ('invite' in found) {
          await updateInvite(trx, found.invite.id, { role });
          return { ...fromInvite(found.invite), role };
        }
        const member = await findMember(trx, workspaceId, objectId);
        if (!member) throw notFound('member');
        if (member.isOwner && role !== 'admin') throw conflict("the workspace's owner stays an admin");
        await updateRole(trx, member, workspaceId, role);
        return { ...fromMember(member), role };
      });
      context.access.forget([{ workspaceId }]);
      context.announceChanges();
      return json(200, changed);
    },
  });

const deleteOne = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/members/{id}',
    id: 'removeMember',
    summary: 'Remove a member, or withdraw an invitation',
    description: "The member's API keys of this workspace stop working. The owner cannot be removed.",
    group,
    role: 'admin',
    params,
    answers: { 200: { description: 'They are gone.', schema: Done, example: { ok: true } } },
    errors: ['conflict'],
    find: findOne(context),
    async handle({ auth, found }) {
      const now = new Date();
      const { workspaceId, actor } = auth;
      const { publicId: objectId, email } = 'member' in found ? found.member : found.invite;
      const action = 'member' in found ? 'member.remove' : 'member.uninvite';
      await inTransaction(context.db, async (trx) => {
        await lockWorkspace(trx, workspaceId);
        await recordAudit(trx, [{ workspaceId, actor, action, objectId, details: { email } }], now);
        if ('invite' in found) return deleteInvite(trx, found.invite.id);
        const member = await findMember(trx, workspaceId, objectId);
        if (!member) throw notFound('member');
        if (member.isOwner) throw conflict("the workspace's owner cannot be removed");
        return deleteMember(trx, workspaceId, member, now, context.config.defaultPlan);
      });
      context.access.forget([{ workspaceId }]);
      context.announceChanges();
      return json(200, { ok: true });
    },
  });
