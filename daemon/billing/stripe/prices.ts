/** The plan and interval of each configured Stripe price. */
import type { Config } from '../../../shared/config/config.ts';
import { ConfigError } from '../../../shared/errors.ts';
import { intervals, type PlanChoice, paidPlans } from '../core/billing.ts';

export type Prices = {
  /** Returns the Stripe id of a choice's price, or `undefined` if it is not offered. */
  idOf(choice: PlanChoice): string | undefined;
  /** Returns the plan and interval of a price, or `undefined` if it is not configured. */
  find(priceId: string): PlanChoice | undefined;
};

export function readPrices({ stripe: { price } }: Pick<Config, 'stripe'>): Prices {
  const choices = new Map<string, PlanChoice>();
  for (const plan of paidPlans) {
    for (const interval of intervals) {
      const id = price[plan][interval];
      const taken = choices.get(id);
      if (taken) throw new ConfigError(`${nameOf(taken)} and ${nameOf({ plan, interval })} are the same price, ${id}`);
      if (id !== '') choices.set(id, { plan, interval });
    }
  }
  if (choices.size === 0) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY is set, but no price: set STRIPE_PRICE_PRO_MONTH or another STRIPE_PRICE_…',
    );
  }
  return {
    idOf: ({ plan, interval }) => price[plan][interval] || undefined,
    find: (priceId) => choices.get(priceId),
  };
}

const nameOf = ({ plan, interval }: PlanChoice) => `STRIPE_PRICE_${plan}_${interval}`.toUpperCase();
