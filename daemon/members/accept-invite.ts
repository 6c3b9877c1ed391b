/** Accepting an invitation: for the address it was mailed to, while there is a seat. */
import type { Config } from '../../shared/config/config.ts';
import { conflict, invalid, quotaReached } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Db, Trx } from '../core/tables.ts';
import { getUserForUpdate, markEmailVerified } from '../identity/queries.ts';
import { lockWorkspace } from '../workspaces/queries.ts';
import { grantContactsRole } from './contacts-role.ts';
import { deleteInvite, findInviteByToken, type OpenInvite } from './invite-queries.ts';
import { countMembers, findMemberByUser, insertMember } from './queries.ts';

/** @throws `validation_failed` when the token is unknown, used, too old or another address's. */
export async function requireInvite(db: Db, token: string, email: string, now: Date) {
  const invite = await findInviteByToken(db, token, now);
  if (!invite || invite.email !== email) {
    throw invalid({ field: 'inviteToken', message: 'is not an open invitation of this address' });
  }
  return invite;
}

/**
 * Makes a user a member, with the role in contacts that comes with it, and ends the invitation. One that was mailed verifies the user's
 * address.
 * @throws `plan_limit_reached` when the plan has become too small, `conflict` when the user is a member already.
 */
export async function acceptInvite(
  trx: Trx,
  config: Config,
  invite: OpenInvite,
  userId: number,
  now: Date,
): Promise<void> {
  const { workspaceId, role } = invite;
  // An account that is being deleted joins nothing any more.
  await getUserForUpdate(trx, userId);
  const { plan } = await lockWorkspace(trx, workspaceId);
  const { members: limit } = config.plans[plan];
  if ((await countMembers(trx, workspaceId)) >= limit) throw quotaReached('members', limit);
  if (await findMemberByUser(trx, workspaceId, userId)) throw conflict('you are a member of this workspace already');
  await insertMember(trx, { workspaceId, userId, role }, now);
  const contactsRole = await grantContactsRole(trx, invite, userId, now);
  await deleteInvite(trx, invite.id);
  if (invite.mailed) await markEmailVerified(trx, userId, now);
  const actor = { type: 'session', userId } as const;
  const details = { email: invite.email, role, ...(contactsRole ? { contactsRole } : {}) };
  const entry = { workspaceId, actor, objectId: invite.publicId, details };
  await recordAudit(trx, [{ ...entry, action: 'member.join' }], now);
}
