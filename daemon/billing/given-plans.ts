/** Billing without payment, where the operator sets plans (`waypost links plan`): there is no checkout. */
import { forbidden } from '../api/errors.ts';
import type { Billing } from './core/billing.ts';

const refuse = async (): Promise<never> => {
  throw forbidden('The operator sets plans here. Ask them to change yours.');
};

export const givenPlans: Billing = { checkoutUrl: refuse, portalUrl: refuse, routes: [] };
