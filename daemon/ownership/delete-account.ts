/** Deletion of an account: its own workspaces, its other memberships, and its personal data. */
import type { PlanName } from '../../shared/config/config.ts';
import { inTransaction } from '../../shared/db/db.ts';
import type { Actor } from '../../shared/people/actor.ts';
import { isNeededAtSite } from '../../shared/people/contact-roles.ts';
import { endInvitedRoles } from '../../shared/people/invite-queries.ts';
import { getUserForUpdate } from '../../shared/people/user-queries.ts';
import { endAccess } from '../access/end-access.ts';
import type { Context } from '../api/context.ts';
import { conflict } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import { recordAccessChanges } from '../change-feed/changes.ts';
import type { Db, Trx } from '../core/tables.ts';
import { deleteMailsOf } from '../mail/queries.ts';
import { deleteMembership, findMemberByUser } from '../members/queries.ts';
import { lockWorkspace } from '../workspaces/queries.ts';
import { deleteWorkspace, lockForDeletion } from './delete-workspace.ts';
import { outcomeOf, preventsDeletion } from './preview-deletion.ts';
import { deleteUser, insertErasure, listMemberships, type Membership } from './queries.ts';

type EndBilling = (workspaceId: number) => Promise<void>;
type User = { id: number; actor: Actor };

/**
 * Deletes an account. Returns the workspaces deleted with it. @throws `conflict` if a workspace or contacts prevent it,
 * `unavailable`
 */
export async function deleteAccount(
  { db, config }: Pick<Context, 'db' | 'config'>,
  endBilling: EndBilling,
  user: User,
  now: Date,
) {
  const memberships = await listMemberships(db, user.id);
  requireNoObstacle(memberships);
  await requireAnotherAdministrator(db, user.id);
  const workspaces = memberships.filter((membership) => outcomeOf(membership) === 'deleted');
  for (const { id } of workspaces) await endBilling(id);
  await inTransaction(db, (trx) => deleteIn(trx, config.defaultPlan, user, { workspaces, now }));
  return workspaces;
}

function requireNoObstacle(memberships: Membership[]): void {
  const obstacles = memberships.filter(preventsDeletion);
  if (obstacles.length === 0) return;
  throw conflict(
    'Transfer or delete the workspaces you own that have other members. Only the operator can restore a suspended one.',
    {
      workspaces: obstacles.map((membership) => ({
        id: membership.publicId,
        name: membership.name,
        outcome: outcomeOf(membership),
      })),
    },
  );
}

/** Requires another administrator of contacts, if others use contacts. @throws `conflict` for the last administrator */
async function requireAnotherAdministrator(db: Db, userId: number): Promise<void> {
  if (await isNeededAtSite(db, userId))
    throw conflict('This is the last administrator of contacts, which others use. Make another administrator first.');
}

async function deleteIn(
  trx: Trx,
  defaultPlan: PlanName,
  { id: userId, actor }: User,
  { workspaces, now }: { workspaces: Membership[]; now: Date },
): Promise<void> {
  const options = { now, defaultPlan, leaver: userId };
  for (const { id } of workspaces) await deleteWorkspace(trx, await lockForDeletion(trx, id), actor, options);
  for (const { id } of await listMemberships(trx, userId)) await leave(trx, id, userId, { actor, now });
  await requireAnotherAdministrator(trx, userId);
  // With the user's row locked, nobody can add the user to a workspace.
  const { publicId, email } = await getUserForUpdate(trx, userId);
  const rest = await listMemberships(trx, userId);
  if (rest.length > 0) throw conflict('Your workspaces are changing. Try again.');
  await endAccess(trx, userId, now);
  await deleteMailsOf(trx, { id: userId, email });
  await endInvitedRoles(trx, { email });
  await recordAudit(trx, [{ workspaceId: null, actor, action: 'user.delete', objectId: publicId }], now);
  await insertErasure(trx, email);
  await deleteUser(trx, userId);
  await recordAccessChanges(trx, [{ userId }]);
}

async function leave(
  trx: Trx,
  workspaceId: number,
  userId: number,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  await lockWorkspace(trx, workspaceId);
  const member = await findMemberByUser(trx, workspaceId, userId);
  if (!member) return;
  if (member.isOwner) throw conflict('You became the owner of another workspace. Review what would be deleted.');
  await recordAudit(trx, [{ workspaceId, actor, action: 'member.leave', objectId: member.publicId }], now);
  await deleteMembership(trx, workspaceId, member);
}
