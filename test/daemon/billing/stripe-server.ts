/** The part of Stripe that the service uses, in memory: customers, subscriptions, checkouts, portals, events. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import qs from 'qs';
import Stripe from 'stripe';
import type { Test } from 'tap';
import { type Answered, addWorkspace, caller, type Daemon, type Json, startDaemon } from '../../fixtures/daemon.ts';

const webhookSecret = 'whsec_of_the_tests';

export const stripeSettings = {
  STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_PRICE_PRO_MONTH: 'price_pro_month',
  STRIPE_PRICE_PRO_YEAR: 'price_pro_year',
  STRIPE_PRICE_TEAM_MONTH: 'price_team_month',
  STRIPE_PRICE_SCALE_YEAR: 'price_scale_year',
};

type Asked = { method: string; path: string; params: Json; headers: IncomingMessage['headers'] };
type Session = { id: string; customer: string; status: 'open' | 'expired'; url: string };

let made = 0;
const newId = (of: string) => `${of}_test${++made}`;

/** A subscription in Stripe's format. `periodEnd` is in seconds since 1970. */
export function subscription(
  price: string,
  { status = 'active', periodEnd = 1_900_000_000, ...more }: Json = {},
): Json {
  const interval = price.endsWith('year') ? 'year' : 'month';
  return {
    id: newId('sub'),
    object: 'subscription',
    status,
    created: ++made,
    cancel_at: null,
    cancel_at_period_end: false,
    cancellation_details: { comment: null, feedback: null, reason: null },
    items: {
      object: 'list',
      data: [{ id: newId('si'), current_period_end: periodEnd, price: { id: price, recurring: { interval } } }],
    },
    ...more,
  };
}

export type StripeServer = Awaited<ReturnType<typeof startStripe>>;

async function startStripe(t: Pick<Test, 'teardown'>) {
  const sessions: Session[] = [];
  const customersByKey = new Map<string, string>();
  const stripe = {
    asked: [] as Asked[],
    customers: new Set<string>(),
    subscriptions: new Map<string, Json[]>(),
    sessions,
    /** Answers 500 to everything. */
    isDown: false,
    /** Refuses portals that open a change directly. */
    refusesFlows: false,
    /** Computes the next list of subscriptions at once, but sends it when the returned function is called. */
    holdNextList: undefined as Promise<void> | undefined,
    onList: undefined as (() => void) | undefined,
  };

  const fault = (status: number, error: Json) => ({ status, body: { error } });
  const missing = (customer: string) =>
    fault(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'customer',
      message: `No such customer: '${customer}'`,
    });

  async function answer({ method, path, params, headers }: Asked): Promise<{ status: number; body: Json }> {
    const { customer } = params;
    if (customer !== undefined && !stripe.customers.has(customer)) return missing(customer);
    switch (`${method} ${path.replace(/(cs|sub)_test\d+/, '{id}')}`) {
      case 'POST /v1/customers': {
        const key = String(headers['idempotency-key']);
        const id = customersByKey.get(key) ?? newId('cus');
        customersByKey.set(key, id);
        stripe.customers.add(id);
        return { status: 200, body: { id, object: 'customer' } };
      }
      case 'GET /v1/subscriptions': {
        const body = {
          object: 'list',
          has_more: false,
          data: structuredClone(stripe.subscriptions.get(customer) ?? []),
        };
        const held = stripe.holdNextList;
        stripe.holdNextList = undefined;
        stripe.onList?.();
        await held;
        return { status: 200, body };
      }
      case 'POST /v1/checkout/sessions': {
        const id = newId('cs');
        const session: Session = { id, customer, status: 'open', url: `https://checkout.stripe.test/${id}` };
        sessions.push(session);
        return { status: 200, body: { ...session, object: 'checkout.session' } };
      }
      case 'GET /v1/checkout/sessions': {
        const data = sessions.filter((one) => one.customer === customer && one.status === params.status);
        return { status: 200, body: { object: 'list', has_more: false, data } };
      }
      case 'POST /v1/checkout/sessions/{id}/expire': {
        const session = sessions.find(({ id }) => path.includes(id));
        if (session) session.status = 'expired';
        return { status: 200, body: session };
      }
      case 'DELETE /v1/subscriptions/{id}': {
        const found = [...stripe.subscriptions.values()].flat().find(({ id }) => path.endsWith(id));
        if (!found) return fault(404, { type: 'invalid_request_error', code: 'resource_missing', param: 'id' });
        found.status = 'canceled';
        return { status: 200, body: found };
      }
      case 'POST /v1/billing_portal/sessions': {
        if (stripe.refusesFlows && params.flow_data) {
          return fault(400, { type: 'invalid_request_error', message: 'This feature is disabled' });
        }
        const url = `https://billing.stripe.test/${newId('bps')}`;
        return { status: 200, body: { object: 'billing_portal.session', url } };
      }
      default:
        return fault(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path})` });
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const asked = { method: request.method ?? '', path, params: qs.parse(text || query), headers: request.headers };
    stripe.asked.push(asked);
    const { status, body } = stripe.isDown ? fault(500, { type: 'api_error', message: 'down' }) : await answer(asked);
    response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' });
    response.end(JSON.stringify(body));
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(stripe, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** The service with Stripe as its payment service. */
export async function startWithStripe(t: Pick<Test, 'teardown'>, env: Record<string, string> = {}) {
  const stripe = await startStripe(t);
  const settings = {
    ...stripeSettings,
    STRIPE_API_BASE: stripe.url,
    BASE_URL: 'https://links.waypost.test/api',
    SIGNUP: 'open',
    ...env,
  };
  return { stripe, daemon: await startDaemon(t, { env: settings }) };
}

/** Adds a workspace that Stripe knows as a customer without a subscription. */
export async function addCustomer({ stripe, daemon }: { stripe: StripeServer; daemon: Daemon }) {
  const workspace = await addWorkspace(daemon.context.db, 'free');
  const call = caller(daemon, workspace.key);
  const before = new Set(stripe.customers);
  await call('POST', '/billing/portal');
  const customer = [...stripe.customers].find((id) => !before.has(id)) as string;
  const have = (...subscriptions: Json[]) => void stripe.subscriptions.set(customer, subscriptions);
  return { ...workspace, call, customer, have };
}

/** An event in Stripe's format; its object contains only the customer. */
export const event = (type: string, customer: string, id = newId('evt')) =>
  JSON.stringify({ id, object: 'event', type, created: ++made, data: { object: { customer } } });

const { webhooks } = new Stripe('sk_test_unused');

export const sign = (payload: string, more: { secret?: string; timestamp?: number } = {}) =>
  webhooks.generateTestHeaderString({ payload, secret: webhookSecret, ...more });

/** Sends an event to the webhook, by default with Stripe's signature. */
export const send = (
  daemon: Pick<Daemon, 'origin'>,
  payload: string,
  signature: string = sign(payload),
): Promise<Answered> =>
  caller(daemon, undefined)('POST', '/billing/webhook', payload, { 'stripe-signature': signature });
