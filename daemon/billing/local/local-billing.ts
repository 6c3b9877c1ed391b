/** Billing without a payment service: links to a page on which an admin switches the plan for free. */

import type { Context } from '../../api/context.ts';
import type { Auth } from '../../identity/auth.ts';
import type { Billing, PlanChoice } from '../core/billing.ts';
import { pagePath, pageRoutes } from './pages.ts';
import { insertPageLink } from './queries.ts';

const linkHoldsMs = 3_600_000;

export function createLocalBilling(context: Context): Billing {
  const linkTo = async (auth: Auth, choice?: PlanChoice) => {
    const token = await insertPageLink(context.db, auth, choice, new Date(Date.now() + linkHoldsMs));
    return `${context.config.baseUrl}${pagePath}?token=${token}`;
  };
  return { checkoutUrl: linkTo, portalUrl: (auth) => linkTo(auth), routes: pageRoutes(context) };
}
