/** Accepts an invitation: for the invited email, while there is a seat. */
import type { Config } from '../../shared/config/config.ts';
import { proveEmail } from '../access/end-access.ts';
import { conflict, forbidden, invalid, quotaReached } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Db, Trx } from '../core/tables.ts';
import { getUserForUpdate } from '../identity/queries.ts';
import { lockWorkspace } from '../workspaces/queries.ts';
import { grantContactsRole } from './contacts-role.ts';
import { deleteInvite, findInviteByToken, type OpenInvite } from './invite-queries.ts';
import { countMembers, findMemberByUser, insertMember } from './queries.ts';

/** @throws `validation_failed` if the token is unknown, used, expired or for another email */
export async function requireInvite(db: Db, token: string, email: string, now: Date) {
  const invite = await findInviteByToken(db, token, now);
  if (!invite || invite.email !== email) {
    throw invalid({ field: 'inviteToken', message: 'is not an open invitation for this email' });
  }
  return invite;
}

/**
 * Makes a user a member, with the invitation's role in contacts, and ends the invitation. A mailed one verifies the
 * user's email; the session of `keptToken` continues then. @throws `plan_limit_reached` if the plan has become too
 * small, `conflict` if the user is already a member, `forbidden` for a role in contacts and an email that is not
 * verified
 */
export async function acceptInvite(
  trx: Trx,
  config: Config,
  invite: OpenInvite,
  userId: number,
  now: Date,
  keptToken?: string,
): Promise<void> {
  const { workspaceId, role } = invite;
  // An account that is being deleted can no longer join.
  const { emailVerifiedAt } = await getUserForUpdate(trx, userId);
  const { plan } = await lockWorkspace(trx, workspaceId);
  const { members: limit } = config.plans[plan];
  if ((await countMembers(trx, workspaceId)) >= limit) throw quotaReached('members', limit);
  if (await findMemberByUser(trx, workspaceId, userId)) throw conflict('You are already a member of this workspace.');
  if (invite.contactsRole !== null && !invite.mailed && emailVerifiedAt === null) throw needsMailedLink();
  if (invite.mailed) await proveEmail(trx, userId, now, keptToken);
  await insertMember(trx, { workspaceId, userId, role }, now);
  const contactsRole = await grantContactsRole(trx, invite, userId, now);
  await deleteInvite(trx, invite.id);
  const actor = { type: 'session', userId } as const;
  const details = { email: invite.email, role, ...(contactsRole ? { contactsRole } : {}) };
  const entry = { workspaceId, actor, objectId: invite.publicId, details };
  await recordAudit(trx, [{ ...entry, action: 'member.join' }], now);
}

const needsMailedLink = () =>
  forbidden('This invitation gives a role in contacts. Open the link in the email that was sent to you.');
