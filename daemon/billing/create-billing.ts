/** Who takes the payment: Stripe when its key is set, otherwise nobody. */
import type { Context } from '../api/context.ts';
import type { Billing } from './billing.ts';
import { createLocalBilling } from './local/local-billing.ts';
import { createStripeBilling } from './stripe/stripe-billing.ts';

/** @throws ConfigError when Stripe is set up by half. */
export const createBilling = (context: Context): Billing =>
  context.config.stripe.secretKey === '' ? createLocalBilling(context) : createStripeBilling(context);
