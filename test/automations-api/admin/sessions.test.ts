/** Users with a role in contacts sign in with the dashboard's session. Its cookie works only for this service's own pages. */
import { addAdmin, openAdminBrowser, peopleDb } from '../../fixtures/admins.ts';
import { startAutomations, storesOfBoth } from '../../fixtures/automations.ts';
import { t } from '../../runner/tap.ts';

const service = await startAutomations(t, { SITE_URL: 'http://admin.test' }, await storesOfBoth(t));
const people = peopleDb(service);
const id = await addAdmin(service, 'ada@example.com');
await addAdmin(service, 'ed@example.com', 'editor');
await addAdmin(service, 'vi@example.com', 'viewer');

async function signedIn(email: string) {
  const browser = openAdminBrowser(service);
  const { status, text } = await browser.signIn(email);
  if (status !== 200) throw new Error(text);
  return browser;
}

t.test('a session returns its user and a nonce, and scripts cannot read its cookie', async (t) => {
  const browser = openAdminBrowser(service);
  const answer = await browser.signIn('ada@example.com');
  const user = { ID: id, email: 'ada@example.com', name: 'ada', role: 'administrator', wordpress: false };
  t.match(answer, { status: 200, body: { code: 'success', data: { user, nonce: /^[\w-]{22}$/ } } });
  t.match(
    browser.setCookie,
    /^waypost-admin=fst_[0-9A-Za-z]{43}; Max-Age=2592000; Path=\/wp-json; HttpOnly; SameSite=Strict$/,
  );
  t.notMatch(answer.text, browser.cookie.split('=')[1] as string);
  browser.nonce = '';
  t.match(await browser.get('/session'), { status: 200, body: { data: { nonce: answer.body.data.nonce } } });
});

t.test('without a session or a role in contacts, the response contains the sign-in URL', async (t) => {
  const nowhere = { status: 401, body: { data: { sign_in_url: 'http://admin.test/wp-json/waypost-admin/v1/enter' } } };
  t.match(await openAdminBrowser(service).get('/session'), nowhere);
  await addAdmin(service, 'stranger@example.com', null);
  t.match(await openAdminBrowser(service).signIn('stranger@example.com'), nowhere);
  const browser = openAdminBrowser(service);
  for (const cookie of [
    'waypost-admin=x',
    `waypost-admin=fst_${'x'.repeat(43)}`,
    `waypost-admin=wps_${'x'.repeat(43)}`,
  ])
    t.match(await Object.assign(browser, { cookie }).get('/session'), nowhere, cookie);
});

const ownPage = { 'sec-fetch-site': 'same-origin' };
const requests: [what: string, at: string, headers: Record<string, string>, nonce: boolean, code: string][] = [
  ['from its own page', '/automations/tags', ownPage, true, 'success'],
  ['from its own page, shown by Origin', '/automations/tags', { origin: 'http://admin.test' }, true, 'success'],
  ['without a nonce', '/automations/tags', ownPage, false, 'api_key_missing'],
  ['with another nonce', '/automations/tags', { ...ownPage, 'x-wp-nonce': 'x' }, true, 'rest_cookie_invalid_nonce'],
  ['for the index with another nonce', '/', { ...ownPage, 'x-wp-nonce': 'x' }, true, 'rest_cookie_invalid_nonce'],
  ['from a page on another site', '/automations/tags', { 'sec-fetch-site': 'cross-site' }, true, 'api_key_missing'],
  ['from a page on a sibling host', '/automations/tags', { 'sec-fetch-site': 'same-site' }, true, 'api_key_missing'],
  ['from another origin', '/automations/tags', { origin: 'http://evil.test' }, true, 'api_key_missing'],
  ['without an origin', '/automations/tags', {}, true, 'api_key_missing'],
  [
    'for the session from another site',
    '/waypost-admin/v1/session',
    { 'sec-fetch-site': 'cross-site' },
    false,
    'rest_not_logged_in',
  ],
];
for (const [what, at, headers, nonce, code] of requests) {
  t.test(`with the cookie, a request ${what} gets ${code}`, async (t) => {
    const browser = await signedIn('ada@example.com');
    if (!nonce) browser.nonce = '';
    t.equal((await browser.call('GET', at, undefined, headers)).body.code, code);
  });
}

t.test('_jsonp never uses the cookie', async (t) => {
  const browser = await signedIn('ada@example.com');
  for (const at of ['/automations/tags?_jsonp=take', '/waypost-admin/v1/session?_jsonp=take']) {
    const { text } = await browser.call('GET', at);
    t.match(text, /^\/\*\*\/take\(\{"code":"(api_key_missing|rest_not_logged_in)"/);
  }
});

t.test('an enveloped answer does not contain the session cookie', async (t) => {
  const browser = await signedIn('ada@example.com');
  const { body } = await browser.get('/session?_envelope');
  t.match(body, { status: 200, body: { code: 'success' } });
  t.notMatch(JSON.stringify(body), browser.cookie.split('=')[1] as string);
});

t.test('an API key takes precedence over a cookie, and a wrong key is refused even with a valid cookie', async (t) => {
  const browser = await signedIn('vi@example.com');
  const byKey = await browser.call('POST', `/automations/tag/add?api_key=${service.key}`, { tags: ['By key'] });
  t.equal(byKey.status, 200);
  t.equal((await browser.call('GET', '/automations/tags?api_key=x')).body.code, 'api_key_invalid');
});

for (const [email, may] of [
  ['ada@example.com', { post: 'required_fields_missing', del: 'contact_not_exists', settings: 200 }],
  ['ed@example.com', { post: 'required_fields_missing', del: 'contact_not_exists', settings: 403 }],
  ['vi@example.com', { post: 'permission_denied', del: 'permission_denied', settings: 403 }],
] as const) {
  t.test(`${email} can do exactly what their role allows`, async (t) => {
    const browser = await signedIn(email);
    t.equal((await browser.call('GET', '/automations/contacts')).status, 200);
    t.equal((await browser.call('POST', '/automations/contact/add', {})).body.code, may.post);
    t.equal((await browser.call('DELETE', '/automations/contact/999')).body.code, may.del);
    for (const at of ['/admins', '/plugins']) t.equal((await browser.get(at)).status, may.settings, at);
    const webhook = await browser.call('POST', '/automations/webhook/add', { url: 'nonsense' });
    t.equal(webhook.status, may.settings === 200 ? 422 : 403);
    t.equal((await browser.call('GET', '/automations/audit')).status, may.settings);
    for (const [method, at, body] of [
      ['POST', '/consent/settings', { soft_bounces: 3 }],
      ['POST', '/consent/preview', {}],
      ['GET', '/mails/outbox', undefined],
      ['POST', '/mails/retry', {}],
      ['GET', '/links/connection', undefined],
    ] as const) {
      t.equal((await browser.call(method, `/automations${at}`, body)).status, may.settings, at);
    }
  });
}

t.test('signing out ends the session in both applications, but no other session', async (t) => {
  const [one, other] = [await signedIn('ed@example.com'), await signedIn('ed@example.com')];
  const { cookie, nonce } = one;
  const count = async () => (await people.selectFrom('sessions').select('id').execute()).length;
  const before = await count();
  t.equal((await one.del('/session')).status, 200);
  t.match(one.setCookie, /^waypost-admin=; Max-Age=0; /);
  t.equal(await count(), before - 1);
  Object.assign(one, { cookie, nonce });
  t.equal((await one.get('/session')).status, 401);
  t.equal((await other.get('/session')).status, 200);
});

t.test('the routes appear in the index, each with its methods', async (t) => {
  const { body } = await openAdminBrowser(service).call('GET', '/');
  t.ok(body.namespaces.includes('waypost-admin/v1'));
  t.strictSame(body.routes['/waypost-admin/v1/session'].methods, ['GET', 'DELETE']);
  const options = await openAdminBrowser(service).call('OPTIONS', '/waypost-admin/v1/admin/add');
  t.match(options.body.endpoints[0].args, {
    email: { required: true },
    role: { enum: ['administrator', 'editor', 'viewer'] },
  });
});
