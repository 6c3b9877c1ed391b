/** Second factors in the admin application: signing in with them, adding and removing them, and where one is required. */
import { addAdmin, adminDb, openAdminBrowser, password } from '../../fixtures/admins.ts';
import { startAutomations } from '../../fixtures/automations.ts';
import { codeOf, newAuthenticator, wrongCodeOf } from '../../fixtures/factors.ts';
import { t } from '../../runner/tap.ts';

const env = { LOGIN_TRIES_PER_MINUTE: '1000', CERTIFICATE_SECRET: 'what all processes of an installation know' };
const service = await startAutomations(t, env);
const db = adminDb(service);
const boss = openAdminBrowser(service);
await addAdmin(db, 'boss@example.com');
await boss.signIn('boss@example.com');

type Browser = ReturnType<typeof openAdminBrowser>;

async function open(email: string): Promise<Browser> {
  await addAdmin(db, email, 'editor');
  const browser = openAdminBrowser(service);
  await browser.signIn(email);
  return browser;
}

async function withApp(browser: Browser) {
  const { id, uri } = (await browser.post('/factors/totp')).body.data;
  const { status, body } = await browser.post('/factors/totp/confirm', { id, code: codeOf(uri) });
  t.equal(status, 200);
  return { id, uri, codes: body.data.recovery_codes as string[] };
}

const signIn = (email: string, more: object = {}) =>
  openAdminBrowser(service).post('/session', { email, password, ...more });

t.test('a sign-in needs a code once an app is added, and each code counts once, of many at once', async (t) => {
  const browser = await open('ada@example.com');
  const elsewhere = openAdminBrowser(service);
  await elsewhere.signIn('ada@example.com');
  const { id, uri, codes } = await withApp(browser);
  t.equal(codes.length, 10);
  t.equal((await elsewhere.get('/session')).status, 401, 'whoever came with a password alone is out');
  const needed = await signIn('ada@example.com');
  t.match(
    [needed.status, needed.body],
    [401, { code: 'second_factor_required', data: { methods: ['totp', 'recovery'] } }],
  );
  t.match((await signIn('ada@example.com', { password: 'wrong' })).body, { code: 'incorrect_password' });
  t.match((await signIn('ada@example.com', { code: wrongCodeOf(uri) })).body, { code: 'incorrect_code' });
  for (const code of [codeOf(uri, 1), codes[0]]) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn('ada@example.com', { code })));
    t.equal(answers.filter(({ status }) => status === 200).length, 1, String(code));
  }
  t.match((await browser.get('/factors')).body.data, { factors: [{ id, type: 'totp' }], recovery_codes_left: 9 });
  t.equal((await browser.post('/factors/remove', { id })).status, 422);
  t.equal((await browser.post('/factors/remove', { id, password: 'wrong' })).status, 422);
  t.equal((await browser.post('/factors/recovery-codes', { password })).body.data.recovery_codes.length, 10);
  t.equal((await browser.post('/factors/remove', { id, password })).status, 200);
  t.equal((await signIn('ada@example.com')).status, 200);
});

t.test('there are ten tries at a code', async (t) => {
  const { uri } = await withApp(await open('bea@example.com'));
  for (let n = 0; n < 10; n++) t.equal((await signIn('bea@example.com', { code: wrongCodeOf(uri) })).status, 401);
  t.equal((await signIn('bea@example.com', { code: codeOf(uri, 1) })).status, 429);
});

t.test('a passkey signs in without a password, and what it must not sign lets nobody in', async (t) => {
  const browser = await open('cleo@example.com');
  const passkey = newAuthenticator({ context: { config: { baseUrl: service.config.siteUrl } } });
  const { options } = (await browser.post('/factors/passkey')).body.data;
  t.equal((await browser.post('/factors/passkey/confirm', { response: passkey.create(options) })).status, 200);
  const ask = async () => (await openAdminBrowser(service).post('/session/passkey/options')).body.data.options;
  const enter = (response: object) => openAdminBrowser(service).post('/session/passkey', { response });
  const asked = await ask();
  t.equal((await enter(passkey.sign(asked, { origin: 'https://example.com' }))).status, 401);
  t.equal((await enter(passkey.sign(asked, { flags: 0x01 }))).status, 401);
  t.match((await enter(passkey.sign(asked))).body, { data: { user: { email: 'cleo@example.com' } } });
  t.equal((await enter(passkey.sign(asked))).status, 401, 'a challenge is answered once');
});

t.test('an administrator removes the factors of who has lost them', async (t) => {
  const browser = await open('dora@example.com');
  await withApp(browser);
  const { ID } = (await browser.get('/session')).body.data.user;
  t.equal((await browser.post(`/admin/remove-factors/${ID}`)).status, 403);
  t.equal((await boss.post(`/admin/remove-factors/${ID}`)).status, 200);
  t.equal((await signIn('dora@example.com')).status, 200);
  const audit = await service.db
    .selectFrom('automations_audit')
    .select('act')
    .where('act', '=', 'admin.factors_removed')
    .execute();
  t.equal(audit.length, 1);
});

t.test('where a second factor is required, a session does nothing before there is one', async (t) => {
  const strict = await startAutomations(t, { ...env, REQUIRE_SECOND_FACTOR: '1' });
  await addAdmin(adminDb(strict), 'eve@example.com');
  const browser = openAdminBrowser(strict);
  await browser.signIn('eve@example.com');
  t.match((await browser.get('/session')).body, { data: { needs_second_factor: true } });
  for (const at of ['/admins', '/sessions', '/plugins']) t.equal((await browser.get(at)).status, 403, at);
  t.equal((await browser.call('GET', '/automations/tags')).status, 403);
  const { id } = await withApp(browser);
  t.equal((await browser.get('/admins')).status, 200);
  t.equal((await browser.call('GET', '/automations/tags')).status, 200);
  t.match((await browser.post('/factors/remove', { id, password })).body, { code: 'last_factor' });
});
