/** The choice of billing: Stripe if its key is set, otherwise plans set by admins or by the operator. */
import type { Context } from '../api/context.ts';
import { forbidden } from '../api/errors.ts';
import type { Auth } from '../identity/auth.ts';
import type { Billing } from './core/billing.ts';
import { createLocalBilling } from './local/pages.ts';
import { createStripeBilling } from './stripe/stripe-billing.ts';

/** Creates the billing that the settings choose. @throws ConfigError if Stripe is only partly configured */
export function createBilling(context: Context): Billing {
  const billing = choose(context);
  return {
    ...billing,
    checkoutUrl: async (auth, choice) => billing.checkoutUrl(refuseUnlimited(auth), choice),
    portalUrl: async (auth) => billing.portalUrl(refuseUnlimited(auth)),
  };
}

/** Refuses a workspace without limits, because a purchase would add limits. @throws `forbidden` */
function refuseUnlimited(auth: Auth): Auth {
  if (auth.plan === 'unlimited') throw forbidden('This workspace has no limits. No payment is needed.');
  return auth;
}

function choose(context: Context): Billing {
  if (context.config.stripe.secretKey !== '') return createStripeBilling(context);
  return context.config.selfServicePlans ? createLocalBilling(context) : operatorBilling;
}

const refuse = async (): Promise<never> => {
  throw forbidden('The operator sets plans here. Ask them to change yours.');
};

/** Billing without a checkout: the operator sets plans with `waypost links plan`. */
const operatorBilling: Billing = { checkoutUrl: refuse, portalUrl: refuse, routes: [] };
