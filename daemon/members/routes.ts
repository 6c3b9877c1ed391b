/** Routes for members and invitations. */
import type { Static } from 'typebox';
import { inTransaction } from '../../shared/db/db.ts';
import { json } from '../../shared/http/answer.ts';
import {
  deleteInvite,
  findInvite,
  listInvites,
  updateInvite,
  type WorkspaceInvite,
} from '../../shared/people/invite-queries.ts';
import { deleteOtherSessions } from '../../shared/people/session-queries.ts';
import { getUser } from '../../shared/people/user-queries.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint, type Lookup } from '../api/endpoint.ts';
import { conflict, notFound } from '../api/errors.ts';
import { Done, normalizeEmail } from '../api/schemas.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Trx } from '../core/tables.ts';
import { bearerToken } from '../identity/access.ts';
import type { Auth } from '../identity/auth.ts';
import { lockWorkspace } from '../workspaces/queries.ts';
import { acceptInvite, requireInvite } from './accept-invite.ts';
import {
  canGiveContactsRoles,
  changeContactsRole,
  requireContactsAdministrator,
  siteEntries,
} from './contacts-role.ts';
import { invite, reinvite } from './invite.ts';
import { deleteMember, findMember, findMemberByUser, listMembers, type MemberRow, updateRole } from './queries.ts';
import { AcceptInput, Invited, InviteInput, Joined, Member, MemberList, MemberPatch, RemovalQuery } from './schema.ts';

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

/** Returns the role in contacts, for callers who can grant it. */
const contactsRoleField = (seesContacts: boolean, { contactsRole }: MemberRow | WorkspaceInvite) =>
  seesContacts ? { contactsRole } : {};

const fromMember = (member: MemberRow, seesContacts: boolean) => ({
  id: member.publicId,
  userId: member.userPublicId,
  email: member.email,
  name: member.name,
  role: member.role,
  isOwner: member.isOwner,
  status: 'active',
  createdAt: member.createdAt.toISOString(),
  ...contactsRoleField(seesContacts, member),
});

const fromInvite = (invited: WorkspaceInvite, seesContacts: boolean) => ({
  id: invited.publicId,
  userId: null,
  email: invited.email,
  name: null,
  role: invited.role,
  isOwner: false,
  status: 'invited',
  createdAt: invited.createdAt.toISOString(),
  ...contactsRoleField(seesContacts, invited),
});

const list = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/members',
    id: 'listMembers',
    summary: 'List members and invitations',
    description: 'With `contactsRole` for signed-in administrators of contacts and operators.',
    group,
    role: 'viewer',
    answers: { 200: { description: 'Members, then open invitations.', schema: MemberList } },
    async handle({ auth }) {
      const { workspaceId } = auth;
      const [members, invites, seesContacts] = await Promise.all([
        listMembers(context.db, workspaceId),
        listInvites(context.db, workspaceId, new Date()),
        canGiveContactsRoles(context.db, auth.actor),
      ]);
      return json(200, {
        members: [
          ...members.map((member) => fromMember(member, seesContacts)),
          ...invites.map((invited) => fromInvite(invited, seesContacts)),
        ],
      });
    },
  });

const postInvite = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/members/invite',
    id: 'inviteMember',
    summary: 'Invite someone by email',
    description: `The invitation uses a seat of the plan, expires in ${context.config.inviteDays} days and works only for this email. Signed-in administrators of contacts and operators can give \`contactsRole\`: accepting it needs the link in the email, or a verified account. API keys get no link.`,
    group,
    role: 'admin',
    body: InviteInput,
    answers: {
      201: {
        description: 'The invitation; with its link for a signed-in user.',
        schema: Invited,
      },
    },
    errors: ['plan_limit_reached', 'conflict'],
    creates: true,
    async handle({ auth, body: { email, role = 'member', contactsRole }, keep }) {
      const invitee = { email: normalizeEmail(email), role, contactsRole };
      const seesContacts = await canGiveContactsRoles(context.db, auth.actor);
      return invite(context, auth, invitee, async (trx, invited, link) => {
        const answer = json(201, { ...fromInvite(invited, seesContacts), ...link });
        await keep?.(trx, answer);
        return answer;
      });
    },
  });

const postResend = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/members/{id}/resend',
    id: 'resendInvite',
    summary: 'Resend an invitation',
    description: `It expires ${context.config.inviteDays} days from now, and older links stop working. Only callers who can give \`contactsRole\` can resend an invitation with one.`,
    group,
    role: 'admin',
    params,
    answers: {
      200: {
        description: 'The invitation; with a new link for a signed-in user.',
        schema: Invited,
      },
    },
    async handle({ auth, request }) {
      const { invited, link } = await reinvite(context, auth, request.params.id);
      const seesContacts = await canGiveContactsRoles(context.db, auth.actor);
      return json(200, { ...fromInvite(invited, seesContacts), ...link });
    },
  });

const postAccept = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/members/accept',
    id: 'acceptInvite',
    summary: 'Accept an invitation to a workspace',
    description:
      'For a signed-in user with the invited email; others pass the token when they sign up. The link in the email verifies the email: ' +
      'the first time, all earlier access ends, as with `POST /auth/verify`.',
    group,
    role: 'viewer',
    caller: 'user',
    body: AcceptInput,
    answers: {
      200: {
        description: 'The new membership; `{ ok: true }` with an invitation only to contacts.',
        schema: Joined,
      },
    },
    errors: ['plan_limit_reached', 'conflict'],
    async handle({ auth, request, body: { inviteToken } }) {
      const now = new Date();
      const member = await inTransaction(context.db, async (trx) => {
        const { email } = await getUser(trx, auth.userId);
        const open = await requireInvite(trx, inviteToken, email, now);
        const workspace = await acceptInvite(trx, context.config, open, {
          userId: auth.userId,
          now,
          keptToken: bearerToken(request),
        });
        return workspace && ((await findMemberByUser(trx, workspace.id, auth.userId)) as MemberRow);
      });
      context.access.forget([{ userId: auth.userId }]);
      context.announceChanges();
      if (!member) return json(200, { ok: true });
      return json(200, fromMember(member, await canGiveContactsRoles(context.db, auth.actor)));
    },
  });

type MemberOrInvite = { member: MemberRow } | { invite: WorkspaceInvite };

const findOne =
  ({ db }: Context) =>
  async ({ auth, request }: Lookup<'id'>): Promise<MemberOrInvite> => {
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
    description:
      'Signed-in administrators of contacts and operators can set `contactsRole` of a member with a verified email, or remove it with ' +
      'null; the last administrator keeps the role.',
    group,
    role: 'admin',
    params,
    body: MemberPatch,
    answers: { 200: { description: 'The member.', schema: Member } },
    errors: ['conflict'],
    find: findOne(context),
    async handle({ auth, found, body }) {
      const { workspaceId } = auth;
      const changed = await inTransaction(context.db, (trx) =>
        change(trx, auth, found, { changes: body, now: new Date() }),
      );
      context.access.forget([{ workspaceId }]);
      context.announceChanges();
      return json(200, changed);
    },
  });

async function change(
  trx: Trx,
  auth: Auth,
  found: MemberOrInvite,
  { changes: { role, contactsRole }, now }: { changes: Static<typeof MemberPatch>; now: Date },
) {
  const { workspaceId, actor, userId } = auth;
  const { publicId: objectId } = 'member' in found ? found.member : found.invite;
  await lockWorkspace(trx, workspaceId);
  const siteId = contactsRole === undefined ? undefined : await requireContactsAdministrator(trx, actor);
  const invited = 'invite' in found ? await findInvite(trx, workspaceId, objectId, now) : undefined;
  if ('invite' in found && !invited) throw notFound('invitation');
  const newRoles = { ...(role === undefined ? {} : { role }), ...(contactsRole === undefined ? {} : { contactsRole }) };
  const details = invited ? newRoles : { role };
  const entry = { actor, action: 'member.role', objectId } as const;
  if (invited || role !== undefined) await recordAudit(trx, [{ ...entry, workspaceId, details }], now);
  if (invited) {
    const inContacts =
      siteId === undefined
        ? {}
        : { site_id: contactsRole ? siteId : null, contacts_role: contactsRole ?? null, invited_by: userId };
    if (siteId !== undefined)
      await recordAudit(trx, siteEntries(entry, { siteId, contactsRole: contactsRole ?? null }), now);
    await updateInvite(trx, invited.id, { ...(role === undefined ? {} : { role }), ...inContacts });
    return fromInvite({ ...invited, ...newRoles }, await canGiveContactsRoles(trx, auth.actor));
  }
  const member = await findMember(trx, workspaceId, objectId);
  if (!member) throw notFound('member');
  if (member.isOwner && (role ?? 'admin') !== 'admin')
    throw conflict("The role of the workspace's owner cannot change.");
  if (contactsRole !== undefined)
    await changeContactsRole(trx, actor, { userId: member.userId, role: contactsRole, workspaceId }, now);
  if (role !== undefined) await updateRole(trx, member, workspaceId, role);
  return fromMember({ ...member, ...newRoles }, await canGiveContactsRoles(trx, auth.actor));
}

const deleteOne = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/members/{id}',
    id: 'removeMember',
    summary: 'Remove a member or revoke an invitation',
    description:
      "The member's API keys of this workspace stop working. The owner cannot be removed. If a signed-in administrator of contacts or an " +
      'operator removes a member, the member also loses the role in contacts, and all their sessions end.',
    group,
    role: 'admin',
    params,
    query: RemovalQuery,
    answers: { 200: { description: 'The member or invitation is removed.', schema: Done } },
    errors: ['conflict'],
    find: findOne(context),
    async handle({ auth, found, query: { contacts } }) {
      const { workspaceId } = auth;
      await inTransaction(context.db, (trx) =>
        remove(trx, context, auth, { found, keepsContacts: contacts === 'keep', now: new Date() }),
      );
      context.access.forget([{ workspaceId }, ...('member' in found ? [{ userId: found.member.userId }] : [])]);
      context.announceChanges();
      return json(200, { ok: true });
    },
  });

async function remove(
  trx: Trx,
  { config }: Pick<Context, 'config'>,
  auth: Auth,
  { found, keepsContacts, now }: { found: MemberOrInvite; keepsContacts: boolean; now: Date },
): Promise<void> {
  const { workspaceId, actor } = auth;
  const { publicId: objectId, email } = 'member' in found ? found.member : found.invite;
  await lockWorkspace(trx, workspaceId);
  if ('invite' in found) {
    const entry = { actor, action: 'member.uninvite', objectId } as const;
    await recordAudit(trx, [{ ...entry, workspaceId, details: { email } }, ...siteEntries(entry, found.invite)], now);
    return deleteInvite(trx, found.invite.id);
  }
  const member = await findMember(trx, workspaceId, objectId);
  if (!member) throw notFound('member');
  if (member.isOwner) throw conflict("The workspace's owner cannot be removed.");
  if (!keepsContacts) await leaveContacts(trx, auth, member, now);
  await recordAudit(trx, [{ workspaceId, actor, action: 'member.remove', objectId, details: { email } }], now);
  return deleteMember(trx, workspaceId, member, { now, defaultPlan: config.defaultPlan });
}

/** Removes a member's role in contacts, if the caller can. @throws `conflict` for the last administrator */
async function leaveContacts(trx: Trx, auth: Auth, { userId, contactsRole }: MemberRow, now: Date): Promise<void> {
  if (contactsRole === null || !(await canGiveContactsRoles(trx, auth.actor))) return;
  await changeContactsRole(trx, auth.actor, { userId, role: null, workspaceId: auth.workspaceId }, now);
  // Ends the member's sessions in contacts too. Callers who remove themselves stay signed in.
  if (userId !== auth.userId) await deleteOtherSessions(trx, userId);
}
