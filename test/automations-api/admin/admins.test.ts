/** Administrators invite people, give them roles and take them out; there is always one of them. */

import { addAdmin, adminDb, openAdminBrowser, password } from '../../fixtures/admins.ts';
import { type Body, startAutomations } from '../../fixtures/automations.ts';
import { startMailServer, tokenIn } from '../../fixtures/mail.ts';
import { t } from '../../runner/tap.ts';

const mailbox = await startMailServer(t);
const service = await startAutomations(t, {
  SITE_URL: 'http://admin.test',
  SMTP_URL: mailbox.url,
  LOGIN_TRIES_PER_MINUTE: '100',
  ACCOUNT_MAILS_PER_HOUR: '3',
});
const db = adminDb(service);
const first = await addAdmin(db, 'first@example.com');

async function signedIn(email: string, given?: string) {
  const browser = openAdminBrowser(service);
  const { status, text } = await browser.signIn(email, given);
  if (status !== 200) throw new Error(text);
  return browser;
}
const boss = await signedIn('first@example.com');
const mailedTo = async (email: string) => tokenIn((await mailbox.waitFor(email, /invites you/)).text);

const tooCommon = {
  status: 422,
  body: { code: 'rest_invalid_param', message: 'password is one of the most common ones; choose another' },
};

t.test('a person is invited by mail, accepts once, and is signed in with the role', async (t) => {
  const invited = await boss.post('/admin/add', { email: 'New@example.com', role: 'editor', name: 'New' });
  t.match(invited, {
    status: 200,
    body: { data: { admin: { email: 'New@example.com', role: 'editor', status: 'invited' } } },
  });
  const mail = await mailbox.waitFor('New@example.com', /invites you/);
  const token = tokenIn(mail.text ?? '');
  t.notOk(invited.text.includes('token') || invited.text.includes(token), 'only the email has the link');
  const browser = openAdminBrowser(service);
  t.equal((await browser.signIn('new@example.com')).status, 401, 'not before');
  t.match((await browser.post('/invitation', { token })).body.data.invitation, {
    email: 'New@example.com',
    role: 'editor',
  });
  const wish = { token, name: 'Newcomer', password };
  const common = { ...wish, password: '1234567890' };
  t.match(await openAdminBrowser(service).post('/invitation/accept', common), tooCommon);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => openAdminBrowser(service).post('/invitation/accept', wish)),
  );
  t.strictSame(answers.map(({ status }) => status).sort(), [200, 422, 422, 422]);
  t.match(answers.find(({ status }) => status === 200)?.body.data.user, { name: 'Newcomer', role: 'editor' });
  t.equal((await browser.signIn('new@example.com')).status, 200);
  t.equal((await browser.post('/invitation', { token })).status, 422);
});

t.test('an invitation that is mailed again ends the former', async (t) => {
  const { admin } = (await boss.post('/admin/add', { email: 'again@example.com', role: 'viewer' })).body.data;
  const sent = await mailedTo('again@example.com');
  const again = await boss.post(`/admin/invite/${admin.ID}`);
  t.notOk(again.text.includes('token'), 'only the email has the link');
  const browser = openAdminBrowser(service);
  t.equal((await browser.post('/invitation', { token: sent })).status, 422);
  t.equal((await browser.post('/invitation', { token: await mailedTo('again@example.com') })).status, 200);
  t.equal((await boss.post(`/admin/invite/${admin.ID}`)).status, 200);
  t.equal((await boss.post(`/admin/invite/${admin.ID}`)).status, 429, 'not without end');
  t.equal((await boss.post(`/admin/invite/${first}`)).status, 409, 'who has accepted');
});

for (const [what, body, status, param] of [
  ['an address that is taken', { email: 'FIRST@example.com', role: 'viewer' }, 422, 'email'],
  ['no address', { role: 'viewer' }, 400, undefined],
  ['nonsense for an address', { email: 'nonsense', role: 'viewer' }, 400, 'email'],
  ['an unknown role', { email: 'x@example.com', role: 'owner' }, 400, 'role'],
] as const) {
  t.test(`an invitation with ${what} is refused`, async (t) => {
    const answer = await boss.post('/admin/add', body);
    t.equal(answer.status, status);
    if (param) t.type(answer.body.data.params[param], 'string');
  });
}

t.test('of two invitations of one address at once one is made', async (t) => {
  const wish = { email: 'race@example.com', role: 'viewer' };
  const answers = await Promise.all([boss.post('/admin/add', wish), boss.post('/admin/add', wish)]);
  t.strictSame(answers.map(({ status }) => status).sort(), [200, 422]);
});

t.test('nobody but administrators reads or changes people', async (t) => {
  for (const role of ['editor', 'viewer'] as const) {
    await addAdmin(db, `${role}@example.com`, role);
    const browser = await signedIn(`${role}@example.com`);
    for (const [method, at] of [
      ['get', '/admins'],
      ['post', '/admin/add'],
      ['post', `/admin/update/${first}`],
      ['post', `/admin/invite/${first}`],
      ['post', `/admin/sign-out/${first}`],
      ['del', `/admin/${first}`],
      ['get', '/mail'],
      ['post', '/mail/test'],
      ['get', '/plugins'],
      ['post', '/plugin/activate'],
      ['post', '/plugin/deactivate'],
    ] as const) {
      t.match(await browser[method](at), { status: 403, body: { code: 'rest_forbidden' } }, `${role} ${at}`);
    }
  }
});

t.test('another role holds at once, and who is taken out is signed out', async (t) => {
  const id = await addAdmin(db, 'moved@example.com', 'viewer');
  const browser = await signedIn('moved@example.com');
  t.equal((await browser.call('POST', '/automations/tag/add', { tags: ['no'] })).status, 403);
  t.equal((await boss.post(`/admin/update/${id}`, { role: 'editor' })).body.data.admin.role, 'editor');
  t.equal((await browser.call('POST', '/automations/tag/add', { tags: ['yes'] })).status, 200);
  t.equal((await boss.del(`/admin/${id}`)).status, 200);
  t.equal((await browser.get('/sessions')).status, 401);
  t.equal((await browser.signIn('moved@example.com')).status, 401);
  t.equal((await boss.del(`/admin/${id}`)).status, 404);
});

t.test('all sessions of a person are ended by an administrator, and the person signs in again', async (t) => {
  const id = await addAdmin(db, 'everywhere@example.com', 'viewer');
  const browsers = await Promise.all([1, 2].map(() => signedIn('everywhere@example.com')));
  t.equal((await boss.post(`/admin/sign-out/${id}`)).status, 200);
  for (const browser of browsers) t.equal((await browser.get('/sessions')).status, 401);
  t.equal((await boss.get('/sessions')).status, 200, 'nobody else');
  t.equal((await openAdminBrowser(service).signIn('everywhere@example.com')).status, 200);
  t.equal((await boss.post('/admin/sign-out/999999')).status, 404);
});

t.test('a test mail goes to oneself or to an address, says what the server said, and is noted', async (t) => {
  t.same((await boss.get('/mail')).body.data.mail, {
    server: new URL(mailbox.url).host,
    folder: null,
    from: 'Waypost <waypost@localhost>',
  });
  const { sent } = (await boss.post('/mail/test')).body.data;
  t.match(sent, { to: 'first@example.com', answer: /^250 / });
  t.match((await mailbox.waitFor('first@example.com', /Test mail/)).text, /first asked http:\/\/admin.test/);
  t.equal((await boss.post('/mail/test', { to: 'other@example.com' })).status, 200);
  await mailbox.waitFor('other@example.com', /Test mail/);
  mailbox.refusing = true;
  const refused = await boss.post('/mail/test');
  mailbox.refusing = false;
  t.match(refused, { status: 422, body: { code: 'mail_not_sent', message: /not now/ } });
  t.match(await boss.post('/mail/test', { to: 'nonsense' }), {
    status: 400,
    body: { data: { params: { to: String } } },
  });
  const { audit } = (await boss.call('GET', '/automations/audit?act[]=mail.tested')).body.data;
  t.match(audit, [{ data: { sent: false } }, { data: { sent: true } }, { data: { sent: true } }]);
  t.notMatch(JSON.stringify(audit), /other@/, 'whose address is not kept');
  const further = await Promise.all(Array.from({ length: 20 }, () => boss.post('/mail/test')));
  t.ok(
    further.some(({ status }) => status === 429),
    'not without end',
  );
});

t.test(
  'a person is told by mail that their password was changed, or that an API key was made or revoked in their name',
  async (t) => {
    const email = 'told@example.com';
    const id = await addAdmin(db, email, 'administrator');
    const browser = await signedIn(email);
    const made = await browser.call('POST', '/automations/key/add', { permission: 'read', description: 'the shop' });
    const { ID, key } = made.body.data.keys;
    const mail = await mailbox.waitFor(email, /A new API key/);
    t.match(mail.text, new RegExp(`API key ${ID} \\(the shop\\) .* was created in your name`));
    t.notMatch(mail.text, key);
    await browser.call('DELETE', `/automations/key/${ID}`);
    t.match((await mailbox.waitFor(email, /An API key was revoked/)).text, `API key ${ID} (the shop)`);
    const change = { password: 'another ten characters', current_password: password };
    t.equal((await browser.post('/me', change)).status, 200);
    t.match((await mailbox.waitFor(email, /Your password was changed/)).text, /Hello told/);
    t.equal((await boss.del(`/admin/${id}`)).status, 200);
  },
);

t.test('a mail server that does not answer is named without its password', async (t) => {
  const odd = await startAutomations(t, { SMTP_URL: 'smtp://user:secret@127.0.0.1:1' });
  await addAdmin(adminDb(odd), 'odd@example.com');
  const browser = openAdminBrowser(odd);
  await browser.signIn('odd@example.com');
  const [shown, tried] = [await browser.get('/mail'), await browser.post('/mail/test')];
  t.equal(shown.body.data.mail.server, '127.0.0.1:1');
  t.match(tried, { status: 422, body: { code: 'mail_not_sent' } });
  t.notMatch(shown.text + tried.text, 'secret');
});

t.test('the last administrator can neither go nor become less, and an invited one does not count', async (t) => {
  await boss.post('/admin/add', { email: 'invited@example.com', role: 'administrator' });
  for (const answer of [
    await boss.del(`/admin/${first}`),
    await boss.post(`/admin/update/${first}`, { role: 'viewer' }),
  ]) {
    t.match(answer, { status: 409, body: { code: 'last_administrator' } });
  }
});

t.test('of several administrators who take each other out at once one stays', async (t) => {
  const ids = await Promise.all([1, 2, 3].map((n) => addAdmin(db, `race${n}@example.com`)));
  const browsers = await Promise.all([1, 2, 3].map((n) => signedIn(`race${n}@example.com`)));
  await Promise.all([first, ...ids].map((id, n) => (browsers[n % 3] ?? boss).del(`/admin/${id}`)));
  const { admins } = (await askAny(['first', 'race1', 'race2', 'race3'])).body.data;
  t.ok(admins.some(({ role, status }: Body) => role === 'administrator' && status === 'active'));

  async function askAny(names: string[]) {
    for (const name of names) {
      const browser = openAdminBrowser(service);
      if ((await browser.signIn(`${name}@example.com`)).status === 200) return browser.get('/admins');
    }
    throw new Error('no administrator is left');
  }
});

t.test('a forgotten password is set by a mailed link that works once and ends all sessions', async (t) => {
  await addAdmin(db, 'forgot@example.com');
  const former = await signedIn('forgot@example.com');
  const browser = openAdminBrowser(service);
  const asked = [
    await browser.post('/password/forgot', { email: 'nobody@example.com' }),
    await browser.post('/password/forgot', { email: 'Forgot@example.com' }),
  ];
  t.strictSame(asked[0]?.body, asked[1]?.body, 'nothing tells who has an account');
  const token = tokenIn((await mailbox.waitFor('forgot@example.com', /new password/)).text ?? '');
  t.equal((await browser.post('/password/reset', { token, password: 'short' })).status, 400);
  t.match(await browser.post('/password/reset', { token, password: 'Password123' }), tooCommon, 'the token stays good');
  t.equal((await browser.post('/password/reset', { token, password: 'another password' })).status, 200);
  t.equal((await browser.get('/session')).body.data.user.email, 'forgot@example.com');
  t.equal((await former.get('/sessions')).status, 401);
  t.equal(
    (await openAdminBrowser(service).post('/password/reset', { token, password: 'a third password' })).status,
    422,
  );
  t.equal((await openAdminBrowser(service).signIn('forgot@example.com', 'another password')).status, 200);
});

t.test('plugins are listed, switched off and on, but not the one that does it', async (t) => {
  const admin = await openAdminBrowser(service);
  await addAdmin(db, 'plugins@example.com');
  await admin.signIn('plugins@example.com');
  t.match((await admin.get('/plugins')).body.data.plugins, [
    { name: 'admin', active: true, needed: true, description: /users/, tables: ['wp_waypost_admins', /./, /./] },
    { name: 'automations', needed: false, problem: '' },
  ]);
  const jobsOf = async (name: string) =>
    (await admin.get('/plugins')).body.data.plugins.find((one: Body) => one.name === name).jobs;
  t.match(await jobsOf('admin'), [{ name: 'follow-link-service', every_seconds: 60 }, { name: 'forget-old-sessions' }]);
  t.match(await jobsOf('automations'), [{ name: 'trim-contact-changes' }, { name: 'forget-what-is-old' }]);
  t.match(await admin.post('/plugin/deactivate', { name: 'admin' }), { status: 409, body: { code: 'plugin_needed' } });
  t.equal((await admin.post('/plugin/activate', { name: 'nonsense' })).status, 404);
  t.match((await admin.post('/plugin/deactivate', { name: 'automations' })).body.data.plugin, { active: false });
  t.match((await admin.post('/plugin/activate', { name: 'automations' })).body.data.plugin, { active: true });
});
