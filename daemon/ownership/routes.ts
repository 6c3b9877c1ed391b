/** The routes of leaving a workspace, handing it on and deleting it, and of deleting one's account. */
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
import * as examples from './examples.ts';
import { foreseeAccount, foreseeWorkspace } from './foresee.ts';
import { handOver } from './hand-over.ts';
import * as schema from './schema.ts';

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
const Gone = (description: string) => ({ 200: { description, schema: Done, example: { ok: true } } });

/** Who was just removed may still be known here. @throws `forbidden` */
function requireMember(member: MemberRow | undefined): MemberRow {
  if (!member) throw forbidden('you are not a member of this workspace');
  return member;
}

const leave = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/workspace/leave',
    id: 'leaveWorkspace',
    summary: 'Leave the current workspace',
    description:
      'Its links stay; the API keys you made in it stop working. Who leaves their last workspace gets a new one of their own. ' +
      'The owner hands it on first, or deletes it. The request has no body.',
    group: 'Workspace',
    role: 'viewer',
    ofUser: true,
    sessionOnly: true,
    answers: Gone('You are no member any more.'),
    errors: ['conflict'],
    async handle({ auth: { workspaceId, userId, actor } }) {
      const now = new Date();
      await inTransaction(context.db, async (trx) => {
        await lockWorkspace(trx, workspaceId);
        const member = requireMember(await findMemberByUser(trx, workspaceId, userId));
        if (member.isOwner) {
          throw conflict('the owner cannot leave: transfer the workspace to another member, or delete it', {
            reason: 'owner',
          });
        }
        await recordAudit(trx, [{ workspaceId, actor, action: 'member.leave', objectId: member.publicId }], now);
        await deleteMember(trx, workspaceId, member, now, context.config.defaultPlan);
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
    summary: 'Make another member the owner of the current workspace',
    description: 'They become an admin if they are none, and are told by mail. You stay an admin.',
    group: 'Workspace',
    role: 'admin',
    sessionOnly: true,
    ownerOnly: true,
    body: schema.TransferInput,
    bodyExample: { memberId: examples.memberId, currentPassword: examples.currentPassword },
    answers: Gone('The workspace has another owner.'),
    errors: ['not_found', 'plan_limit_reached', 'conflict'],
    async handle({ auth, request, body: { memberId, currentPassword } }) {
      await requirePassword(context, request, auth.userId, currentPassword);
      await handOver(context, auth, memberId, new Date());
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
    summary: 'What deleting the current workspace would do',
    description: 'Nothing is changed.',
    group: 'Workspace',
    role: 'admin',
    answers: {
      200: {
        description: 'What would end with it.',
        schema: schema.WorkspaceDeletion,
        example: examples.workspaceDeletion,
      },
    },
    handle: async ({ auth }) =>
      json(200, await foreseeWorkspace(context.db, context.config, auth.workspaceId, new Date())),
  });

const removeWorkspace = (context: Context, endBilling: EndBilling) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/workspace',
    id: 'deleteWorkspace',
    summary: 'Delete the current workspace',
    description:
      'Needs its name and your password. A subscription is cancelled first. At once nobody can use the workspace any more: ' +
      'members, keys and invitations end, its domains are free. Its links stop redirecting and are deleted with their ' +
      'statistics; with very many that takes some minutes. Members without another workspace get one of their own. It cannot be undone: ' +
      '`GET /workspace/deletion` tells what would be deleted.',
    group: 'Workspace',
    role: 'admin',
    sessionOnly: true,
    ownerOnly: true,
    body: schema.WorkspaceDeletionInput,
    bodyExample: { name: 'Campaigns', currentPassword: examples.currentPassword },
    answers: Gone('The workspace is gone.'),
    async handle({ auth, request, body: { name, currentPassword } }) {
      const { workspaceId, userId, actor } = auth;
      const workspace = await getWorkspace(context.db, workspaceId);
      if (name !== workspace.name) throw invalid({ field: 'name', message: "is not the workspace's name" });
      await requirePassword(context, request, userId, currentPassword);
      await endBilling(workspaceId);
      const now = new Date();
      await inTransaction(context.db, async (trx) => {
        const locked = await lockForDeletion(trx, workspaceId);
        const member = requireMember(await findMemberByUser(trx, workspaceId, userId));
        if (!member.isOwner) throw forbidden("this is for the workspace's owner");
        await deleteWorkspace(trx, locked, actor, now, { defaultPlan: context.config.defaultPlan });
      });
      await tellOfEnd(context, [workspaceId], auth, now);
      return done();
    },
  });

/** So few links go in the request itself that a client finds them gone; the worker deletes the rest. */
async function tellOfEnd(context: Context, workspaceIds: number[], { userId }: Auth, now: Date): Promise<void> {
  context.access.forget([...workspaceIds.map((workspaceId) => ({ workspaceId })), { userId }]);
  context.announceChanges();
  for (const workspaceId of workspaceIds) {
    await deleteSomeLinks(context.db, workspaceId, now).catch((err) => {
      context.log.warn({ err }, "a deleted workspace's links are left to the worker");
    });
  }
  context.announceChanges();
}

const showAccountDeletion = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/auth/me/deletion',
    id: 'foreseeAccountDeletion',
    summary: 'What deleting your account would do',
    description: 'Nothing is changed.',
    group: 'Auth',
    role: 'viewer',
    ofUser: true,
    sessionOnly: true,
    answers: {
      200: {
        description: 'What becomes of each of your workspaces.',
        schema: schema.AccountDeletion,
        example: examples.accountDeletion,
      },
    },
    handle: async ({ auth }) => json(200, await foreseeAccount(context.db, context.config, auth.userId, new Date())),
  });

const removeAccount = (context: Context, endBilling: EndBilling) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/auth/me',
    id: 'deleteMe',
    summary: 'Delete your account',
    description:
      'Needs your password. Workspaces that are yours alone are deleted with it; those you own that have other members are ' +
      'handed on or deleted first (409, `details.workspaces`); all others you leave. Your name, address, sessions and keys are ' +
      'removed; the audit log keeps what was done, without the address. `GET /auth/me/deletion` tells what would happen.',
    group: 'Auth',
    role: 'viewer',
    ofUser: true,
    sessionOnly: true,
    body: schema.AccountDeletionInput,
    bodyExample: { currentPassword: examples.currentPassword },
    answers: Gone('The account is gone.'),
    errors: ['conflict'],
    async handle({ auth, request, body: { currentPassword } }) {
      const { userId: id, actor } = auth;
      await requirePassword(context, request, id, currentPassword);
      const now = new Date();
      const deleted = await deleteAccount(context, endBilling, { id, actor }, now);
      const workspaceIds = deleted.map((workspace) => workspace.id);
      await tellOfEnd(context, workspaceIds, auth, now);
      return done();
    },
  });
