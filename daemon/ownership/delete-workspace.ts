/**
 * Deletion of a workspace. The commit removes its members, keys and invitations and frees its domains, and no more links
 * can be created. Its links and clicks are deleted later in batches.
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
 * Locks a workspace for its deletion. Like the creation of links, it locks the allowance before the workspace's row.
 * So it waits for links that are being created. @throws `not_found` if the workspace is already deleted
 */
export async function lockForDeletion(trx: Trx, workspaceId: number) {
  await closeAllowance(trx, workspaceId);
  return lockWorkspace(trx, workspaceId);
}

type Locked = Awaited<ReturnType<typeof lockForDeletion>>;

/**
 * Deletes a locked workspace whose subscription has been cancelled. Members without another workspace get a new one on
 * `defaultPlan`, except `leaver`, whose account is deleted too.
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

/** Deletes a batch of a deleted workspace's links, without audit entries. Returns the number deleted. */
export const deleteSomeLinks = (db: Db, workspaceId: number, now: Date): Promise<number> =>
  inTransaction(db, async (trx) => {
    const links = await listLinksForUpdate(trx, workspaceId, linksAtOnce);
    if (links.length > 0) await deleteLinks(trx, workspaceId, links, now);
    return links.length;
  });
