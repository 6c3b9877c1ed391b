/** Updates of a workspace's billing state: its account, its plan, and a warning to its owner. */
import type { Actor } from '../../../shared/people/actor.ts';
import { getUser } from '../../../shared/people/user-queries.ts';
import { recordAudit } from '../../audit-log/record.ts';
import type { Trx } from '../../core/tables.ts';
import { insertMail } from '../../mail/queries.ts';
import type { lockWorkspace } from '../../workspaces/queries.ts';
import { getOwner, updatePlan } from '../../workspaces/queries.ts';
import { type Account, saveAccount } from './queries.ts';

/** A workspace locked by this transaction. */
type LockedWorkspace = Awaited<ReturnType<typeof lockWorkspace>>;

export type SubscriptionChange = {
  workspace: LockedWorkspace;
  before: Account;
  after: Account;
  actor: Actor;
  /** The reason shown in the audit log. */
  reason: 'chosen' | 'subscription' | 'grace ended';
};

/**
 * Saves the account. Sets the workspace's plan if an admin chose it or the granted plan has changed; otherwise a plan
 * set by an operator is kept. A workspace without limits remains unlimited until the operator changes its plan. Returns
 * whether the plan changed. Call it last in the transaction.
 */
export async function writeSubscriptionState(trx: Trx, change: SubscriptionChange, now: Date): Promise<boolean> {
  const { workspace, before, after, actor, reason } = change;
  await saveAccount(trx, workspace.id, after, now);
  if (after.status === 'past_due' && before.status !== 'past_due' && after.graceUntil && after.graceUntil > now) {
    await warnOwner(trx, workspace, after.graceUntil, now);
  }
  const { plan } = after;
  const isGranted = workspace.plan !== 'unlimited' && (reason === 'chosen' || plan !== before.plan);
  if (!isGranted || plan === workspace.plan) return false;
  const details = { plan, before: workspace.plan, reason };
  const entry = { workspaceId: workspace.id, actor, objectId: workspace.publicId, details };
  await recordAudit(trx, [{ ...entry, action: 'workspace.plan' }], now);
  await updatePlan(trx, workspace.id, plan, now);
  return true;
}

async function warnOwner(trx: Trx, { id, name: workspaceName }: LockedWorkspace, graceUntil: Date, now: Date) {
  const { userId } = await getOwner(trx, id);
  const { email } = await getUser(trx, userId);
  await insertMail(trx, email, { kind: 'payment-failed', workspaceName, graceUntil: formatDay(graceUntil) }, { now });
}

const formatDay = (time: Date) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(time);
