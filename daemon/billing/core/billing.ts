/**
 * What the service asks of billing, whoever takes the payment: Stripe when STRIPE_SECRET_KEY is set, otherwise nobody.
 * Then the operator gives plans, or with SELF_SERVICE_PLANS admins switch them on a page of ours.
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
  /** Where an admin gets the plan chosen. @throws `forbidden`, `validation_failed`, `conflict`, `unavailable` */
  checkoutUrl(auth: Auth, choice: PlanChoice): Promise<string>;
  /** Where an admin manages what they have. @throws `forbidden`, `unavailable` */
  portalUrl(auth: Auth): Promise<string>;
  /** Pages for people and what the payment service calls; no part of the published API. */
  routes: HttpRoute[];
};

/** The address people come back to when the payment service is done with them. */
export const returnUrl = ({ billingReturnUrl, baseUrl }: Config) => billingReturnUrl || `${baseUrl}/billing/done`;
