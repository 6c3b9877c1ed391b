/**
 * Updates of a workspace's account from its subscriptions at Stripe. The subscriptions are always fetched again, so
 * that neither the order nor the content of events matters. If the account was written during the fetch, the fetch is
 * repeated, so that an older answer never replaces a newer one. No row is locked during the call.
 */
import type { Config } from '../../../shared/config/config.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { unavailable } from '../../../shared/errors.ts';
import type { Log } from '../../../shared/log/log.ts';
import { system } from '../../../shared/people/actor.ts';
import type { Db } from '../../core/tables.ts';
import { lockWorkspace } from '../../workspaces/queries.ts';
import { getAccount, insertEvent } from '../core/queries.ts';
import { writeSubscriptionState } from '../core/subscription-state.ts';
import { callStripe, type Stripe } from './client.ts';
import type { Prices } from './prices.ts';
import { accountOf, chooseSubscription, itemOf } from './subscription.ts';

export type Reconciler = { db: Db; config: Pick<Config, 'billingGraceDays'>; log: Log; stripe: Stripe; prices: Prices };

export type Reconciled = {
  /** The subscription that is paid, or whose payment is overdue. */
  live: Stripe.Subscription | undefined;
  planChanged: boolean;
};

const tries = 10;
const nothing: Reconciled = { live: undefined, planChanged: false };

/** Updates the account, unless the event `eventId` was already handled. */
export async function reconcile(reconciler: Reconciler, workspaceId: number, eventId?: string): Promise<Reconciled> {
  for (let attempt = 1; attempt <= tries; attempt++) {
    const reconciled = await tryToReconcile(reconciler, workspaceId, eventId);
    if (reconciled !== 'overtaken') return reconciled;
  }
  throw unavailable('Billing is busy. Try again shortly.');
}

async function tryToReconcile(
  { db, config, log, stripe, prices }: Reconciler,
  workspaceId: number,
  eventId: string | undefined,
): Promise<Reconciled | 'overtaken'> {
  const seen = await getAccount(db, workspaceId);
  const { customerId: customer, revision } = seen;
  if (customer === null) return nothing;
  const { data } = await callStripe(() => stripe.subscriptions.list({ customer, status: 'all', limit: 100 }));
  const { chosen, live, liveCount } = chooseSubscription(data, prices);
  if (liveCount > 1) log.warn({ customer, liveCount }, 'a customer has several active subscriptions');
  if (live && !itemOf(live, prices).choice) {
    log.warn({ subscription: live.id }, 'a subscription has none of the configured prices; the plan stays unchanged');
  }
  const now = new Date();
  return inTransaction(db, async (trx) => {
    const workspace = await lockWorkspace(trx, workspaceId);
    const before = await getAccount(trx, workspaceId);
    if (before.revision !== revision) return 'overtaken';
    if (eventId !== undefined && !(await insertEvent(trx, eventId, now))) return nothing;
    const after = accountOf(before, chosen, { prices, graceDays: config.billingGraceDays, now });
    const change = { workspace, before, after, actor: system, reason: 'subscription' } as const;
    return { live, planChanged: await writeSubscriptionState(trx, change, now) };
  });
}
