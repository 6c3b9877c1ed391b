/** Bodies for billing. */
import Type from 'typebox';
import { no, Plan, text } from '../api/schemas.ts';
import { WorkspaceLimits } from '../workspaces/schema.ts';
import { intervals, paidPlans, statuses } from './core/billing.ts';

const closed = { additionalProperties: false };

export const Billing = Type.Object({
  plan: Plan,
  interval: Type.Unsafe<string | null>({ type: ['string', 'null'], enum: [...intervals, null] }),
  status: Type.Enum(statuses, { examples: ['active'] }),
  currentPeriodEnd: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
  cancelAtPeriodEnd: no(),
});

export const CheckoutInput = Type.Object(
  { plan: Type.Enum(paidPlans), interval: Type.Optional(Type.Enum(intervals, { default: 'month' })) },
  closed,
);
export const PortalInput = Type.Object({}, closed);

export const BillingPage = Type.Object({
  url: text('https://billing.example.com/session/5ZkQ8sVw2LrTq0Yp', 'where to send the browser'),
});

export const PlanDescription = Type.Object(
  {
    plan: Plan,
    limits: WorkspaceLimits,
    features: Type.Array(text('geo'), {
      description: 'Features of the plan, by their names in `feature_not_in_plan`.',
    }),
  },
  closed,
);
export const PlanList = Type.Object(
  {
    plans: Type.Array(PlanDescription),
    changedBy: Type.Enum(['payment', 'admin', 'operator'], {
      description: "Who changes a workspace's plan: a payment, an admin, or the operator.",
    }),
  },
  closed,
);
