/**
 * Operators' actions, recorded with operator and reason in the same transaction. The workspaces' audit logs name no
 * operator.
 */
import type { PlanName } from '../../../shared/config/config.ts';
import { operator } from '../../../shared/people/actor.ts';
import { conflict } from '../../api/errors.ts';
import { recordAudit } from '../../audit-log/record.ts';
import { getAccount } from '../../billing/core/queries.ts';
import type { Trx } from '../../core/tables.ts';
import type { LinkSettings } from '../../links/core/link.ts';
import { lockWorkspace, updatePlan, updateSuspension } from '../../workspaces/queries.ts';
import { insertAction } from './action-queries.ts';
import { setBanned } from './bans.ts';
import { forgetOffences } from './review-queries.ts';

/** The author of an action, and the reason. `userId` is null for the command line. */
export type By = { userId: number | null; reason: string | null };

/** The author of actions on the command line. Such actions need no reason. */
export const commandLine: By = { userId: null, reason: null };

export type ActName =
  | 'link.ban'
  | 'link.unban'
  | 'review.ban'
  | 'review.clear'
  | 'workspace.suspend'
  | 'workspace.unsuspend'
  | 'workspace.unflag'
  | 'workspace.plan'
  | 'operator.add'
  | 'operator.remove';

/** Records an action on the link, workspace or user with the id `objectId`. */
export const recordAct = (
  trx: Trx,
  { userId, reason }: By,
  action: ActName,
  { objectId, plan = null, now }: { objectId: string; plan?: PlanName | null; now: Date },
) => insertAction(trx, { user_id: userId, action, object_id: objectId, plan, reason, created_at: now });

/** Bans or unbans a link. Returns `false` if it does not exist. */
export async function banByHand(
  trx: Trx,
  config: LinkSettings,
  publicId: string,
  { banned, by, now }: { banned: boolean; by: By; now: Date },
): Promise<boolean> {
  if (!(await setBanned(trx, config, publicId, { operatorBan: { banned, words: by.reason }, actor: operator, now })))
    return false;
  await recordAct(trx, by, banned ? 'link.ban' : 'link.unban', { objectId: publicId, now });
  return true;
}

type Workspace = { id: number; public_id: string };

export async function suspendByHand(
  trx: Trx,
  workspace: Workspace,
  suspended: boolean,
  { by, now }: { by: By; now: Date },
) {
  const { id: workspaceId, public_id: objectId } = workspace;
  const action = suspended ? 'workspace.suspend' : 'workspace.unsuspend';
  await updateSuspension(trx, workspaceId, suspended, now);
  await recordAudit(trx, [{ workspaceId, actor: operator, objectId, action }], now);
  await recordAct(trx, by, action, { objectId, now });
}

/** Sets a workspace's plan. @throws `conflict` if it pays for a subscription */
export async function setPlanByHand(
  trx: Trx,
  { id: workspaceId, public_id: objectId }: Workspace,
  plan: PlanName,
  { by, now }: { by: By; now: Date },
) {
  const { plan: before } = await lockWorkspace(trx, workspaceId);
  await refuseSubscribed(trx, workspaceId);
  await updatePlan(trx, workspaceId, plan, now);
  const entry = { workspaceId, actor: operator, objectId, details: { plan, before } };
  await recordAudit(trx, [{ ...entry, action: 'workspace.plan' }], now);
  await recordAct(trx, by, 'workspace.plan', { objectId, plan, now });
}

/** Refuses a workspace with a running subscription: Stripe would keep charging for it, and sets the plan again. */
async function refuseSubscribed(trx: Trx, workspaceId: number): Promise<void> {
  const { subscriptionId, status } = await getAccount(trx, workspaceId);
  if (subscriptionId !== null && (status === 'active' || status === 'past_due'))
    throw conflict(
      'The workspace pays for a subscription, which sets its plan. Change or end the subscription at Stripe, or ask an admin of the workspace.',
    );
}

/** Resets a workspace's count of automatic bans. */
export async function unflagByHand(trx: Trx, { id, public_id: publicId }: Workspace, by: By, now: Date) {
  await forgetOffences(trx, id, publicId, now);
  await recordAct(trx, by, 'workspace.unflag', { objectId: publicId, now });
}
