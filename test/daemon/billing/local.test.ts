/** Without a payment service the operator sets plans, or, if allowed, an admin switches them on Waypost's own page in a browser. */

import { deletePageLinksBefore } from '../../../daemon/billing/local/queries.ts';
import { deleteKey, findKey, insertApiKey } from '../../../daemon/keys/queries.ts';
import { updatePlan } from '../../../daemon/workspaces/queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { signUp } from '../../fixtures/accounts.ts';
import { type Answered, addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, {
  env: {
    BASE_URL: 'https://links.waypost.test/api',
    SIGNUP: 'open',
    PLANS_FREE_REQUESTS_PER_MINUTE: '100000',
    SELF_SERVICE_PLANS: '1',
  },
});
const other = await startDaemon(t, { stores: daemon.stores, env: { SELF_SERVICE_PLANS: '1' } });
const { db } = daemon.context;

const code = ({ status, json }: Answered) => [status, json.error.code];
const none = { plan: 'free', interval: null, status: 'none', currentPeriodEnd: null, cancelAtPeriodEnd: false };

/** This process's URL for one that the service issued. */
const hereOf = (url: string) => url.replace('https://links.waypost.test', daemon.origin);

const open = async (url: string) => {
  const response = await fetch(hereOf(url));
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** Submits a page's form like a browser: its hidden and checked fields, with the user's own choices. */
async function submit(url: string, page: string, choices: Record<string, string> = {}) {
  const fields: Record<string, string> = {};
  for (const [input] of page.matchAll(/<input [^>]*>/g)) {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1];
    if (attribute('type') === 'hidden' || / checked/.test(input))
      fields[attribute('name') ?? ''] = attribute('value') ?? '';
  }
  return post(url, { ...fields, ...choices });
}

async function post(url: string, fields: Record<string, string>) {
  const response = await fetch(hereOf(url), { method: 'POST', body: new URLSearchParams(fields) });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

t.test('users cannot set their own plan unless the operator allows it', async (t) => {
  const given = await startDaemon(t, { stores: daemon.stores });
  const { key } = await addWorkspace(db, 'team');
  const call = caller(given, key);
  t.same(code(await call('POST', '/billing/checkout', { plan: 'scale' })), [403, 'forbidden']);
  t.same(code(await call('POST', '/billing/portal')), [403, 'forbidden']);
  t.match((await call('GET', '/billing')).json, { plan: 'team', status: 'none' });
  const page = (await caller(daemon, key)('POST', '/billing/portal')).json.url as string;
  const there = page.replace('https://links.waypost.test', given.origin);
  t.equal((await fetch(there)).status, 404, 'not by an earlier link either');
});

t.test('a checkout redirects to a page that takes no payment and switches the plan', async (t) => {
  const person = await signUp(daemon);
  t.same((await person.call('GET', '/billing')).json, none);
  const { status, json, headers } = await person.call('POST', '/billing/checkout', { plan: 'team', interval: 'year' });
  t.equal(status, 200);
  t.same(Object.keys(json), ['url']);
  t.match(json.url, /^https:\/\/links\.waypost\.test\/api\/billing\/local\?token=[0-9A-Za-z]{43}$/);
  t.equal(headers.get('cache-control'), 'no-store');

  const page = await open(json.url);
  t.equal(page.status, 200);
  t.match(page.text, /Payments are off here/);
  t.match(page.text, /value="team" checked/);
  t.match(page.text, /value="year" checked/);
  t.same((await person.call('GET', '/billing')).json, none, 'opening the page changes nothing');

  const answer = await submit(json.url, page.text);
  t.equal(answer.status, 200);
  t.match(answer.text, /is on Team/);
  t.same((await person.call('GET', '/billing')).json, {
    plan: 'team',
    interval: 'year',
    status: 'active',
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
  });
  t.match((await person.call('GET', '/workspace')).json, { plan: 'team', limits: { links: 10_000, members: 10 } });
  for (const { origin } of [daemon, other]) {
    const call = caller({ origin }, person.token);
    await until(async () => (await call('GET', '/tags')).headers.get('x-ratelimit-limit') === '3000');
  }
  const [entry] = (await person.call('GET', '/audit')).json.entries;
  t.match(entry, {
    action: 'workspace.plan',
    actor: { type: 'session', email: person.email },
    details: { plan: 'team', before: 'free', reason: 'chosen' },
  });
});

t.test(
  'the portal redirects to the same page, which offers every plan, and returning to Free keeps the existing data',
  async (t) => {
    const workspace = await addWorkspace(db, 'pro');
    const call = caller(daemon, workspace.key);
    const guarded = { url: 'https://example.com/', password: 'a long password' };
    const { json: link } = await call('POST', '/links', guarded);
    t.match((await call('GET', '/billing')).json, { plan: 'pro', status: 'none' }, 'as the operator set it');
    const { json, status } = await call('POST', '/billing/portal');
    t.equal(status, 200);
    const page = await open(json.url);
    t.match(page.text, /value="pro" checked[^>]*> Pro \(now\)/);
    t.equal((await submit(json.url, page.text, { plan: 'free' })).status, 200);
    t.same((await call('GET', '/billing')).json, none);
    await until(async () => (await call('GET', '/tags')).headers.get('x-ratelimit-limit') === '100000');
    t.match((await call('GET', `/links/${link.id}`)).json, { hasPassword: true });
    t.same(code(await call('POST', '/links', guarded)), [402, 'feature_not_in_plan']);
  },
);

t.test('a workspace without limits cannot choose a plan, even with an earlier link', async (t) => {
  const workspace = await addWorkspace(db, 'pro');
  const call = caller(daemon, workspace.key);
  const { url } = (await call('POST', '/billing/portal')).json;
  const { text } = await open(url);
  await inTransaction(db, (trx) => updatePlan(trx, workspace.id, 'unlimited', new Date()));
  daemon.context.access.forget([{ workspaceId: workspace.id }]);
  t.equal((await open(url)).status, 403);
  t.equal((await submit(url, text, { plan: 'free' })).status, 403);
  for (const [path, body] of [['/billing/checkout', { plan: 'scale' }], ['/billing/portal']] as [string, object?][])
    t.same(code(await call('POST', path, body)), [403, 'forbidden']);
  t.match((await call('GET', '/workspace')).json, { plan: 'scale', unlimited: true });
});

t.test('a link to the plans page works once, even if several requests use it at once', async (t) => {
  const { call } = await signUp(daemon);
  const { url } = (await call('POST', '/billing/checkout', { plan: 'pro' })).json;
  const { text } = await open(url);
  const answers = await Promise.all(['pro', 'team', 'scale'].map((plan) => submit(url, text, { plan })));
  t.same(answers.map(({ status }) => status).sort(), [200, 404, 404]);
  const won = ['pro', 'team', 'scale'][answers.findIndex(({ status }) => status === 200)];
  t.equal((await call('GET', '/billing')).json.plan, won);
  const again = await open(url);
  t.equal(again.status, 404);
  t.match(again.text, /It was used or has expired/);
});

t.test('an expired, unknown or truncated link opens nothing', async (t) => {
  const { call } = await signUp(daemon);
  const { url } = (await call('POST', '/billing/portal')).json;
  const { text } = await open(url);
  await db
    .updateTable('billing_page_links')
    .set({ expires_at: new Date(Date.now() - 1) })
    .execute();
  t.equal((await open(url)).status, 404);
  t.equal((await submit(url, text, { plan: 'scale' })).status, 404);
  for (const bad of [url.slice(0, -1), url.replace(/=.*/, '='), url.replace(/\?.*/, '')]) {
    t.equal((await open(bad)).status, 404, bad);
    t.equal((await post(bad, { plan: 'scale' })).status, 404, bad);
  }
  t.equal((await post(url, { plan: 'scale' })).status, 404, 'the token is only accepted in the form');
  t.same((await call('GET', '/billing')).json, none);
  t.ok((await deletePageLinksBefore(db, new Date(), 1_000)) > 0);
  t.same(await db.selectFrom('billing_page_links').selectAll().execute(), []);
});

t.test('an invalid form is shown again and can be sent again', async (t) => {
  const { call } = await signUp(daemon);
  const { url } = (await call('POST', '/billing/checkout', { plan: 'pro' })).json;
  const { text } = await open(url);
  for (const [field, value] of [
    ['plan', 'gold'],
    ['plan', ''],
    ['interval', 'week'],
  ] as const) {
    const answer = await submit(url, text, { [field]: value });
    t.equal(answer.status, 422);
    t.match(answer.text, /role="alert"/);
    t.match(answer.text, /<form method="post">/);
  }
  t.equal((await submit(url, text)).status, 200);
});

t.test("using a link checks its creator's role, key and workspace again", async (t) => {
  const workspace = await addWorkspace(db, 'free');
  const { id: workspaceId, userId: createdBy } = workspace;
  const { key, publicId } = await insertApiKey(
    db,
    { workspaceId, createdBy, role: 'admin', name: 'short-lived' },
    new Date(),
  );
  const [byKey, byOther] = [
    (await caller(daemon, key)('POST', '/billing/portal')).json.url,
    (await caller(daemon, workspace.key)('POST', '/billing/portal')).json.url,
  ];
  const { text } = await open(byKey);
  const found = await findKey(db, workspaceId, publicId);
  await inTransaction(db, (trx) => deleteKey(trx, workspaceId, found?.id as number));
  t.equal((await open(byKey)).status, 403);
  t.equal((await submit(byKey, text, { plan: 'scale' })).status, 403, 'its key was revoked');
  t.equal((await open(byOther)).status, 200);
  const members = db.updateTable('members').where('workspace_id', '=', workspaceId);
  await members.set({ role: 'member' }).execute();
  t.equal((await open(byOther)).status, 403, 'no longer an admin');
  await members.set({ role: 'admin' }).execute();
  await db.updateTable('workspaces').set({ suspended_at: new Date() }).where('id', '=', workspaceId).execute();
  t.equal((await open(byOther)).status, 403, 'the workspace is suspended');
  const { plan } = await db
    .selectFrom('workspaces')
    .select('plan')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  t.equal(plan, 'free');
});

t.test('the plans page cannot be framed, needs no script and escapes every name', async (t) => {
  const { call } = await signUp(daemon);
  const name = '<script>alert(1)</script>"&\'';
  await call('PATCH', '/workspace', { name });
  const { url } = (await call('POST', '/billing/portal')).json;
  const page = await open(url);
  const answer = await submit(url, page.text, { plan: 'pro' });
  for (const { headers, text } of [page, answer]) {
    t.equal(headers.get('cache-control'), 'no-store');
    t.equal(headers.get('referrer-policy'), 'no-referrer');
    t.equal(headers.get('x-content-type-options'), 'nosniff');
    t.match(
      headers.get('content-security-policy'),
      /^default-src 'none';.* form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    t.notMatch(text, /<script/i);
    t.match(text, '&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#38;&#39;');
  }
  const token = new URL(url).searchParams.get('token') as string;
  t.notOk(JSON.stringify(await db.selectFrom('billing_page_links').selectAll().execute()).includes(token));
});

t.test('the pages accept only GET and POST, and their path cannot be a slug', async (t) => {
  const { call } = await signUp(daemon);
  const { url } = (await call('POST', '/billing/portal')).json;
  t.equal((await fetch(hereOf(url), { method: 'DELETE' })).status, 405);
  t.equal((await fetch(hereOf(url), { method: 'HEAD' })).status, 200);
  const taken = await call('POST', '/links', { url: 'https://example.com/', slug: 'api' });
  t.same(code(taken), [422, 'validation_failed']);
});

t.test('after the plan is switched, the page redirects to the configured URL', async (t) => {
  const back = await startDaemon(t, {
    stores: daemon.stores,
    env: {
      BASE_URL: 'https://links.waypost.test/api',
      SIGNUP: 'open',
      BILLING_RETURN_URL: 'https://app.waypost.test/billing?a=1&b=2',
      SELF_SERVICE_PLANS: '1',
    },
  });
  const { call } = await signUp(back);
  const { url } = (await call('POST', '/billing/portal')).json;
  const at = url.replace('https://links.waypost.test', back.origin);
  const text = await (await fetch(at)).text();
  const token = new URL(url).searchParams.get('token') as string;
  t.match(text, token);
  const response = await fetch(at, { method: 'POST', body: new URLSearchParams({ token, plan: 'pro' }) });
  t.match(await response.text(), '<a href="https://app.waypost.test/billing?a=1&#38;b=2">Back</a>');
});
