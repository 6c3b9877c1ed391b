/** Signing in to contacts at a provider of OpenID Connect: who gets which account and role, and what cannot be forged or used twice. */
import { updateAdmin } from '../../../automations-api/plugins/admin/people/admin-queries.ts';
import { insertToken } from '../../../automations-api/plugins/admin/people/token-queries.ts';
import { openFirstVisitCodes } from '../../../shared/secrets/first-visit-codes.ts';
import { addAdmin, adminDb, openAdminBrowser, password } from '../../fixtures/admins.ts';
import { type Automations, startAutomations } from '../../fixtures/automations.ts';
import { contactsBrowser } from '../../fixtures/oidc-contacts.ts';
import { startOidcProvider } from '../../fixtures/oidc-provider.ts';
import { ask } from '../../fixtures/requests.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const siteUrl = 'http://admin.test';
const own = '/wp-json/waypost-admin/v1';
const callback = `${siteUrl}${own}/oidc/callback`;
const provider = await startOidcProvider(t, callback);
const env = {
  ...provider.env,
  SITE_URL: siteUrl,
  OIDC_NAME: 'Acme ID',
  SIGNUPS_PER_MINUTE: '100000',
  LOGIN_TRIES_PER_MINUTE: '1000',
};
const byClaims = {
  ...env,
  OIDC_ROLE_CLAIM: 'groups',
  OIDC_CONTACTS_ROLES: 'all=viewer,staff=editor,leads=administrator',
};
const stores = await createStores(t);
const service = await startAutomations(t, env, stores);
const db = adminDb(service);
await addAdmin(db, 'boss@example.com');

const { newcomer, begin, comeBack, signInAt, signedIn, userOf } = contactsBrowser(provider, service);
const portOf = ({ site }: Pick<Automations, 'site'>) => Number(new URL(site).port);
const rowsOf = (email: string) => db.selectFrom('waypost_admins').selectAll().where('email', '=', email).execute();

t.test('an account of a verified address is the same person’s; from then on the subject says so', async (t) => {
  const { subject, email } = newcomer({ email: 'ada@example.com' });
  const id = await addAdmin(db, 'ada@example.com', 'editor');
  const { setCookie, location } = await begin();
  t.match(
    setCookie,
    /^waypost-admin-oidc=[\w-]+; Max-Age=600; Path=\/wp-json\/waypost-admin\/v1\/oidc\/callback; HttpOnly; SameSite=Lax$/,
  );
  t.match(Object.fromEntries(new URL(location).searchParams), {
    redirect_uri: callback,
    response_type: 'code',
    code_challenge_method: 'S256',
    state: /^[\w-]{43}$/,
    nonce: /^[\w-]{43}$/,
  });
  const back = await signInAt(subject, '?to=/wp-admin/contacts');
  t.match(back, { status: 302, headers: { location: '/wp-admin/contacts', 'cache-control': 'no-store' } });
  t.match(back.cookies, [
    /^waypost-admin=\w{43}; Max-Age=2592000; Path=\/wp-json; HttpOnly; SameSite=Strict$/,
    'waypost-admin-oidc=; Max-Age=0; Path=/wp-json/waypost-admin/v1/oidc/callback; HttpOnly; SameSite=Lax',
  ]);
  t.match(await userOf(subject), { ID: id, email, role: 'editor' });
  t.equal((await openAdminBrowser(service).signIn(email)).status, 200, 'the password goes on');
  const audit = await service.get('/audit?act=admin.provider_linked');
  t.match(audit.body.data.audit, [
    { act: 'admin.provider_linked', subject: String(id), by: { type: 'system' }, data: { issuer: provider.issuer } },
  ]);

  provider.people[subject] = { email: 'other@example.com', email_verified: false };
  t.match(await userOf(subject), { ID: id, email }, 'whatever the address is by then');
  const other = await signInAt(newcomer({ email }).subject);
  t.match([other.status, other.body, other.cookies], [403, /someone else/, []], 'an address given to another');
});

t.test('who is invited comes in without a password, and the mailed invitation ends', async (t) => {
  const boss = openAdminBrowser(service);
  await boss.signIn('boss@example.com');
  const { subject, email } = newcomer();
  const { admin } = (await boss.post('/admin/add', { email, role: 'viewer' })).body.data;
  t.equal(admin.status, 'invited');
  const token = await insertToken(db, 'invite', admin.ID, new Date(Date.now() + 60_000));
  t.match(await userOf(subject), { ID: admin.ID, role: 'viewer' });
  const accepted = await openAdminBrowser(service).post('/invitation/accept', { token, name: 'Mallory', password });
  t.equal(accepted.status, 422);
  const listed = (await boss.get('/admins')).body.data.admins.find(({ ID }: { ID: number }) => ID === admin.ID);
  t.match(listed, { status: 'active', last_sign_in_at: /^\d/ });
  t.match(await boss.post(`/admin/invite/${admin.ID}`), { status: 409, body: { code: 'already_accepted' } });
  const removed = await boss.del(`/admin/${admin.ID}`);
  t.equal(removed.status, 200);
  t.equal((await signInAt(subject)).status, 403, 'who is taken out stays out');
});

t.test('without an account, a role or a code nobody comes in, and nothing is made', async (t) => {
  const { subject, email } = newcomer({ groups: ['leads'] });
  for (const query of ['', '?code=K7MP-2XWD-9RTA']) {
    const { status, body, cookies, headers } = await signInAt(subject, query);
    t.match([status, body, cookies], [403, /no role here\. Ask an administrator/, []]);
    t.match(headers, { 'content-security-policy': /default-src 'none'/, 'content-type': /text\/html/ });
    t.match(body, /href="\/wp-admin"/);
  }
  t.same(await rowsOf(email), []);
});

t.test('it leads to screens of the application alone', async (t) => {
  const { subject } = newcomer({ email: 'boss@example.com' });
  for (const [asked, found] of [
    ['/wp-admin/rules?status=on', '/wp-admin/rules?status=on'],
    ['https://evil.example/wp-admin', '/wp-admin'],
    ['//evil.example/wp-admin', '/wp-admin'],
    ['/\\evil.example/wp-admin', '/wp-admin'],
    ['/wp-admin/../hello', '/wp-admin'],
    [`/wp-admin/${'x'.repeat(1_000)}`, '/wp-admin'],
    ['', '/wp-admin'],
  ] as const)
    t.equal((await signInAt(subject, `?to=${encodeURIComponent(asked)}`)).headers.location, found, asked);
});

t.test('an address that is not verified, or has no form of its own, opens nothing', async (t) => {
  const at = await startAutomations(t, byClaims, stores);
  const id = await addAdmin(db, 'kim@example.com');
  for (const email_verified of [false, 'false', 1, null]) {
    for (const email of ['kim@example.com', 'nobody@example.com']) {
      const { subject } = newcomer({ email, email_verified, groups: 'leads' });
      const { status, body, cookies } = await signInAt(subject, '', at);
      t.match([status, body, cookies], [403, /not verified/, []]);
    }
  }
  for (const email of [
    '\u212aim@example.com',
    'kím@example.com',
    'k\u200bim@example.com',
    'kim@example.com\0',
    'kim',
  ]) {
    const { status, body, cookies } = await signInAt(newcomer({ email, groups: 'leads' }).subject, '', at);
    t.match([status, body, cookies], [403, /cannot be used here/, []], email);
  }
  t.match(await signInAt(newcomer({ email: undefined, groups: 'leads' }).subject, '', at), { status: 403 });
  t.match(await userOf(newcomer({ email: 'KIM@example.com', groups: 'leads' }).subject, at), { ID: id });
});

t.test('a subject that MySQL would take for another, or cannot hold, is refused', async (t) => {
  const at = await startAutomations(t, byClaims, stores);
  for (const [n, subject] of ['odd ', 'ódd', 'odd\t', 'x'.repeat(256)].entries()) {
    provider.people[subject] = { email: `odd${n}@example.com`, email_verified: true, groups: ['leads'] };
    const { status, body, cookies } = await signInAt(subject, '', at);
    t.match([status, body, cookies], [403, /cannot be used here/, []], subject);
  }
});

t.test('what was denied, forged, used already or begun elsewhere signs nobody in', async (t) => {
  const { subject, email } = newcomer();
  await addAdmin(db, email, 'viewer');
  const denied = await signInAt(undefined);
  t.match([denied.status, denied.body, denied.cookies], [403, /Acme ID refused the sign-in\./, []]);

  const { location, cookie } = await begin();
  const url = await provider.signIn(location, subject);
  const flow = JSON.parse(Buffer.from(cookie.split('=')[1] as string, 'base64url').toString());
  const changed = (changes: object) =>
    `waypost-admin-oidc=${Buffer.from(JSON.stringify({ ...flow, ...changes })).toString('base64url')}`;
  const elsewhere = await begin();
  const withParam = (name: string, value: string) => {
    const other = new URL(url);
    other.searchParams.set(name, value);
    return other;
  };
  const refused = async (what: string, at: URL, withCookie: string) => {
    const { status, cookies, session } = await comeBack(at, withCookie);
    t.same([status, cookies, session], [401, [], ''], what);
  };
  await refused('no cookie: begun in another browser', url, '');
  await refused('the cookie of another sign-in', url, elsewhere.cookie);
  await refused('two cookies', url, `${elsewhere.cookie}; ${cookie}`);
  await refused('that of the dashboard', url, cookie.replace('waypost-admin-oidc', 'waypost-oidc'));
  await refused('no cookie of ours', url, 'waypost-admin-oidc=nonsense');
  await refused('half a cookie', url, changed({ nonce: undefined }));
  await refused('a cookie of other things', url, changed({ to: { path: '/' } }));
  await refused('another state', withParam('state', 'x'.repeat(43)), cookie);
  await refused('another issuer', withParam('iss', 'https://evil.example'), cookie);
  await refused('no code', new URL(callback), cookie);
  t.equal((await comeBack(url, cookie)).status, 302, 'the browser that began it');
  await refused('the same way back once more', url, cookie);

  const nonce = await begin();
  const back = await provider.signIn(nonce.location, subject);
  const held = JSON.parse(Buffer.from(nonce.cookie.split('=')[1] as string, 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...held, nonce: 'y'.repeat(43) })).toString('base64url');
  await refused('another nonce', back, `waypost-admin-oidc=${forged}`);

  const stolen = await begin();
  const code = await provider.signIn(stolen.location, subject);
  const known = JSON.parse(Buffer.from(stolen.cookie.split('=')[1] as string, 'base64url').toString());
  const guessed = Buffer.from(JSON.stringify({ ...known, verifier: 'z'.repeat(43) })).toString('base64url');
  await refused('a code of which the secret is not known', code, `waypost-admin-oidc=${guessed}`);
});

t.test('while the provider is away people are told, and nothing else fails', async (t) => {
  const fresh = await startAutomations(t, env, stores);
  provider.beAway(true);
  const away = await ask(portOf(fresh), { path: `${own}/oidc` });
  t.match([away.status, away.body, away.headers['retry-after']], [503, /does not answer as expected/, /\d/]);
  t.equal((await openAdminBrowser(fresh).signIn('boss@example.com')).status, 200);
  provider.beAway(false);
  t.equal((await begin(fresh)).status, 302);
});

t.test('roles are those of a claim, set at each sign-in; who has none any more is taken out', async (t) => {
  const at = await startAutomations(t, byClaims, stores);
  const person = newcomer({ name: 'Grace Hopper' });
  const signIn = async ({ subject }: { subject: string }, groups: unknown) => {
    provider.people[subject] = { ...provider.people[subject], groups };
    const { status, session } = await signInAt(subject, '', at);
    if (!session) return status;
    const browser = openAdminBrowser(at);
    browser.cookie = session;
    const { data } = (await browser.get('/session')).body;
    return [data.user.name, data.user.role, (await browser.get('/admins')).status];
  };
  t.same(await signIn(person, ['nobody']), 403);
  t.same(await rowsOf(person.email), []);
  t.same(await signIn(person, ['all', 'staff']), ['Grace Hopper', 'editor', 403], 'a role makes an account');
  t.same(await signIn(person, 'leads'), ['Grace Hopper', 'administrator', 200]);
  t.same(await signIn(person, ['all']), ['Grace Hopper', 'viewer', 403]);
  const former = await signedIn(person.subject, at);
  t.same(await signIn(person, []), 403);
  t.equal((await former.get('/session')).status, 401, 'their sessions end');
  t.same(await rowsOf(person.email), []);
  t.match(await signIn(person, ['staff']), ['Grace Hopper', 'editor'], 'it comes back with the role');

  const acts = (await at.get('/audit')).body.data.audit
    .filter(({ act }: { act: string }) => act.startsWith('admin.'))
    .map(({ act, data }: { act: string; data: object }) => [act, data])
    .slice(0, 5)
    .reverse();
  t.match(acts, [
    ['admin.added', { role: 'editor' }],
    ['admin.role_changed', { from: 'editor', to: 'administrator' }],
    ['admin.role_changed', { from: 'administrator', to: 'viewer' }],
    ['admin.removed', { role: 'viewer' }],
    ['admin.added', { role: 'editor' }],
  ]);
});

t.test('the last administrator stays one, whatever the claims say', async (t) => {
  const alone = await startAutomations(t, byClaims);
  const people = adminDb(alone);
  const { subject, email } = newcomer({ groups: [] });
  const id = await addAdmin(people, email);
  t.match(await userOf(subject, alone), { ID: id, role: 'administrator' });
  provider.people[subject] = { ...provider.people[subject], groups: ['staff'] };
  t.match(await userOf(subject, alone), { ID: id, role: 'administrator' });
  const second = newcomer({ groups: ['leads'] });
  t.match(await userOf(second.subject, alone), { role: 'administrator' });
  t.match(await userOf(subject, alone), { ID: id, role: 'editor' }, 'one who signs in at the provider counts');
});

t.test('somebody who comes twice at once has one account', async (t) => {
  const at = await startAutomations(t, byClaims, stores);
  for (let round = 0; round < 3; round++) {
    const { subject, email } = newcomer({ groups: ['staff'] });
    const ways: { url: URL; cookie: string }[] = [];
    for (let i = 0; i < 4; i++) {
      const { location, cookie } = await begin(at);
      ways.push({ url: await provider.signIn(location, subject), cookie });
    }
    const answers = await Promise.all(ways.map(({ url, cookie }) => comeBack(url, cookie, at)));
    t.same(
      answers.map(({ status }) => status),
      [302, 302, 302, 302],
    );
    t.equal((await rowsOf(email)).length, 1);
  }
});

t.test('where passwords are switched off, people come in by the provider alone, and API keys go on', async (t) => {
  const off = await startAutomations(t, { ...env, PASSWORD_SIGN_IN: '0' }, stores);
  const email = 'boss@example.com';
  const [{ id } = { id: 0 }] = await rowsOf(email);
  const token = await insertToken(db, 'password', id, new Date(Date.now() + 60_000));
  const invite = await insertToken(db, 'invite', id, new Date(Date.now() + 60_000));
  const anyone = openAdminBrowser(off);
  for (const [at, body] of [
    ['/session', { email, password }],
    ['/session/passkey/options', {}],
    ['/first-visit', { email, password, name: 'A', code: 'K7MP-2XWD-9RTA' }],
    ['/password/forgot', { email }],
    ['/password/reset', { token, password: 'another good password' }],
    ['/invitation/accept', { token: invite, name: 'A', password: 'another good password' }],
  ] as const) {
    t.match(
      await anyone.post(at, body),
      { status: 403, body: { code: 'rest_forbidden', message: /Sign in with Acme ID/ } },
      at,
    );
  }
  t.match(await anyone.get('/session'), {
    status: 401,
    body: { data: { first_visit: false, sign_in: { password: false, passkeys: false, provider: 'Acme ID' } } },
  });
  const browser = await signedIn(newcomer({ email: 'ada2@example.com' }).subject, off).catch(() => undefined);
  t.equal(browser, undefined, 'without an account');
  await addAdmin(db, 'ada2@example.com', 'editor');
  const ada = await signedIn(newcomer({ email: 'ada2@example.com' }).subject, off);
  t.match(await ada.get('/session'), { body: { data: { sign_in: { password: false } } } });
  t.match(await ada.post('/me', { password: 'another good password', current_password: password }), { status: 403 });
  t.equal((await ada.post('/me', { name: 'Ada' })).status, 200);
  t.equal((await off.get('/tags')).status, 200);
});

t.test('who has no password confirms by having signed in just now', async (t) => {
  const { subject, email } = newcomer();
  const id = await addAdmin(db, email, 'viewer');
  await db.updateTable('waypost_admins').set({ password_hash: null }).where('id', '=', id).execute();
  const browser = await signedIn(subject);
  t.equal((await browser.post('/factors/totp', {})).status, 200);
  const sessions = db.updateTable('waypost_admin_sessions').where('admin_id', '=', id);
  await sessions.set({ created_at: new Date(Date.now() - 601_000) }).execute();
  const later = await signedIn(subject);
  await sessions.set({ created_at: new Date(Date.now() - 601_000) }).execute();
  await updateAdmin(db, id, { name: 'Later' });
  const wish = { password: 'another good password', current_password: 'none' };
  const old = { status: 422, body: { data: { params: { password: /within ten minutes/ } } } };
  const fresh = openAdminBrowser(await startAutomations(t, env, stores));
  Object.assign(fresh, { cookie: later.cookie, nonce: later.nonce });
  t.match(await fresh.post('/factors/totp', {}), old);
  t.match(await fresh.post('/factors/recovery-codes', { password: 'none' }), old);
  t.match(await fresh.post('/me', wish), {
    status: 422,
    body: { data: { params: { current_password: /ten minutes/ } } },
  });
  t.equal((await (await signedIn(subject)).post('/me', wish)).status, 200);
  t.equal((await openAdminBrowser(service).signIn(email, wish.password)).status, 200, 'a password by then');
});

t.test('where there are no passwords, the code in the log lets a person of the provider in as the first', async (t) => {
  const first = await startAutomations(t, { ...env, PASSWORD_SIGN_IN: '0' });
  t.match((await openAdminBrowser(first).get('/session')).body.data, {
    first_visit: true,
    sign_in: { password: false },
  });
  const code = (await openFirstVisitCodes(first.config)).codeOf(0);
  t.match(await signInAt(newcomer().subject, '?code=WRONG', first), { status: 422, body: /not the code in the log/ });
  const { subject } = newcomer();
  t.equal((await signInAt(subject, `?code=${code}`, first)).status, 302);
  t.match(await userOf(subject, first), { role: 'administrator' });
  t.equal((await signInAt(newcomer().subject, `?code=${code}`, first)).status, 403, 'once');
});

t.test('without a provider there is no such address, and the page is not told of one', async (t) => {
  const bare = await startAutomations(t, { SITE_URL: siteUrl }, stores);
  t.equal((await ask(portOf(bare), { path: `${own}/oidc` })).status, 404);
  t.equal((await ask(portOf(bare), { path: `${own}/oidc/callback?code=x` })).status, 404);
  t.match((await openAdminBrowser(bare).get('/session')).body.data, { sign_in: { password: true, provider: null } });
});

t.test('on https the cookie keeps sibling domains out', async (t) => {
  const secure = await startAutomations(t, { ...env, SITE_URL: 'https://admin.test' }, stores);
  t.match((await begin(secure)).setCookie, /^__Host-waypost-admin-oidc=.*; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
});
