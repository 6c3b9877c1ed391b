/** Pure functions that interpret a customer's subscriptions at Stripe. */
import type { OfferedPlan } from '../../../shared/config/config.ts';
import { elementOf } from '../../../shared/elements.ts';
import { type Interval, intervals } from '../core/billing.ts';
import type { Account } from '../core/queries.ts';
import type { Stripe } from './client.ts';
import type { Prices } from './prices.ts';

type Subscription = Stripe.Subscription;

/** Weights of subscriptions, keyed by status. A subscription whose first payment is still open has no weight. */
const weights: Record<string, number> = { active: 4, trialing: 4, past_due: 3, unpaid: 3, paused: 2, canceled: 1 };
const planWeights: Record<OfferedPlan, number> = { free: 0, pro: 1, team: 2, scale: 3 };

const isLive = ({ status }: Subscription) => (weights[status] ?? 0) > 1;

/**
 * Returns whether the subscription was cancelled with effect from the end of the paid period. Stripe reports this in
 * one of two ways.
 */
export const isEnding = ({ cancel_at_period_end, cancel_at }: Subscription) =>
  cancel_at_period_end || cancel_at !== null;

/** Returns the subscription's item for one of Waypost's plans, or else its first item. */
export function itemOf({ items: { data } }: Subscription, prices: Prices) {
  const item = data.find(({ price }) => prices.find(price.id)) ?? data[0];
  return { item, choice: item && prices.find(item.price.id) };
}

/** Chooses the subscription that determines the account, and counts the live subscriptions. */
export function chooseSubscription(subscriptions: Subscription[], prices: Prices) {
  const rank = (subscription: Subscription) => {
    const { choice } = itemOf(subscription, prices);
    return [weights[subscription.status] ?? 0, planWeights[choice?.plan ?? 'free'], subscription.created] as const;
  };
  const counted = subscriptions.filter(({ status }) => status in weights);
  const [chosen] = counted.sort((a, b) => compare(rank(b), rank(a)));
  return { chosen, live: chosen && isLive(chosen) ? chosen : undefined, liveCount: counted.filter(isLive).length };
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : elementOf(a, at) - elementOf(b, at);
}

const dayMs = 86_400_000;

/**
 * Derives the account from a subscription. The grace period starts when a failed payment is first seen, and does not
 * restart until a payment succeeds.
 */
export function accountOf(
  before: Account,
  subscription: Subscription | undefined,
  { prices, graceDays, now }: { prices: Prices; graceDays: number; now: Date },
): Account {
  if (!subscription) return withoutSubscription(before);
  const { item, choice } = itemOf(subscription, prices);
  const paid = {
    ...before,
    subscriptionId: subscription.id,
    interval: choice?.interval ?? intervalOf(item),
    currentPeriodEnd: item ? new Date(item.current_period_end * 1_000) : null,
  };
  // If the price is not configured, the plan stays unchanged.
  const plan = choice?.plan ?? before.plan;
  const inGrace = (graceUntil: Date | null) => graceUntil !== null && graceUntil > now;
  switch (subscription.status) {
    case 'active':
    case 'trialing':
      return { ...paid, plan, status: 'active', cancelAtPeriodEnd: isEnding(subscription), graceUntil: null };
    case 'past_due':
    case 'unpaid': {
      const started = before.status === 'past_due' ? before.graceUntil : null;
      const graceUntil = started ?? new Date(now.getTime() + graceDays * dayMs);
      const kept = inGrace(graceUntil) ? plan : 'free';
      return { ...paid, plan: kept, status: 'past_due', cancelAtPeriodEnd: isEnding(subscription), graceUntil };
    }
    case 'paused':
      return { ...paid, plan: 'free', status: 'past_due', cancelAtPeriodEnd: false, graceUntil: before.graceUntil };
    default: {
      // If Stripe stops trying to collect the payment, the grace period that was announced to the owner remains in
      // force.
      const kept = subscription.cancellation_details?.reason === 'payment_failed' && inGrace(before.graceUntil);
      const graceUntil = kept ? before.graceUntil : null;
      return { ...paid, plan: kept ? before.plan : 'free', status: 'canceled', cancelAtPeriodEnd: false, graceUntil };
    }
  }
}

/** Removes the plan that a subscription granted. A plan granted without a subscription is kept. */
export function withoutSubscription(before: Account): Account {
  if (before.subscriptionId === null) return before;
  const ended = { plan: 'free', interval: null, status: 'none', currentPeriodEnd: null, subscriptionId: null } as const;
  return { ...before, ...ended, cancelAtPeriodEnd: false, graceUntil: null };
}

const intervalOf = (item: Stripe.SubscriptionItem | undefined): Interval | null =>
  intervals.find((interval) => interval === item?.price.recurring?.interval) ?? null;
