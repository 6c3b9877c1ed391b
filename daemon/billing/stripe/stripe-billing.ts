/** Billing by Stripe: its hosted checkout and customer portal, and its events. */
import { htmlAnswer, paragraph } from '../../../shared/pages/html.ts';
import type { Context } from '../../api/context.ts';
import { conflict, invalid } from '../../api/errors.ts';
import { pageRoute } from '../../api/page-route.ts';
import { type Billing, type PlanChoice, returnUrl } from '../core/billing.ts';
import { callStripe, createStripe, isMissingCustomer, isRefusal, type Stripe } from './client.ts';
import { withCustomer } from './customer.ts';
import { endOpenCheckouts } from './end-subscriptions.ts';
import { type Prices, readPrices } from './prices.ts';
import { reconcile } from './reconcile.ts';
import { isEnding, itemOf } from './subscription.ts';
import { webhookRoute } from './webhook.ts';

type Subscription = Stripe.Subscription;

/** Creates the billing by Stripe. @throws ConfigError for invalid settings */
export function createStripeBilling(context: Context): Billing {
  const { config, db, log } = context;
  const open = createStripe(config);
  const prices = readPrices(config);
  const back = returnUrl(config);

  return {
    async checkoutUrl({ workspaceId, workspacePublicId }, choice) {
      const price = requirePrice(prices, choice);
      const stripe = await open();
      return withCustomer(db, stripe, workspaceId, async (customer) => {
        // The subscription is fetched from Stripe, because the event of a completed checkout may not have arrived yet.
        const { live, planChanged } = await reconcile({ db, config, log, stripe, prices }, workspaceId);
        if (planChanged) context.announceChanges();
        if (live)
          return changeUrl(context, stripe, customer, {
            subscription: live,
            newItem: changeTo(live, choice, price, prices),
            back,
          });
        // Only the last of several open checkouts can be paid.
        await endOpenCheckouts(stripe, customer);
        return startCheckout(stripe, customer, price, { workspaceId: workspacePublicId, back });
      });
    },
    async portalUrl({ workspaceId }) {
      const stripe = await open();
      return withCustomer(db, stripe, workspaceId, (customer) => openPortal(stripe, { customer, return_url: back }));
    },
    routes: [webhookRoute(context, open, prices), donePage(context)],
  };
}

function requirePrice(prices: Prices, choice: PlanChoice): string {
  const price = prices.idOf(choice);
  if (price) return price;
  const other = prices.idOf({ ...choice, interval: choice.interval === 'month' ? 'year' : 'month' });
  if (!other) throw invalid({ field: 'plan', message: 'is not offered here' });
  throw invalid({ field: 'interval', message: `is not offered for the plan ${choice.plan}` });
}

async function startCheckout(
  stripe: Stripe,
  customer: string,
  price: string,
  { workspaceId, back }: { workspaceId: string; back: string },
) {
  const { url } = await callStripe(() =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      client_reference_id: workspaceId,
      line_items: [{ price, quantity: 1 }],
      subscription_data: { metadata: { workspaceId } },
      success_url: back,
      cancel_url: back,
    }),
  );
  return url as string;
}

type NewItem = { id: string; price: string; quantity: number };

/**
 * Returns the item that replaces the current one. Returns `undefined` if the customer must use the portal: after a
 * failed payment, for undoing a cancellation, or with a price that is not configured. @throws `conflict` if the
 * workspace already has this plan
 */
function changeTo(live: Subscription, choice: PlanChoice, price: string, prices: Prices): NewItem | undefined {
  const { item, choice: current } = itemOf(live, prices);
  const isPaid = live.status === 'active' || live.status === 'trialing';
  if (!item || !current || !isPaid) return undefined;
  if (item.price.id !== price) return { id: item.id, price, quantity: 1 };
  if (isEnding(live)) return undefined;
  throw conflict(`The workspace already has the ${choice.plan} plan, billed per ${choice.interval}.`);
}

/** Returns the URL where the customer changes the subscription. A second subscription would be charged in addition. */
async function changeUrl(
  { log }: Context,
  stripe: Stripe,
  customer: string,
  {
    subscription: { id: subscription },
    newItem,
    back,
  }: { subscription: Subscription; newItem: NewItem | undefined; back: string },
): Promise<string> {
  const portal = { customer, return_url: back };
  if (!newItem) return openPortal(stripe, portal);
  try {
    return await openPortal(stripe, {
      ...portal,
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: { subscription, items: [newItem] },
        after_completion: { type: 'redirect', redirect: { return_url: back } },
      },
    });
  } catch (error) {
    if (!isRefusal(error) || isMissingCustomer(error)) throw error;
    log.warn({ err: error }, "Stripe's portal does not allow plan changes; customers are sent to its home page");
    return openPortal(stripe, portal);
  }
}

async function openPortal(stripe: Stripe, params: Stripe.BillingPortal.SessionCreateParams): Promise<string> {
  const { url } = await callStripe(() => stripe.billingPortal.sessions.create(params));
  return url;
}

/** Creates the page to which users return if no other URL is set. */
const donePage = (context: Context) =>
  pageRoute(context, 'GET', '/api/billing/done', () =>
    htmlAnswer(
      200,
      'Back from billing',
      paragraph('Your changes apply as soon as the payment is confirmed, usually at once. You can close this page.'),
    ),
  );
