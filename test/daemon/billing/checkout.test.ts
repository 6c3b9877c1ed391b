/** Payment with Stripe: the URLs of checkout and portal, their users, and Stripe's failures. */
import { createBilling } from '../../../daemon/billing/create-billing.ts';
import { insertApiKey } from '../../../daemon/keys/queries.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { ConfigError } from '../../../shared/errors.ts';
import { makeMember, signUp } from '../../fixtures/accounts.ts';
import { type Answered, addWorkspace, caller } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';
import { addCustomer, startWithStripe, stripeSettings, subscription } from './stripe-server.ts';

const world = await startWithStripe(t, { PLANS_FREE_REQUESTS_PER_MINUTE: '100000' });
const { stripe, daemon } = world;
const { db } = daemon.context;
const done = 'https://links.waypost.test/api/billing/done';

const code = ({ status, json }: Answered) => [status, json.error.code];
const askedOf = (method: string, path: string, customer?: string) =>
  stripe.asked.filter(
    (one) => one.method === method && one.path === path && (!customer || one.params.customer === customer),
  );

t.test('billing shows no subscription for a workspace that never paid', async (t) => {
  const workspace = await addWorkspace(db, 'team');
  const { status, json } = await caller(daemon, workspace.key)('GET', '/billing');
  t.equal(status, 200);
  t.same(json, { plan: 'team', interval: null, status: 'none', currentPeriodEnd: null, cancelAtPeriodEnd: false });
});

t.test("a checkout opens at Stripe, for the requested price and the workspace's customer", async (t) => {
  const workspace = await addWorkspace(db, 'free');
  const call = caller(daemon, workspace.key);
  const { status, json, headers } = await call('POST', '/billing/checkout', { plan: 'pro' });
  t.equal(status, 200);
  t.same(json, { url: stripe.sessions.at(-1)?.url });
  t.equal(headers.get('cache-control'), 'no-store');
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', workspace.userId)
    .executeTakeFirstOrThrow();
  const customer = askedOf('POST', '/v1/customers').at(-1);
  t.same(customer?.params, { name: 'Workspace', email, metadata: { workspaceId: workspace.publicId } });
  const checkout = askedOf('POST', '/v1/checkout/sessions').at(-1);
  t.equal(checkout?.headers.authorization, `Bearer ${stripeSettings.STRIPE_SECRET_KEY}`);
  t.same(checkout?.params, {
    mode: 'subscription',
    customer: stripe.sessions.at(-1)?.customer,
    client_reference_id: workspace.publicId,
    line_items: [{ price: 'price_pro_month', quantity: '1' }],
    subscription_data: { metadata: { workspaceId: workspace.publicId } },
    success_url: done,
    cancel_url: done,
  });
  await call('POST', '/billing/checkout', { plan: 'pro', interval: 'year' });
  t.same(askedOf('POST', '/v1/checkout/sessions').at(-1)?.params.line_items, [
    { price: 'price_pro_year', quantity: '1' },
  ]);
  const sessions = stripe.sessions.filter((one) => one.customer === checkout?.params.customer);
  t.same(
    sessions.map((session) => session.status),
    ['expired', 'open'],
    'only the last can be paid',
  );
  t.match((await call('GET', '/billing')).json, { plan: 'free', status: 'none' }, 'nothing changes before the payment');
});

t.test('concurrent checkouts create one customer', async (t) => {
  const workspace = await addWorkspace(db, 'free');
  const call = caller(daemon, workspace.key);
  const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/billing/checkout', { plan: 'team' })));
  t.same(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  const customers = stripe.sessions.slice(-3).map(({ customer }) => customer);
  t.equal(new Set(customers).size, 1);
});

t.test("the portal opens for the workspace's customer, even if the customer never paid", async (t) => {
  const { call, customer } = await addCustomer(world);
  const { status, json } = await call('POST', '/billing/portal', {});
  t.equal(status, 200);
  t.same(Object.keys(json), ['url']);
  t.match(json.url, /^https:\/\/billing\.stripe\.test\//);
  t.same(askedOf('POST', '/v1/billing_portal/sessions').at(-1)?.params, { customer, return_url: done });
  const back = await fetch(`${daemon.origin}/api/billing/done`);
  t.equal(back.status, 200);
  t.match(await back.text(), /<h1>Back from billing<\/h1>/);
});

t.test("a workspace's subscription is changed in a checkout, and a second subscription is never started", async (t) => {
  const { call, customer, have } = await addCustomer(world);
  const pro = subscription('price_pro_month');
  have(pro);
  const change = async (body: unknown) => {
    const answer = await call('POST', '/billing/checkout', body);
    return { ...answer, portal: askedOf('POST', '/v1/billing_portal/sessions', customer).at(-1)?.params };
  };
  const { json, portal } = await change({ plan: 'team' });
  t.match(json.url, /^https:\/\/billing\.stripe\.test\//);
  t.same(portal, {
    customer,
    return_url: done,
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: {
        subscription: pro.id,
        items: [{ id: pro.items.data[0].id, price: 'price_team_month', quantity: '1' }],
      },
      after_completion: { type: 'redirect', redirect: { return_url: done } },
    },
  });
  t.same(code(await change({ plan: 'pro' })), [409, 'conflict'], 'an already paid plan');
  t.ok((await change({ plan: 'pro', interval: 'year' })).portal.flow_data, 'another interval is a change');
  t.same(askedOf('POST', '/v1/checkout/sessions', customer), []);

  stripe.refusesFlows = true;
  t.same((await change({ plan: 'team' })).portal, { customer, return_url: done }, 'the front page instead');
  stripe.refusesFlows = false;
  have({ ...pro, cancel_at_period_end: true });
  t.same((await change({ plan: 'pro' })).portal, { customer, return_url: done }, 'to take a cancellation back');
  have({ ...pro, status: 'past_due' });
  t.same((await change({ plan: 'team' })).portal, { customer, return_url: done }, 'a debt comes first');
  have({ ...pro, status: 'canceled' });
  t.match((await call('POST', '/billing/checkout', { plan: 'pro' })).json.url, /^https:\/\/checkout\.stripe\.test\//);
});

t.test('a new checkout request notices a payment whose event never arrived', async (t) => {
  const { call, have } = await addCustomer(world);
  have(subscription('price_scale_year'));
  t.same(code(await call('POST', '/billing/checkout', { plan: 'scale', interval: 'year' })), [409, 'conflict']);
  t.match((await call('GET', '/billing')).json, { plan: 'scale', status: 'active' });
});

t.test('a customer that no longer exists at Stripe is created again, and the paid plan ends', async (t) => {
  const { call, customer, have } = await addCustomer(world);
  have(subscription('price_team_month'));
  await call('POST', '/billing/checkout', { plan: 'pro' });
  t.match((await call('GET', '/billing')).json, { plan: 'team', status: 'active' });
  stripe.customers.delete(customer);
  t.match((await call('POST', '/billing/checkout', { plan: 'pro' })).json.url, /^https:\/\/checkout\.stripe\.test\//);
  t.not(stripe.sessions.at(-1)?.customer, customer);
  t.same((await call('GET', '/billing')).json, {
    plan: 'free',
    interval: null,
    status: 'none',
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
  });
});

t.test('the error for an invalid request names the field', async (t) => {
  const { call } = await addCustomer(world);
  for (const [body, field] of [
    [{}, 'plan'],
    [{ plan: 'free' }, 'plan'],
    [{ plan: 'pro', interval: 'week' }, 'interval'],
    [{ plan: 'pro', coupon: 'x' }, 'coupon'],
    [{ plan: 'team', interval: 'year' }, 'interval'],
    ['{', ''],
  ] as const) {
    const answer = await call('POST', '/billing/checkout', body);
    t.same(code(answer), [422, 'validation_failed'], JSON.stringify(body));
    t.equal(answer.json.error.details.field, field);
  }
  t.same(code(await call('POST', '/billing/portal', { plan: 'pro' })), [422, 'validation_failed']);
  t.same(code(await call('POST', '/billing/portal', '{')), [422, 'validation_failed']);
  t.same(code(await call('DELETE', '/billing')), [405, 'method_not_allowed']);
  const { json } = await call('POST', '/billing/checkout', { plan: 'team', interval: 'year' });
  t.equal(json.error.message, 'interval is not offered for the plan team');
});

t.test('only admins can use billing, with a key or a session', async (t) => {
  const workspace = await addWorkspace(db, 'team');
  for (const role of ['viewer', 'member', 'admin'] as const) {
    const { id: workspaceId, userId: createdBy } = workspace;
    const { key } = await insertApiKey(db, { workspaceId, createdBy, role, name: role }, new Date());
    const person = await signUp(daemon);
    await makeMember(db, person, workspaceId, role);
    for (const token of [key, person.token]) {
      for (const [method, at, body] of [
        ['GET', '/billing', undefined],
        ['POST', '/billing/checkout', { plan: 'pro' }],
        ['POST', '/billing/portal', undefined],
      ] as const) {
        const answer = await caller(daemon, token)(method, at, body, { 'x-workspace-id': workspace.publicId });
        if (role === 'admin') t.equal(answer.status, 200, `${role} ${method} ${at}`);
        else t.same(code(answer), [403, 'forbidden'], `${role} ${method} ${at}`);
      }
    }
  }
  for (const at of ['/billing', '/billing/checkout', '/billing/portal']) {
    t.same(code(await caller(daemon, undefined)(at === '/billing' ? 'GET' : 'POST', at)), [401, 'unauthorized']);
  }
});

t.test('while Stripe is down, checkout and portal are unavailable and everything else works', async (t) => {
  const { call } = await addCustomer(world);
  stripe.isDown = true;
  t.teardown(() => {
    stripe.isDown = false;
  });
  for (const [at, body] of [
    ['/billing/checkout', { plan: 'pro' }],
    ['/billing/portal', undefined],
  ] as const) {
    const answer = await call('POST', at, body);
    t.equal(answer.status, 503);
    t.same(answer.json, {
      error: { code: 'unavailable', message: 'The payment service does not answer. Try again shortly.' },
    });
    t.equal(answer.headers.get('retry-after'), '5');
  }
  t.equal((await call('GET', '/billing')).status, 200);
});

t.test('invalid settings for Stripe are reported at the start', async (t) => {
  const create = (env: Record<string, string>) =>
    createBilling({ ...daemon.context, config: readConfig({ ...stripeSettings, ...env }) });
  t.ok(create({}));
  const noPrices = Object.fromEntries(
    Object.keys(stripeSettings)
      .filter((name) => name.startsWith('STRIPE_PRICE'))
      .map((name) => [name, '']),
  );
  for (const [env, received] of [
    [{ STRIPE_WEBHOOK_SECRET: '' }, /STRIPE_WEBHOOK_SECRET/],
    [{ STRIPE_API_BASE: 'nowhere' }, /STRIPE_API_BASE/],
    [noPrices, /STRIPE_PRICE_PRO_MONTH/],
    [{ STRIPE_PRICE_PRO_YEAR: 'price_pro_month' }, /STRIPE_PRICE_PRO_MONTH and STRIPE_PRICE_PRO_YEAR/],
  ] as const) {
    try {
      create(env);
      t.fail(`it started with ${JSON.stringify(env)}`);
    } catch (error) {
      t.ok(error instanceof ConfigError);
      t.match((error as Error).message, received);
    }
  }
});
