/** Routes for billing: a workspace's subscription, and the pages where its admins change it. */
import { json } from '../../shared/http/answer.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { compile } from '../../shared/validate.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { invalid, requireJson } from '../api/errors.ts';
import { showPlan } from '../workspaces/plans.ts';
import { getWorkspace } from '../workspaces/queries.ts';
import type { Billing } from './core/billing.ts';
import { getAccount } from './core/queries.ts';
import * as schema from './schema.ts';

const group = 'Billing';

export const billingRoutes = (context: Context, billing: Billing): DescribedRoute[] => [
  show(context),
  checkout(context, billing),
  portal(context, billing),
];

const show = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/billing',
    id: 'getBilling',
    summary: 'Get the plan and its payment',
    description:
      'After a failed payment the status is `past_due` and the plan stays for a few days. A plan set by the ' +
      'operator has the status `none`.',
    group,
    role: 'admin',
    answers: {
      200: {
        description: 'The plan and its payment status.',
        schema: schema.Billing,
      },
    },
    async handle({ auth: { workspaceId } }) {
      const [{ plan }, account] = await Promise.all([
        getWorkspace(context.db, workspaceId),
        getAccount(context.db, workspaceId),
      ]);
      const { interval, status, currentPeriodEnd, cancelAtPeriodEnd } = account;
      return json(200, {
        plan: showPlan(plan).plan,
        interval,
        status,
        currentPeriodEnd: currentPeriodEnd?.toISOString() ?? null,
        cancelAtPeriodEnd,
      });
    },
  });

const checkout = (context: Context, billing: Billing) =>
  endpoint(context, {
    method: 'POST',
    path: '/billing/checkout',
    id: 'startCheckout',
    summary: 'Start a hosted payment checkout',
    description:
      'Send the browser to `url`. A workspace with a subscription gets the page to change it; requesting the ' +
      'plan it already pays for is a `conflict`. It is `forbidden` if the operator sets the plans.',
    group,
    role: 'admin',
    body: schema.CheckoutInput,
    answers: { 200: { description: 'The URL of the payment page.', schema: schema.BillingPage } },
    errors: ['conflict'],
    handle: async ({ auth, body: { plan, interval = 'month' } }) =>
      json(200, { url: await billing.checkoutUrl(auth, { plan, interval }) }),
  });

const portal = (context: Context, billing: Billing) =>
  endpoint(context, {
    method: 'POST',
    path: '/billing/portal',
    id: 'openPortal',
    summary: 'Open the hosted customer portal',
    description:
      'Send the browser to `url`. The request has no body. It is `forbidden` if the operator sets the plans.',
    group,
    role: 'admin',
    answers: {
      200: { description: 'The URL of the portal.', schema: schema.BillingPage },
    },
    errors: ['validation_failed'],
    async handle({ auth, request }) {
      refuseContent(request);
      return json(200, { url: await billing.portalUrl(auth) });
    },
  });

const checkPortal = compile(schema.PortalInput);

/** Requires that the body is missing or an empty object. */
function refuseContent({ body }: HttpRequest): void {
  if (body.length === 0) return;
  const checked = checkPortal(requireJson(body), false);
  if (!checked.ok) throw invalid(...(checked.issues as [(typeof checked.issues)[0]]));
}
