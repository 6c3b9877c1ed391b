/**
 * Deleting a workspace. From the commit on nobody is a member of it, its keys and invitations have ended, its domains are
 * free and no link can be made in it; its links and clicks go afterwards, in parts.
 */
import type { PlanName } from '../../shared/config/config.ts';
import { inTransaction } from '../../shared/db/db.ts';
import type { Actor } from '../../shared/people/actor.ts';
import { deleteInvitesOf } from '../../shared/people/invite-queries.ts';
import { recordAudit } from '../audit-log/record.ts';
import { endAccount } from '../billing/core/queries.ts';
import { recordAccessChanges } from '../change-feed/changes.ts';
import type { Db, Trx } from '../core/tables.ts';
import { listDomains } from '../domains/queries.ts';
import { linksAtOnce, removeDomain } from '../domains/remove.ts';
import { deleteLinks } from '../links/core/queries.ts';
import { closeAllowance } from '../links/create/allowance.ts';
import { deleteMember, deleteMembership, listMembers } from '../members/queries.ts';
import { deleteWebhooksOf } from '../webhooks/queries.ts';
import { lockWorkspace } from '../workspaces/queries.ts';
import { listLinksForUpdate, markDeleted } from './queries.ts';

/**
 * Locks a workspace for its deletion, after links that are being created: creating links locks the allowance before the
 * workspace's row, and so does this.
 * @throws `not_found` if it was deleted already
 */
export async function lockForDeletion(trx: Trx, workspaceId: number) {
  await closeAllowance(trx, workspaceId);
  return lockWorkspace(trx, workspaceId);
}

type Locked = Awaited<ReturnType<typeof lockForDeletion>>;

/**
 * Ends a workspace that is held; its subscription has been cancelled. Members whose only one it was get another, on
 * `defaultPlan`, but not `leaver`, whose account ends too.
 */
export async function deleteWorkspace(
  trx: Trx,
  { id, publicId, name }: Locked,
  actor: Actor,
  { now, defaultPlan, leaver }: { now: Date; defaultPlan: PlanName; leaver?: number },
) {
  await recordAudit(
    trx,
    [{ workspaceId: id, actor, action: 'workspace.delete', objectId: publicId, details: { name } }],
    now,
  );
  await markDeleted(trx, id, now);
  await endAccount(trx, id, now);
  await deleteInvitesOf(trx, id);
  await deleteWebhooksOf(trx, id, now);
  for (const member of await listMembers(trx, id)) {
    if (member.userId === leaver) await deleteMembership(trx, id, member);
    else await deleteMember(trx, id, member, { now, defaultPlan });
  }
  for (const domain of await listDomains(trx, id)) await removeDomain(trx, domain.id, actor, now);
  await recordAccessChanges(trx, [{ workspaceId: id }]);
}

/** Deletes some links of a deleted workspace. Returns how many went; the audit log has the workspace's own end. */
export const deleteSomeLinks = (db: Db, workspaceId: number, now: Date): Promise<number> =>
  inTransaction(db, async (trx) => {
    const links = await listLinksForUpdate(trx, workspaceId, linksAtOnce);
    if (links.length > 0) await deleteLinks(trx, workspaceId, links, now);
    return links.length;
  });
