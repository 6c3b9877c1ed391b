/** A workspace's customer at Stripe, created at the first checkout, and created again if Stripe no longer knows it. */
import { createHash } from 'node:crypto';
import { inTransaction } from '../../../shared/db/db.ts';
import { system } from '../../../shared/people/actor.ts';
import { getUser } from '../../../shared/people/user-queries.ts';
import type { Db } from '../../core/tables.ts';
import { getOwner, getWorkspace, lockWorkspace } from '../../workspaces/queries.ts';
import { getAccount, saveAccount } from '../core/queries.ts';
import { writeSubscriptionState } from '../core/subscription-state.ts';
import { callStripe, isMissingCustomer, type Stripe } from './client.ts';
import { withoutSubscription } from './subscription.ts';

/**
 * Calls `run` with the workspace's customer. If Stripe no longer knows the customer, creates a new one and calls
 * `run` again.
 */
export async function withCustomer<T>(
  db: Db,
  stripe: Stripe,
  workspaceId: number,
  run: (customer: string) => Promise<T>,
): Promise<T> {
  const customer = await ensureCustomer(db, stripe, workspaceId);
  try {
    return await run(customer);
  } catch (error) {
    if (!isMissingCustomer(error)) throw error;
    await forgetCustomer(db, workspaceId, customer);
    return run(await ensureCustomer(db, stripe, workspaceId));
  }
}

async function ensureCustomer(db: Db, stripe: Stripe, workspaceId: number): Promise<string> {
  const { customerId, revision } = await getAccount(db, workspaceId);
  if (customerId !== null) return customerId;
  const [{ public_id, name }, { userId }] = await Promise.all([
    getWorkspace(db, workspaceId),
    getOwner(db, workspaceId),
  ]);
  const { email } = await getUser(db, userId);
  const params = { name, email, metadata: { workspaceId: public_id } };
  // Concurrent checkouts, or a retry after a lost answer, create only one customer.
  const digest = createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 16);
  const idempotencyKey = `waypost-customer-${public_id}-${revision}-${digest}`;
  const { id } = await callStripe(() => stripe.customers.create(params, { idempotencyKey }));
  return inTransaction(db, async (trx) => {
    await lockWorkspace(trx, workspaceId);
    const account = await getAccount(trx, workspaceId);
    if (account.customerId !== null) return account.customerId;
    await saveAccount(trx, workspaceId, { ...account, customerId: id }, new Date());
    return id;
  });
}

/** Removes a missing customer, and ends the plan that its subscription granted. */
async function forgetCustomer(db: Db, workspaceId: number, customer: string): Promise<void> {
  const now = new Date();
  await inTransaction(db, async (trx) => {
    const workspace = await lockWorkspace(trx, workspaceId);
    const before = await getAccount(trx, workspaceId);
    if (before.customerId !== customer) return;
    const after = { ...withoutSubscription(before), customerId: null };
    await writeSubscriptionState(trx, { workspace, before, after, actor: system, reason: 'subscription' }, now);
  });
}
