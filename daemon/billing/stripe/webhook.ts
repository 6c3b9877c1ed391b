/**
 * The route for Stripe's events, whose signature proves the sender. Only the customer in an event is used. The
 * subscriptions are fetched again, so events can arrive in any order, late, twice or not at all.
 */
import { ApiError } from '../../../shared/errors.ts';
import { json } from '../../../shared/http/answer.ts';
import type { HttpRequest, HttpRoute } from '../../../shared/http/route.ts';
import type { Context } from '../../api/context.ts';
import { invalid } from '../../api/errors.ts';
import { findWorkspaceOfCustomer, hasEvent } from '../core/queries.ts';
import { isForged, type Stripe } from './client.ts';
import type { Prices } from './prices.ts';
import { reconcile } from './reconcile.ts';

/** Events that can change a subscription's state. */
const followedEvents = [
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.updated',
  'invoice.paid',
  'invoice.payment_failed',
] as const;

export const webhookRoute = (context: Context, open: () => Promise<Stripe>, prices: Prices): HttpRoute => ({
  method: 'POST',
  path: '/api/billing/webhook',
  async handle(request) {
    const { config, db, log, limits, announceChanges } = context;
    await limits.spendAddress(request);
    const stripe = await open();
    const { id, type, customer } = readEvent(stripe, config.stripe.webhookSecret, request);
    const isFollowed = (followedEvents as readonly string[]).includes(type);
    const workspaceId = isFollowed && customer ? await findWorkspaceOfCustomer(db, customer) : undefined;
    if (workspaceId !== undefined && !(await hasEvent(db, id))) {
      const { planChanged } = await reconcile({ db, config, log, stripe, prices }, workspaceId, id);
      if (planChanged) announceChanges();
    }
    return json(200, { received: true });
  },
});

type Event = { id: string; type: string; customer: string | undefined };

/**
 * Parses a signed event. @throws `unauthorized` if Stripe did not recently sign the request, `validation_failed` if
 * it is not an event
 */
function readEvent(stripe: Stripe, secret: string, { body, headers }: HttpRequest): Event {
  let event: unknown;
  try {
    event = stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret);
  } catch (error) {
    if (!isForged(error)) throw invalid({ field: '', message: 'is not an event' });
    throw new ApiError('unauthorized', 'The signature is missing, wrong or expired.', {
      headers: { 'WWW-Authenticate': 'Stripe-Signature' },
    });
  }
  const { id, type, data } = (event ?? {}) as {
    id?: unknown;
    type?: unknown;
    data?: { object?: { customer?: unknown } };
  };
  if (typeof id !== 'string' || typeof type !== 'string') throw invalid({ field: '', message: 'is not an event' });
  return { id, type, customer: idOf(data?.object?.customer) };
}

/** Returns the id of a customer, which Stripe sends as a text or as an object. */
function idOf(customer: unknown): string | undefined {
  const id = typeof customer === 'object' ? (customer as { id?: unknown } | null)?.id : customer;
  return typeof id === 'string' ? id : undefined;
}
