/** Plan and status follow the subscription, whether its events arrive once, repeatedly, late, out of order, concurrently or never. */

import { endGraces } from '../../../daemon/billing/end-graces.ts';
import { createStripe } from '../../../daemon/billing/stripe/client.ts';
import { readPrices } from '../../../daemon/billing/stripe/prices.ts';
import { refreshSubscriptions } from '../../../daemon/billing/stripe/refresh-subscriptions.ts';
import { updatePlan } from '../../../daemon/workspaces/queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { type Answered, type Call, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';
import { addCustomer, event, send, sign, startWithStripe, subscription } from './stripe-server.ts';

const world = await startWithStripe(t, { PLANS_FREE_REQUESTS_PER_MINUTE: '100000', PLANS_FREE_LINKS_PER_MONTH: '1' });
const { stripe, daemon } = world;
const { db } = daemon.context;

const code = ({ status, json }: Answered) => [status, json.error.code];
const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);
const periodEnd = 1_900_000_000;
const paidUntil = new Date(periodEnd * 1_000).toISOString();
const updated = 'customer.subscription.updated';

type Customer = Awaited<ReturnType<typeof addCustomer>>;

/** Waits until requests count by the new plan, which shows that this process knows it. */
const hasBudget = (call: Call, perMinute: string) =>
  until(async () => (await call('GET', '/tags')).headers.get('x-ratelimit-limit') === perMinute);

/** A workspace's plan changes in the audit log, oldest first. */
const planChanges = async ({ id }: Pick<Customer, 'id'>) =>
  (
    await db
      .selectFrom('audit_entries')
      .where('workspace_id', '=', id)
      .where('action', '=', 'workspace.plan')
      .select(['actor', 'details'])
      .orderBy('id')
      .execute()
  ).map(({ actor, details }) => ({ actor, ...JSON.parse(details as string) }));

const mailsTo = async ({ userId }: Pick<Customer, 'userId'>) =>
  db
    .selectFrom('mails')
    .innerJoin('users', 'users.email', 'mails.recipient')
    .where('users.id', '=', userId)
    .select(['kind', 'data'])
    .execute();

t.test(
  'a paid checkout gives the workspace the plan and its limits, immediately on the process that got the event',
  async (t) => {
    const { id, call, customer, have } = await addCustomer(world);
    have(subscription('price_team_month'));
    const { status, json } = await send(daemon, event('checkout.session.completed', customer));
    t.equal(status, 200);
    t.same(json, { received: true });
    t.same((await call('GET', '/billing')).json, {
      plan: 'team',
      interval: 'month',
      status: 'active',
      currentPeriodEnd: paidUntil,
      cancelAtPeriodEnd: false,
    });
    t.match((await call('GET', '/workspace')).json, { plan: 'team', limits: { links: 10_000, members: 10 } });
    await hasBudget(call, '3000');
    t.same(await planChanges({ id }), [{ actor: 'system', plan: 'team', before: 'free', reason: 'subscription' }]);
  },
);

t.test('no Stripe event limits a workspace that the operator made unlimited', async (t) => {
  const { id, call, customer, have } = await addCustomer(world);
  have(subscription('price_team_month'));
  await inTransaction(db, (trx) => updatePlan(trx, id, 'unlimited', new Date()));
  for (const status of ['active', 'canceled'] as const) {
    have(subscription('price_team_month', { status }));
    await send(daemon, event(updated, customer));
    t.match((await call('GET', '/billing')).json, { plan: 'scale', status });
    t.match((await call('GET', '/workspace')).json, { plan: 'scale', unlimited: true });
  }
});

t.test('a repeated event changes nothing and causes no request to Stripe', async (t) => {
  const { call, customer, have } = await addCustomer(world);
  have(subscription('price_pro_month'));
  const sent = event('customer.subscription.created', customer);
  await send(daemon, sent);
  have(subscription('price_scale_year'));
  const asked = stripe.asked.length;
  t.same((await send(daemon, sent)).json, { received: true });
  t.equal(stripe.asked.length, asked);
  t.match((await call('GET', '/billing')).json, { plan: 'pro' });
});

t.test('an event sent many times at once is processed once', async (t) => {
  const { id, call, customer, have } = await addCustomer(world);
  have(subscription('price_pro_year'));
  const sent = event('invoice.paid', customer);
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(daemon, sent)));
  t.same([...new Set(answers.map(({ status }) => status))], [200]);
  t.match((await call('GET', '/billing')).json, { plan: 'pro', interval: 'year' });
  t.equal((await planChanges({ id })).length, 1);
  const { revision } = await db
    .selectFrom('billing_accounts')
    .where('workspace_id', '=', id)
    .select('revision')
    .executeTakeFirstOrThrow();
  t.equal(revision, 2, 'the customer, and the event once');
});

t.test("events in the wrong order result in Stripe's current state", async (t) => {
  const { call, customer, have } = await addCustomer(world);
  have(subscription('price_pro_month', { status: 'canceled' }));
  await send(daemon, event('customer.subscription.deleted', customer));
  await send(daemon, event(updated, customer));
  await send(daemon, event('customer.subscription.created', customer));
  t.match((await call('GET', '/billing')).json, { plan: 'free', status: 'canceled' });
});

t.test('an answer from Stripe is ignored if a newer answer was applied first', async (t) => {
  const { call, customer, have } = await addCustomer(world);
  have(subscription('price_pro_month'));
  let release = () => {};
  stripe.holdNextList = new Promise((resolve) => {
    release = resolve;
  });
  const isAsked = new Promise<void>((resolve) => {
    stripe.onList = resolve;
  });
  const slow = send(daemon, event('customer.subscription.created', customer));
  await isAsked;
  stripe.onList = undefined;
  have(subscription('price_scale_year'));
  await send(daemon, event(updated, customer));
  t.match((await call('GET', '/billing')).json, { plan: 'scale' });
  release();
  t.equal((await slow).status, 200);
  t.match((await call('GET', '/billing')).json, { plan: 'scale', interval: 'year' });
});

t.test('an unsigned or outdated event is refused and does nothing', async (t) => {
  const { call, customer, have } = await addCustomer(world);
  have(subscription('price_scale_year'));
  const sent = event(updated, customer);
  const hourAgo = Math.floor(Date.now() / 1_000) - 3_600;
  for (const [name, payload, signature] of [
    ['no signature', sent, ''],
    ['nonsense', sent, 'v1=abc'],
    ["another's secret", sent, sign(sent, { secret: 'whsec_other' })],
    ['another body', sent.replace('evt_', 'evt_x'), sign(sent)],
    ['an old one', sent, sign(sent, { timestamp: hourAgo })],
  ] as const) {
    const answer = await send(daemon, payload, signature);
    t.equal(answer.status, 401, name);
    t.same(
      answer.json,
      { error: { code: 'unauthorized', message: 'The signature is missing, wrong or expired.' } },
      name,
    );
  }
  for (const payload of ['{', '[]', 'null', '{}', '{"object":"v2.core.event"}']) {
    t.same(code(await send(daemon, payload)), [422, 'validation_failed'], payload);
  }
  t.match((await call('GET', '/billing')).json, { plan: 'free', status: 'none' });
});

t.test('unrelated events are accepted without a request to Stripe', async (t) => {
  const { customer } = await addCustomer(world);
  const asked = stripe.asked.length;
  for (const payload of [
    event('customer.subscription.updated', 'cus_of_another_product'),
    event('charge.refunded', customer),
    event('customer.updated', customer),
    JSON.stringify({ id: 'evt_1', type: updated, data: { object: { customer: null } } }),
    JSON.stringify({ id: 'evt_2', type: updated }),
  ]) {
    t.same((await send(daemon, payload)).json, { received: true });
  }
  t.equal(stripe.asked.length, asked);
});

t.test('while Stripe is down, an event gets 503, and it is processed when Stripe sends it again', async (t) => {
  const { call, customer, have } = await addCustomer(world);
  have(subscription('price_pro_month'));
  const sent = event(updated, customer);
  stripe.isDown = true;
  const answer = await send(daemon, sent);
  stripe.isDown = false;
  t.same(code(answer), [503, 'unavailable']);
  t.ok(answer.headers.get('retry-after'));
  t.equal((await send(daemon, sent)).status, 200);
  t.match((await call('GET', '/billing')).json, { plan: 'pro' });
});

t.test('after a failed payment the owner is notified once, and the plan ends after the grace period', async (t) => {
  const workspace = await addCustomer(world);
  const { call, customer, have } = workspace;
  const paid = subscription('price_pro_month');
  have(paid);
  await send(daemon, event(updated, customer));
  await hasBudget(call, '600');
  const links = [];
  for (const slug of ['one', 'two']) {
    const password = 'a long password';
    links.push(
      (await call('POST', '/links', { url: 'https://example.com/', slug: `${slug}${workspace.id}`, password })).json,
    );
  }
  have({ ...paid, status: 'past_due' });
  await send(daemon, event('invoice.payment_failed', customer));
  await send(daemon, event(updated, customer));
  t.match((await call('GET', '/billing')).json, { plan: 'pro', status: 'past_due', interval: 'month' });
  const mails = await mailsTo(workspace);
  t.same(
    mails.map(({ kind }) => kind),
    ['payment-failed'],
  );
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  t.match(JSON.parse(mails[0]?.data as string), { workspaceName: 'Workspace' });
  t.ok([inDays(14), inDays(14.01)].some((day) => mails[0]?.data.includes(words.format(day))));

  await endGraces(db, inDays(13));
  t.match((await call('GET', '/billing')).json, { plan: 'pro', status: 'past_due' });
  await db
    .updateTable('billing_accounts')
    .set({ grace_until: new Date(Date.now() - 1) })
    .where('workspace_id', '=', workspace.id)
    .execute();
  await endGraces(db, new Date());
  t.match((await call('GET', '/billing')).json, { plan: 'free', status: 'past_due' });
  t.same((await planChanges(workspace)).at(-1), {
    actor: 'system',
    plan: 'free',
    before: 'pro',
    reason: 'grace ended',
  });

  await hasBudget(call, '100000');
  for (const { id, shortUrl, slug } of links) {
    t.match((await call('GET', `/links/${id}`)).json, { shortUrl, hasPassword: true }, 'links stay as they are');
    t.equal((await fetch(`${daemon.origin}/${slug}`)).status, 200, 'and are served');
  }
  t.equal((await call('PATCH', `/links/${links[0].id}`, { title: 'edited' })).status, 200);
  const guarded = { url: 'https://example.com/', password: 'a long password' };
  t.same(code(await call('POST', '/links', guarded)), [402, 'feature_not_in_plan']);
  t.same(code(await call('POST', '/links', { url: 'https://example.com/' })), [402, 'plan_limit_reached']);

  await send(daemon, event(updated, customer));
  t.match((await call('GET', '/billing')).json, { plan: 'free', status: 'past_due' }, 'no second grace');
  have(paid);
  await send(daemon, event('invoice.paid', customer));
  t.match((await call('GET', '/billing')).json, { plan: 'pro', status: 'active' });
  await endGraces(db, inDays(100));
  t.match(
    (await call('GET', '/billing')).json,
    { plan: 'pro', status: 'active' },
    'the grace period ended with the payment',
  );
});

t.test(
  'if Stripe cancels a subscription early after a failed payment, the full grace period still applies',
  async (t) => {
    const { call, customer, have } = await addCustomer(world);
    const paid = subscription('price_team_month');
    have({ ...paid, status: 'past_due' });
    await send(daemon, event(updated, customer));
    have({ ...paid, status: 'canceled', cancellation_details: { reason: 'payment_failed' } });
    await send(daemon, event('customer.subscription.deleted', customer));
    t.match((await call('GET', '/billing')).json, { plan: 'team', status: 'canceled' });
    await endGraces(db, inDays(15));
    t.match((await call('GET', '/billing')).json, { plan: 'free', status: 'canceled' });
  },
);

t.test('a cancellation keeps the plan until the end of the paid period', async (t) => {
  const { call, customer, have } = await addCustomer(world);
  const paid = subscription('price_pro_month');
  for (const ending of [{ cancel_at_period_end: true }, { cancel_at: periodEnd }]) {
    have({ ...paid, ...ending });
    await send(daemon, event(updated, customer));
    t.same((await call('GET', '/billing')).json, {
      plan: 'pro',
      interval: 'month',
      status: 'active',
      currentPeriodEnd: paidUntil,
      cancelAtPeriodEnd: true,
    });
  }
  have({ ...paid, status: 'canceled', cancellation_details: { reason: 'cancellation_requested' } });
  await send(daemon, event('customer.subscription.deleted', customer));
  t.match((await call('GET', '/billing')).json, { plan: 'free', status: 'canceled', cancelAtPeriodEnd: false });
});

t.test('every Stripe subscription state is mapped to a plan and a state', async (t) => {
  const { call, customer, have } = await addCustomer(world);
  for (const [status, expected] of [
    ['incomplete', { plan: 'free', status: 'none' }],
    ['trialing', { plan: 'pro', status: 'active' }],
    ['unpaid', { plan: 'pro', status: 'past_due' }],
    ['paused', { plan: 'free', status: 'past_due' }],
    ['active', { plan: 'pro', status: 'active' }],
    ['incomplete_expired', { plan: 'free', status: 'none' }],
  ] as const) {
    have(subscription('price_pro_month', { status }));
    await send(daemon, event(updated, customer));
    t.match((await call('GET', '/billing')).json, expected, status);
  }
});

t.test('among several subscriptions, a paid subscription takes precedence, then the higher plan', async (t) => {
  const { call, customer, have } = await addCustomer(world);
  const [pro, team, scale] = [
    subscription('price_pro_month'),
    subscription('price_team_month'),
    subscription('price_scale_year', { status: 'canceled' }),
  ];
  have(pro, team, scale);
  await send(daemon, event(updated, customer));
  t.match((await call('GET', '/billing')).json, { plan: 'team', status: 'active' });
  have(pro, { ...team, status: 'past_due' }, scale);
  await send(daemon, event(updated, customer));
  t.match((await call('GET', '/billing')).json, { plan: 'pro', status: 'active' });
});

t.test("an operator's plan applies until the subscription changes", async (t) => {
  const { id, call, customer, have } = await addCustomer(world);
  const paid = subscription('price_pro_month');
  have(paid);
  await send(daemon, event(updated, customer));
  await inTransaction(db, (trx) => updatePlan(trx, id, 'scale', new Date()));
  await send(daemon, event('invoice.paid', customer));
  t.match((await call('GET', '/billing')).json, { plan: 'scale', status: 'active' }, 'a renewal leaves it');
  have(subscription('price_team_month'));
  await send(daemon, event(updated, customer));
  t.match((await call('GET', '/billing')).json, { plan: 'team' });
});

t.test('a subscription at a price that the settings do not name leaves the plan unchanged', async (t) => {
  const { id, call, customer, have } = await addCustomer(world);
  await inTransaction(db, (trx) => updatePlan(trx, id, 'scale', new Date()));
  have(subscription('price_agreed_on_year'));
  await send(daemon, event(updated, customer));
  t.match((await call('GET', '/billing')).json, { plan: 'scale', status: 'active', interval: 'year' });
});

t.test('if a period ends without an event, Waypost looks up the subscription', async (t) => {
  const { call, customer, have } = await addCustomer(world);
  const started: Json = subscription('price_pro_month', { periodEnd: Math.floor(Date.now() / 1_000) - 10 });
  have(started);
  await send(daemon, event(updated, customer));
  have({ ...started, status: 'canceled' });
  const { config, log } = daemon.context;
  const follower = { db, config, log, stripe: await createStripe(config)(), prices: readPrices(config) };
  await refreshSubscriptions(follower, new Date());
  t.match((await call('GET', '/billing')).json, { plan: 'pro' }, 'Stripe can still be retrying');
  await refreshSubscriptions(follower, inDays(1));
  t.match((await call('GET', '/billing')).json, { plan: 'free', status: 'canceled' });
});

t.test("without Stripe the webhook's route does not exist", async (t) => {
  const local = await startDaemon(t);
  const sent = event(updated, 'cus_1');
  t.same(code(await send(local, sent)), [404, 'not_found']);
  t.equal((await caller(local, undefined)('GET', '/billing/done')).status, 404);
});
