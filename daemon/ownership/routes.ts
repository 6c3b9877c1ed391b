/** Routes that leave, transfer and delete a workspace, and delete an account. */
import { inTransaction } from '../../shared/db/db.ts';
import { json } from '../../shared/http/answer.ts';
import { requirePassword } from '../accounts/require-password.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { conflict, forbidden, invalid } from '../api/errors.ts';
import { Done } from '../api/schemas.ts';
import { recordAudit } from '../audit-log/record.ts';
import { createEndBilling } from '../billing/end-billing.ts';
import type { Auth } from '../identity/auth.ts';
import { deleteMember, findMemberByUser, type MemberRow } from '../members/queries.ts';
import { getWorkspace, lockWorkspace } from '../workspaces/queries.ts';
import { deleteAccount } from './delete-account.ts';
import { deleteSomeLinks, deleteWorkspace, lockForDeletion } from './delete-workspace.ts';
import { previewAccountDeletion, previewWorkspaceDeletion } from './preview-deletion.ts';
import * as schema from './schema.ts';
import { transferWorkspace } from './transfer-workspace.ts';

export function ownershipRoutes(context: Context): DescribedRoute[] {
  const endBilling = createEndBilling(context);
  return [
    leave(context),
    transfer(context),
    showWorkspaceDeletion(context),
    removeWorkspace(context, endBilling),
    showAccountDeletion(context),
    removeAccount(context, endBilling),
  ];
}

type EndBilling = ReturnType<typeof createEndBilling>;

const done = () => json(200, { ok: true });
const doneAnswer = (description: string) => ({ 200: { description, schema: Done } });

/** Requires a membership, because a removed member can still be cached in this process. @throws `forbidden` */
function requireMember(member: MemberRow | undefined): MemberRow {
  if (!member) throw forbidden('You are not a member of this workspace.');
  return member;
}

const leave = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/workspace/leave',
    id: 'leaveWorkspace',
    summary: 'Leave the current workspace',
    description:
      'Its links stay; the API keys you created in it stop working. If it is your last workspace, you get a new one. ' +
      'The owner must first transfer or delete it. The request has no body.',
    group: 'Workspace',
    role: 'viewer',
    caller: 'user',
    answers: doneAnswer('You are no longer a member.'),
    errors: ['conflict'],
    async handle({ auth: { workspaceId, userId, actor } }) {
      const now = new Date();
      await inTransaction(context.db, async (trx) => {
        await lockWorkspace(trx, workspaceId);
        const member = requireMember(await findMemberByUser(trx, workspaceId, userId));
        if (member.isOwner) {
          throw conflict('The owner cannot leave. Transfer the workspace to another member or delete it.', {
            reason: 'owner',
          });
        }
        await recordAudit(trx, [{ workspaceId, actor, action: 'member.leave', objectId: member.publicId }], now);
        await deleteMember(trx, workspaceId, member, { now, defaultPlan: context.config.defaultPlan });
      });
      context.access.forget([{ workspaceId }, { userId }]);
      context.announceChanges();
      return done();
    },
  });

const transfer = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/workspace/transfer',
    id: 'transferWorkspace',
    summary: 'Transfer the ownership of the current workspace',
    description: 'The new owner becomes an admin and gets an email. You stay an admin.',
    group: 'Workspace',
    role: 'admin',
    caller: 'owner',
    body: schema.TransferInput,
    answers: doneAnswer('The workspace has a new owner.'),
    errors: ['not_found', 'plan_limit_reached', 'conflict'],
    async handle({ auth, request, body: { memberId, currentPassword } }) {
      await requirePassword(context, request, auth.userId, { currentPassword });
      await transferWorkspace(context, auth, memberId, new Date());
      context.access.forget([{ workspaceId: auth.workspaceId }]);
      context.announceChanges();
      return done();
    },
  });

const showWorkspaceDeletion = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/workspace/deletion',
    id: 'foreseeWorkspaceDeletion',
    summary: 'Preview the deletion of the current workspace',
    description: 'Changes nothing.',
    group: 'Workspace',
    role: 'admin',
    answers: {
      200: {
        description: 'What would be deleted with it.',
        schema: schema.WorkspaceDeletion,
      },
    },
    handle: async ({ auth }) =>
      json(200, await previewWorkspaceDeletion(context.db, context.config, auth.workspaceId, new Date())),
  });

const removeWorkspace = (context: Context, endBilling: EndBilling) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/workspace',
    id: 'deleteWorkspace',
    summary: 'Delete the current workspace',
    description:
      'Needs its name and your password. Cancels a subscription first. The workspace is unusable at once: ' +
      'its members, keys and invitations are removed, and its domains become free. Its links stop redirecting and are deleted with their ' +
      'analytics, which takes a few minutes for very many links. Members without another workspace get a new one. The deletion cannot be undone. ' +
      '`GET /workspace/deletion` shows what would be deleted.',
    group: 'Workspace',
    role: 'admin',
    caller: 'owner',
    body: schema.WorkspaceDeletionInput,
    answers: doneAnswer('The workspace is deleted.'),
    async handle({ auth, request, body: { name, currentPassword } }) {
      const { workspaceId, userId, actor } = auth;
      const workspace = await getWorkspace(context.db, workspaceId);
      if (name !== workspace.name) throw invalid({ field: 'name', message: "is not the workspace's name" });
      await requirePassword(context, request, userId, { currentPassword });
      await endBilling(workspaceId);
      const now = new Date();
      await inTransaction(context.db, async (trx) => {
        const locked = await lockForDeletion(trx, workspaceId);
        const member = requireMember(await findMemberByUser(trx, workspaceId, userId));
        if (!member.isOwner) throw forbidden("Only the workspace's owner can do this.");
        await deleteWorkspace(trx, locked, actor, { now, defaultPlan: context.config.defaultPlan });
      });
      await finishDeletion(context, [workspaceId], auth, now);
      return done();
    },
  });

/**
 * Announces the deletion, and deletes the first links at once, so that a client no longer finds them. The worker deletes
 * the rest.
 */
async function finishDeletion(context: Context, workspaceIds: number[], { userId }: Auth, now: Date): Promise<void> {
  context.access.forget([...workspaceIds.map((workspaceId) => ({ workspaceId })), { userId }]);
  context.announceChanges();
  for (const workspaceId of workspaceIds) {
    await deleteSomeLinks(context.db, workspaceId, now).catch((err) => {
      context.log.warn({ err }, "a deleted workspace's links could not be deleted at once; the worker continues");
    });
  }
  context.announceChanges();
}

const showAccountDeletion = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/auth/me/deletion',
    id: 'foreseeAccountDeletion',
    summary: 'Preview the deletion of your account',
    description: 'Changes nothing.',
    group: 'Auth',
    role: 'viewer',
    caller: 'user',
    answers: {
      200: {
        description: 'What happens to each of your workspaces.',
        schema: schema.AccountDeletion,
      },
    },
    handle: async ({ auth }) =>
      json(200, await previewAccountDeletion(context.db, context.config, auth.userId, new Date())),
  });

const removeAccount = (context: Context, endBilling: EndBilling) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/auth/me',
    id: 'deleteMe',
    summary: 'Delete your account',
    description:
      'Needs your password. Deletes your workspaces without other members. Workspaces you own with other members must be ' +
      'transferred or deleted first (409, `details.workspaces`). You leave all others. Your name, email, sessions and keys are ' +
      'deleted; the audit log keeps your actions without your email. `GET /auth/me/deletion` shows what would happen.',
    group: 'Auth',
    role: 'viewer',
    caller: 'user',
    body: schema.AccountDeletionInput,
    answers: doneAnswer('The account is deleted.'),
    errors: ['conflict'],
    async handle({ auth, request, body: { currentPassword } }) {
      const { userId: id, actor } = auth;
      await requirePassword(context, request, id, { currentPassword });
      const now = new Date();
      const deleted = await deleteAccount(context, endBilling, { id, actor }, now);
      const workspaceIds = deleted.map((workspace) => workspace.id);
      await finishDeletion(context, workspaceIds, auth, now);
      return done();
    },
  });
