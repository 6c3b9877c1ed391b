/** Acceptance of invitations, for the invited email address only, and only if the workspace has a free seat. */
import type { Config } from '../../shared/config/config.ts';
import { giveInvitedRole } from '../../shared/people/contact-roles.ts';
import { deleteInvite, findInviteByToken, type OpenInvite } from '../../shared/people/invite-queries.ts';
import { getUserForUpdate } from '../../shared/people/user-queries.ts';
import { proveEmail } from '../access/end-access.ts';
import { conflict, forbidden, invalid, quotaReached } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Db, Role, Trx } from '../core/tables.ts';
import { lockWorkspace } from '../workspaces/queries.ts';
import { countMembers, findMemberByUser, insertMember } from './queries.ts';

/**
 * Returns the open invitation with a token. @throws `validation_failed` if the token is unknown, used, expired or for
 * another email address
 */
export async function requireInvite(db: Db, token: string, email: string, now: Date): Promise<OpenInvite> {
  const invite = await findInviteByToken(db, token, now);
  if (!invite || invite.email !== email) {
    throw invalid({ field: 'inviteToken', message: 'is not an open invitation for this email' });
  }
  return invite;
}

/**
 * Makes a user a member, grants the invitation's role in contacts, and deletes the invitation. An emailed token
 * verifies the user's email address; then only the session of `keptToken` continues. Returns the workspace, or
 * `undefined` for an invitation only to contacts. @throws `plan_limit_reached` without a free seat, `conflict` if the
 * user is already a member, `forbidden` for a role in contacts with an unverified email address, or for an invitation
 * only to contacts whose author can no longer grant roles in contacts
 */
export async function acceptInvite(
  trx: Trx,
  config: Config,
  invite: OpenInvite,
  { userId, now, keptToken }: { userId: number; now: Date; keptToken?: string },
) {
  const { workspaceId, role, contactsRole } = invite;
  // Prevents an account that is being deleted from joining.
  const { emailVerifiedAt } = await getUserForUpdate(trx, userId);
  const workspace = workspaceId === null ? undefined : await lockWorkspace(trx, workspaceId);
  if (workspace) await requireSeat(trx, config, workspace, userId);
  if (contactsRole !== null && !invite.mailed && emailVerifiedAt === null) throw emailedLinkRequired();
  if (invite.mailed) await proveEmail(trx, userId, now, keptToken);
  if (workspace) await insertMember(trx, { workspaceId: workspace.id, userId, role: role as Role }, now);
  const granted = await giveInvitedRole(trx, invite, userId, now);
  if (granted !== 'done' && !workspace) throw inviterLostRight();
  await deleteInvite(trx, invite.id);
  const actor = { type: 'session', userId } as const;
  const details = { email: invite.email, ...(role ? { role } : {}) };
  await recordAudit(trx, [{ workspaceId, actor, action: 'member.join', objectId: invite.publicId, details }], now);
  return workspace;
}

type Workspace = Awaited<ReturnType<typeof lockWorkspace>>;

async function requireSeat(trx: Trx, { plans }: Config, { id, plan }: Workspace, userId: number): Promise<void> {
  const { members: limit } = plans[plan];
  if ((await countMembers(trx, id)) >= limit) throw quotaReached('members', limit);
  if (await findMemberByUser(trx, id, userId)) throw conflict('You are already a member of this workspace.');
}

const emailedLinkRequired = () =>
  forbidden('This invitation gives a role in contacts. Open the link in the email you received.');

const inviterLostRight = () =>
  forbidden('The user who invited you can no longer give roles in contacts. Ask an administrator to resend it.');
