/** People of the admin application sign in, and their cookie counts for pages of this service alone. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { lockAdministrators, updateAdmin } from '../../../automations-api/plugins/admin/people/admin-queries.ts';
import { deleteSessions } from '../../../automations-api/plugins/admin/people/session-queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { hashPassword } from '../../../shared/secrets/passwords.ts';
import { addAdmin, adminDb, openAdminBrowser, password } from '../../fixtures/admins.ts';
import { startAutomations } from '../../fixtures/automations.ts';
import { t } from '../../runner/tap.ts';

const service = await startAutomations(t, { SITE_URL: 'http://admin.test', LOGIN_TRIES_PER_MINUTE: '100' });
const db = adminDb(service);
const id = await addAdmin(db, 'Ada@example.com');
await addAdmin(db, 'ed@example.com', 'editor');
await addAdmin(db, 'vi@example.com', 'viewer');

async function signedIn(email: string) {
  const browser = openAdminBrowser(service);
  const { status, text } = await browser.signIn(email);
  if (status !== 200) throw new Error(text);
  return browser;
}

t.test(
  'signing in answers who one is and a nonce, and holds the session in a cookie that scripts cannot read',
  async (t) => {
    const browser = openAdminBrowser(service);
    const answer = await browser.signIn('ada@EXAMPLE.com');
    t.match(answer, {
      status: 200,
      body: {
        code: 'success',
        data: { user: { ID: id, email: 'Ada@example.com', name: 'Ada', role: 'administrator' }, nonce: /^[\w-]{22}$/ },
      },
    });
    t.match(
      browser.setCookie,
      /^waypost-admin=[0-9A-Za-z]{43}; Max-Age=2592000; Path=\/wp-json; HttpOnly; SameSite=Strict$/,
    );
    t.notMatch(answer.text, browser.cookie.split('=')[1] as string);
    const rows = await db.selectFrom('waypost_admin_sessions').selectAll().execute();
    t.notMatch(JSON.stringify(rows), browser.cookie.split('=')[1] as string, 'only a hash is stored');
    browser.nonce = '';
    t.match(await browser.get('/session'), { status: 200, body: { data: { nonce: answer.body.data.nonce } } });
  },
);

t.test('on https the cookie is __Secure-', async (t) => {
  const secure = await startAutomations(t, { SITE_URL: 'https://admin.test/site' });
  await addAdmin(adminDb(secure), 'ada@example.com');
  const browser = openAdminBrowser(secure);
  await browser.signIn('ada@example.com');
  t.match(browser.setCookie, /^__Secure-waypost-admin=.*; Path=\/site\/wp-json; HttpOnly; SameSite=Strict; Secure$/);
});

t.test('an unknown address and a wrong password are the same 401', async (t) => {
  const answers = [];
  for (const email of ['ada@example.com', 'nobody@example.com']) {
    const browser = openAdminBrowser(service);
    const { status, body } = await browser.signIn(email, 'not the password');
    answers.push({ status, body });
    t.equal(browser.setCookie, '');
  }
  t.match(answers[0], { status: 401, body: { code: 'incorrect_password' } });
  t.strictSame(answers[0], answers[1]);
});

/** InnoDB repeats the same status within a tenth of a second. */
const lookEveryMs = 200;

const isWaited = async () => {
  const waiting = await sql<{ n: number }>`
    SELECT COUNT(*) AS n FROM information_schema.INNODB_TRX
    WHERE trx_state = 'LOCK WAIT' AND trx_query LIKE '%waypost_admins%'`.execute(db);
  return Number(waiting.rows[0]?.n) > 0;
};

t.test('a password that is replaced while it is checked lets nobody in', async (t) => {
  const person = await addAdmin(db, 'late@example.com');
  let signing: ReturnType<ReturnType<typeof openAdminBrowser>['signIn']> | undefined;
  await inTransaction(db, async (trx) => {
    await lockAdministrators(trx);
    signing ??= openAdminBrowser(service).signIn('late@example.com');
    while (!(await isWaited())) await sleep(lookEveryMs);
    await updateAdmin(trx, person, { passwordHash: await hashPassword('another password') });
    await deleteSessions(trx, person);
  });
  t.match(await signing, { status: 401, body: { code: 'incorrect_password' } });
  const sessions = db.selectFrom('waypost_admin_sessions').selectAll().where('admin_id', '=', person);
  t.same(await sessions.execute(), []);
});

const ownPage = { 'sec-fetch-site': 'same-origin' };
const requests: [what: string, at: string, headers: Record<string, string>, nonce: boolean, code: string][] = [
  ['its own page', '/automations/tags', ownPage, true, 'success'],
  ['its own page, told by Origin', '/automations/tags', { origin: 'http://admin.test' }, true, 'success'],
  ['no nonce', '/automations/tags', ownPage, false, 'api_key_missing'],
  ['another nonce', '/automations/tags', { ...ownPage, 'x-wp-nonce': 'x' }, true, 'rest_cookie_invalid_nonce'],
  ['another nonce, at the index', '/', { ...ownPage, 'x-wp-nonce': 'x' }, true, 'rest_cookie_invalid_nonce'],
  ['a page of another site', '/automations/tags', { 'sec-fetch-site': 'cross-site' }, true, 'api_key_missing'],
  ['a page of a sibling', '/automations/tags', { 'sec-fetch-site': 'same-site' }, true, 'api_key_missing'],
  ['another origin', '/automations/tags', { origin: 'http://evil.test' }, true, 'api_key_missing'],
  ['nobody knows where', '/automations/tags', {}, true, 'api_key_missing'],
  [
    'the session of another site',
    '/waypost-admin/v1/session',
    { 'sec-fetch-site': 'cross-site' },
    false,
    'rest_not_logged_in',
  ],
];
for (const [what, at, headers, nonce, code] of requests) {
  t.test(`the cookie with a request of ${what} is ${code}`, async (t) => {
    const browser = await signedIn('ada@example.com');
    if (!nonce) browser.nonce = '';
    t.equal((await browser.call('GET', at, undefined, headers)).body.code, code);
  });
}

t.test('_jsonp never carries the rights of a cookie', async (t) => {
  const browser = await signedIn('ada@example.com');
  for (const at of ['/automations/tags?_jsonp=take', '/waypost-admin/v1/session?_jsonp=take']) {
    const { text } = await browser.call('GET', at);
    t.match(text, /^\/\*\*\/take\(\{"code":"(api_key_missing|rest_not_logged_in)"/);
  }
});

t.test('a nonce that is left over keeps nobody from signing in, and no cookie gets into an envelope', async (t) => {
  const browser = openAdminBrowser(service);
  browser.nonce = 'left over';
  t.equal((await browser.signIn('ada@example.com')).status, 200);
  const { body } = await browser.get('/session?_envelope');
  t.match(body, { status: 200, body: { code: 'success' } });
  t.notMatch(JSON.stringify(body), browser.cookie.split('=')[1] as string);
});

t.test('a page elsewhere cannot sign its visitors in', async (t) => {
  const browser = openAdminBrowser(service);
  const body = { email: 'ada@example.com', password };
  for (const [name, value] of [
    ['sec-fetch-site', 'cross-site'],
    ['origin', 'http://evil.test'],
  ] as const) {
    t.match(await browser.call('POST', '/waypost-admin/v1/session', body, { [name]: value }), { status: 403 });
  }
  t.equal(browser.setCookie, '');
});

t.test('an API key counts before a cookie, and a wrong one is not made good by it', async (t) => {
  const browser = await signedIn('vi@example.com');
  t.equal(
    (await browser.call('POST', `/automations/tag/add?api_key=${service.key}`, { tags: ['By key'] })).status,
    200,
  );
  t.equal((await browser.call('GET', '/automations/tags?api_key=x')).body.code, 'api_key_invalid');
});

for (const [email, may] of [
  ['ada@example.com', { post: 'required_fields_missing', del: 'contact_not_exists', settings: 200 }],
  ['ed@example.com', { post: 'required_fields_missing', del: 'contact_not_exists', settings: 403 }],
  ['vi@example.com', { post: 'permission_denied', del: 'permission_denied', settings: 403 }],
] as const) {
  t.test(`what ${email} may`, async (t) => {
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
      ['GET', '/links/binding', undefined],
    ] as const) {
      t.equal((await browser.call(method, `/automations${at}`, body)).status, may.settings, at);
    }
  });
}

t.test('signing out ends the session and no other', async (t) => {
  const [one, other] = [await signedIn('ed@example.com'), await signedIn('ed@example.com')];
  const { cookie, nonce } = one;
  t.equal((await one.del('/session')).status, 200);
  t.match(one.setCookie, /^waypost-admin=; Max-Age=0; /);
  Object.assign(one, { cookie, nonce });
  t.equal((await one.get('/sessions')).status, 401);
  t.equal((await other.get('/sessions')).status, 200);
});

t.test('sessions are listed, one is ended, all others are ended', async (t) => {
  const [one, two, three] = [
    await signedIn('vi@example.com'),
    await signedIn('vi@example.com'),
    await signedIn('vi@example.com'),
  ];
  await one.del('/sessions');
  t.equal((await two.get('/sessions')).status, 401);
  t.equal((await three.get('/session')).status, 401);
  const four = await signedIn('vi@example.com');
  const { sessions } = (await one.get('/sessions')).body.data;
  t.strictSame(sessions.map(({ current }: { current: boolean }) => current).sort(), [false, true]);
  t.match(sessions[0], { ID: Number, created_at: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, address: '127.0.0.0/24' });
  const { ID } = sessions.find(({ current }: { current: boolean }) => !current);
  t.equal((await (await signedIn('ed@example.com')).del(`/session/${ID}`)).status, 404, "another's");
  t.equal((await one.del(`/session/${ID}`)).status, 200);
  t.equal((await four.get('/sessions')).status, 401);
  t.equal((await one.del(`/session/${ID}`)).status, 404);
});

t.test('one changes name and password, which ends the other sessions', async (t) => {
  await addAdmin(db, 'own@example.com', 'viewer');
  const [one, other] = [await signedIn('own@example.com'), await signedIn('own@example.com')];
  t.equal((await one.post('/me', { name: ' Owner ' })).status, 200);
  t.equal((await one.get('/session')).body.data.user.name, 'Owner');
  const wrong = await one.post('/me', { password: 'a new password', current_password: 'nonsense' });
  t.match(wrong, { status: 422, body: { data: { params: { current_password: /is not your password/ } } } });
  t.equal((await one.post('/me', { password: 'a new password' })).status, 422, 'without the present one');
  const common = await one.post('/me', { password: 'Basketball', current_password: password });
  t.match(common.body, { code: 'rest_invalid_param', message: /password is one of the most common ones/ });
  t.equal((await one.post('/me', { password: 'a new password', current_password: password })).status, 200);
  t.equal((await one.get('/sessions')).status, 200);
  t.equal((await other.get('/sessions')).status, 401);
  t.equal((await openAdminBrowser(service).signIn('own@example.com')).status, 401);
  t.equal((await openAdminBrowser(service).signIn('own@example.com', 'a new password')).status, 200);
});

t.test('tries at a password are limited for an address and email, and right ones are not counted', async (t) => {
  const strict = await startAutomations(t, { SITE_URL: 'http://admin.test', LOGIN_TRIES_PER_MINUTE: '3' });
  await addAdmin(adminDb(strict), 'ada@example.com');
  const browser = openAdminBrowser(strict);
  // A process that is not connected to Redis yet counts for itself.
  await browser.signIn('first@example.com', 'wrong');
  for (let n = 0; n < 5; n++) t.equal((await browser.signIn('ada@example.com')).status, 200);
  for (let n = 0; n < 3; n++) t.equal((await browser.signIn('ADA@example.com', 'wrong')).status, 401);
  const refused = await browser.signIn('ada@example.com');
  t.match(refused, { status: 429, body: { code: 'rate_limited' } });
  t.ok(Number(refused.headers.get('retry-after')) > 0);
  t.equal((await browser.signIn('other@example.com', 'wrong')).status, 401);
});

t.test('the routes are in the index, each with its methods', async (t) => {
  const { body } = await openAdminBrowser(service).call('GET', '/');
  t.ok(body.namespaces.includes('waypost-admin/v1'));
  t.strictSame(body.routes['/waypost-admin/v1/session'].methods, ['GET', 'POST', 'DELETE']);
  const options = await openAdminBrowser(service).call('OPTIONS', '/waypost-admin/v1/admin/add');
  t.match(options.body.endpoints[0].args, {
    email: { required: true },
    role: { enum: ['administrator', 'editor', 'viewer'] },
  });
});
