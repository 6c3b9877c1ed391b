/** Billing where nobody pays and the operator gives plans (`waypost links plan`): there is nothing to check out. */
import { forbidden } from '../api/errors.ts';
import type { Billing } from './core/billing.ts';

const refuse = async (): Promise<never> => {
  throw forbidden('plans are given by who runs this installation');
};

export const givenPlans: Billing = { checkoutUrl: refuse, portalUrl: refuse, routes: [] };
