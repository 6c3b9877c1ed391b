/** Implementation of `waypost links plan …` and `suspend …`. */
import type { PlanName } from '../../../shared/config/config.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { operator } from '../../../shared/people/actor.ts';
import { recordAudit } from '../../audit-log/record.ts';
import { getAccount } from '../../billing/core/queries.ts';
import type { Trx } from '../../core/tables.ts';
import { commandLine, suspendByHand } from '../../safety/core/actions.ts';
import { lockWorkspace, updatePlan } from '../../workspaces/queries.ts';
import type { Tools } from '../core/tools.ts';
import { needWorkspace } from './need-workspace.ts';

export async function setPlan({ db, announceChanges }: Tools, id: string, plan: PlanName) {
  const workspace = await needWorkspace(db, id);
  const now = new Date();
  await inTransaction(db, async (trx) => {
    await lockWorkspace(trx, workspace.id);
    if (plan === 'unlimited') await refuseSubscribed(trx, workspace.id);
    await updatePlan(trx, workspace.id, plan, now);
    const entry = { workspaceId: workspace.id, actor: operator, objectId: id, details: { plan } };
    await recordAudit(trx, [{ ...entry, action: 'workspace.plan' }], now);
  });
  await announceChanges();
  return { id, plan };
}

/** Refuses a workspace with a running subscription, because Stripe would keep charging for it. @throws if it has one */
async function refuseSubscribed(trx: Trx, workspaceId: number): Promise<void> {
  const { subscriptionId, status } = await getAccount(trx, workspaceId);
  if (subscriptionId !== null && (status === 'active' || status === 'past_due'))
    throw new Error(
      'it pays for a subscription: an admin of the workspace must end it first, or you can end it at Stripe',
    );
}

export async function setSuspension({ db, announceChanges }: Tools, id: string, suspended: boolean) {
  const workspace = await needWorkspace(db, id);
  await inTransaction(db, (trx) => suspendByHand(trx, workspace, suspended, { by: commandLine, now: new Date() }));
  await announceChanges();
  return { id, suspended };
}
