/** Who takes the payment: Stripe when its key is set, otherwise nobody: then the operator gives plans, or admins switch them. */
import type { Context } from '../api/context.ts';
import type { Billing } from './core/billing.ts';
import { givenPlans } from './given-plans.ts';
import { createLocalBilling } from './local/local-billing.ts';
import { createStripeBilling } from './stripe/stripe-billing.ts';

/** @throws ConfigError when Stripe is set up by half. */
export function createBilling(context: Context): Billing {
  if (context.config.stripe.secretKey !== '') return createStripeBilling(context);
  return context.config.selfServicePlans ? createLocalBilling(context) : givenPlans;
}
