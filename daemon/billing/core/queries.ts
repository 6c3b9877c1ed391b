/** Workspaces' billing accounts in MySQL. Writers lock the workspace's row first (`lockWorkspace`). */

import type { OfferedPlan } from '../../../shared/config/config.ts';
import { changedRows, changesRows } from '../../../shared/db/results.ts';
import type { Db, Trx } from '../../core/tables.ts';
import type { Interval, Status } from './billing.ts';

export type Account = {
  /** The plan granted by billing. The workspace's own plan differs from it if an operator set it. */
  plan: OfferedPlan;
  interval: Interval | null;
  status: Status;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  /** The end of the grace period after a failed payment. */
  graceUntil: Date | null;
  customerId: string | null;
  subscriptionId: string | null;
  /** A number that each write increments. */
  revision: number;
};

const noAccount: Account = {
  plan: 'free',
  interval: null,
  status: 'none',
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  graceUntil: null,
  customerId: null,
  subscriptionId: null,
  revision: 0,
};

/** Returns a workspace's account, which is empty before the first billing. */
export async function getAccount(db: Db, workspaceId: number): Promise<Account> {
  const account = await db
    .selectFrom('billing_accounts')
    .where('workspace_id', '=', workspaceId)
    .select([
      'plan',
      'billing_interval as interval',
      'status',
      'current_period_end as currentPeriodEnd',
      'cancel_at_period_end as cancelAtPeriodEnd',
      'grace_until as graceUntil',
      'stripe_customer_id as customerId',
      'stripe_subscription_id as subscriptionId',
      'revision',
    ])
    .executeTakeFirst();
  return account ?? noAccount;
}

/** Writes an account with the next revision number. */
export async function saveAccount(trx: Trx, workspaceId: number, account: Account, now: Date): Promise<void> {
  const row = {
    plan: account.plan,
    billing_interval: account.interval,
    status: account.status,
    current_period_end: account.currentPeriodEnd,
    cancel_at_period_end: account.cancelAtPeriodEnd,
    grace_until: account.graceUntil,
    stripe_customer_id: account.customerId,
    stripe_subscription_id: account.subscriptionId,
    revision: account.revision + 1,
    updated_at: now,
  };
  await trx
    .insertInto('billing_accounts')
    .values({ workspace_id: workspaceId, ...row })
    .onDuplicateKeyUpdate(row)
    .execute();
}

/** Ends everything that an account granted. The customer is kept, so that subscriptions can still be cancelled. */
export const endAccount = (trx: Trx, workspaceId: number, now: Date) =>
  trx
    .updateTable('billing_accounts')
    .set({
      plan: 'free',
      billing_interval: null,
      status: 'canceled',
      current_period_end: null,
      grace_until: null,
      updated_at: now,
    })
    .where('workspace_id', '=', workspaceId)
    .execute();

/** Returns the workspace's id, or `undefined` if the workspace is unknown or deleted. */
export async function findWorkspaceOfCustomer(db: Db, customerId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('billing_accounts')
    .innerJoin('workspaces', 'workspaces.id', 'billing_accounts.workspace_id')
    .where('stripe_customer_id', '=', customerId)
    .where('workspaces.deleted_at', 'is', null)
    .select('workspace_id as workspaceId')
    .executeTakeFirst();
  return row?.workspaceId;
}

/** Lists workspaces whose grace period has ended. */
export async function listEndedGraces(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('billing_accounts')
    .where('grace_until', '<=', now)
    .where('plan', '!=', 'free')
    .select('workspace_id as workspaceId')
    .orderBy('grace_until')
    .limit(limit)
    .execute();
  return rows.map(({ workspaceId }) => workspaceId);
}

/** Lists workspaces whose subscription period ended before `time` without a renewal or end event. */
export async function listOverdue(db: Db, time: Date, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('billing_accounts')
    .where('workspace_id', '>', after)
    .where('current_period_end', '<', time)
    .where('status', 'in', ['active', 'past_due'])
    .where('stripe_subscription_id', 'is not', null)
    .select('workspace_id as workspaceId')
    .orderBy('workspace_id')
    .limit(limit)
    .execute();
  return rows.map(({ workspaceId }) => workspaceId);
}

export const hasEvent = async (db: Db, id: string) =>
  (await db.selectFrom('billing_events').where('id', '=', id).select('id').executeTakeFirst()) !== undefined;

/**
 * Inserts an event. Returns `false` if it is already stored. Waits for a concurrent transaction that inserts the same
 * event.
 */
export const insertEvent = (trx: Trx, id: string, now: Date): Promise<boolean> =>
  changesRows(trx.insertInto('billing_events').ignore().values({ id, received_at: now }));

/** Deletes up to `limit` events received before `time`. Returns the number deleted. */
export const deleteEventsBefore = (db: Db, time: Date, limit: number): Promise<number> =>
  changedRows(db.deleteFrom('billing_events').where('received_at', '<', time).limit(limit));
