/** Transfers of a workspace's ownership to another member. */
import { inTransaction } from '../../shared/db/db.ts';
import { mayBeId } from '../../shared/db/public-ids.ts';
import type { Context } from '../api/context.ts';
import { conflict, forbidden, notFound, quotaReached } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import { recordAccessChanges } from '../change-feed/changes.ts';
import type { Auth } from '../identity/auth.ts';
import { insertMail } from '../mail/queries.ts';
import { findMember, findMemberByUser } from '../members/queries.ts';
import { countOwned, lockWorkspace } from '../workspaces/queries.ts';
import { moveOwnership } from './queries.ts';

/**
 * Transfers the workspace to a member. @throws `not_found` for a non-member, `conflict` if the member is already the
 * owner, `plan_limit_reached` if the member owns the maximum number of workspaces
 */
export async function transferWorkspace(
  { db, config }: Pick<Context, 'db' | 'config'>,
  auth: Auth,
  memberId: string,
  now: Date,
) {
  const { workspaceId, userId, actor } = auth;
  await inTransaction(db, async (trx) => {
    const { name: workspaceName } = await lockWorkspace(trx, workspaceId);
    const from = await findMemberByUser(trx, workspaceId, userId);
    if (!from?.isOwner) throw forbidden("Only the workspace's owner can do this.");
    const to = mayBeId(memberId) ? await findMember(trx, workspaceId, memberId) : undefined;
    if (!to) throw notFound('member');
    if (to.isOwner) throw conflict('They already own the workspace.');
    const limit = config.workspacesPerUser;
    if ((await countOwned(trx, to.userId)) >= limit) throw quotaReached('workspaces of one user', limit);
    await moveOwnership(trx, workspaceId, from.id, to.id);
    const mail = { kind: 'workspace-handed-over', workspaceName, previousOwner: from.name } as const;
    await insertMail(trx, to.email, mail, { now });
    const details = { from: from.publicId };
    await recordAudit(trx, [{ workspaceId, actor, action: 'workspace.transfer', objectId: to.publicId, details }], now);
    await recordAccessChanges(trx, [{ workspaceId }]);
  });
}
