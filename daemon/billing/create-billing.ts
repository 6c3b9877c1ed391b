/** Who takes the payment: Stripe when its key is set, otherwise nobody: then the operator gives plans, or admins switch them. */
import type { Context } from '../api/context.ts';
import { forbidden } from '../api/errors.ts';
import type { Auth } from '../identity/auth.ts';
import type { Billing } from './core/billing.ts';
import { givenPlans } from './given-plans.ts';
import { createLocalBilling } from './local/local-billing.ts';
import { createStripeBilling } from './stripe/stripe-billing.ts';

/** @throws ConfigError when Stripe is set up by half. */
export function createBilling(context: Context): Billing {
  const billing = choose(context);
  return {
    ...billing,
    checkoutUrl: async (auth, choice) => billing.checkoutUrl(refuseUnlimited(auth), choice),
    portalUrl: async (auth) => billing.portalUrl(refuseUnlimited(auth)),
  };
}

/** There is nothing to buy above it, and what is bought would end it. @throws `forbidden` */
function refuseUnlimited(auth: Auth): Auth {
  if (auth.plan === 'unlimited') throw forbidden('this workspace has no limits, so there is nothing to pay for');
  return auth;
}

function choose(context: Context): Billing {
  if (context.config.stripe.secretKey !== '') return createStripeBilling(context);
  return context.config.selfServicePlans ? createLocalBilling(context) : givenPlans;
}
