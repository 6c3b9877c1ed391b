/**
 * The interface to billing, for any provider. Stripe is used if STRIPE_SECRET_KEY is set. Without a provider the
 * operator sets plans or, with SELF_SERVICE_PLANS, admins switch plans on one of Waypost's pages.
 */
import type { Config, OfferedPlan } from '../../../shared/config/config.ts';
import type { HttpRoute } from '../../../shared/http/route.ts';
import type { Auth } from '../../identity/auth.ts';

export type PaidPlan = Exclude<OfferedPlan, 'free'>;
export type Interval = 'month' | 'year';
export type Status = (typeof statuses)[number];

export const paidPlans = ['pro', 'team', 'scale'] as const satisfies PaidPlan[];
export const statuses = ['none', 'active', 'past_due', 'canceled'] as const;
export const intervals = ['month', 'year'] as const satisfies Interval[];

export type PlanChoice = { plan: PaidPlan; interval: Interval };

export type Billing = {
  /**
   * Returns the URL where an admin buys the chosen plan. @throws `forbidden`, `validation_failed`, `conflict`,
   * `unavailable`
   */
  checkoutUrl(auth: Auth, choice: PlanChoice): Promise<string>;
  /** Returns the URL where an admin manages the subscription. @throws `forbidden`, `unavailable` */
  portalUrl(auth: Auth): Promise<string>;
  /** Pages for browsers, and callbacks for the payment service. They are not part of the published API. */
  routes: HttpRoute[];
};

/** Returns the URL to which the payment service sends users back. */
export const returnUrl = ({ billingReturnUrl, baseUrl }: Config) => billingReturnUrl || `${baseUrl}/billing/done`;
