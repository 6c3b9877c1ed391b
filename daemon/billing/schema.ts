/** The bodies of billing. */
import Type from 'typebox';
import { Plan } from '../api/schemas.ts';
import { intervals, paidPlans, statuses } from './billing.ts';

const closed = { additionalProperties: false };

export const Billing = Type.Object({
  plan: Plan,
  interval: Type.Unsafe<string | null>({ type: ['string', 'null'], enum: [...intervals, null] }),
  status: Type.Enum(statuses),
  currentPeriodEnd: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
  cancelAtPeriodEnd: Type.Boolean(),
});

export const CheckoutInput = Type.Object(
  { plan: Type.Enum(paidPlans), interval: Type.Optional(Type.Enum(intervals, { default: 'month' })) },
  closed,
);
export const PortalInput = Type.Object({}, closed);

export const BillingPage = Type.Object({ url: Type.String({ description: 'where to send the browser' }) });
