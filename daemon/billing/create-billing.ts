/**
 * Selects who takes the payment: Stripe if its key is set, otherwise nobody; then the operator sets plans, or admins
 * switch them.
 */
import type { Context } from '../api/context.ts';
import { forbidden } from '../api/errors.ts';
import type { Auth } from '../identity/auth.ts';
import type { Billing } from './core/billing.ts';
import { givenPlans } from './given-plans.ts';
import { createLocalBilling } from './local/local-billing.ts';
import { createStripeBilling } from './stripe/stripe-billing.ts';

/** @throws ConfigError if Stripe is only partly configured */
export function createBilling(context: Context): Billing {
  const billing = choose(context);
  return {
    ...billing,
    checkoutUrl: async (auth, choice) => billing.checkoutUrl(refuseUnlimited(auth), choice),
    portalUrl: async (auth) => billing.portalUrl(refuseUnlimited(auth)),
  };
}

/** No plan is above it, and a purchase would end it. @throws `forbidden` */
function refuseUnlimited(auth: Auth): Auth {
  if (auth.plan === 'unlimited') throw forbidden('This workspace has no limits. No payment is needed.');
  return auth;
}

function choose(context: Context): Billing {
  if (context.config.stripe.secretKey !== '') return createStripeBilling(context);
  return context.config.selfServicePlans ? createLocalBilling(context) : givenPlans;
}
