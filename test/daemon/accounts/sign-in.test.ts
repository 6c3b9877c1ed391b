/** Signing up, signing in, sessions and passwords in the API, and their data in MySQL. */

import { requestAddressChange } from '../../../daemon/accounts/change-address.ts';
import { provePassword } from '../../../daemon/accounts/prove.ts';
import { beginSession } from '../../../daemon/accounts/sign-in.ts';
import { updateSuspension } from '../../../daemon/workspaces/queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { unknownDevice } from '../../../shared/net/device.ts';
import { findUserByEmail, type UserRow } from '../../../shared/people/user-queries.ts';
import { newEmail, password, signUp, startMailWorker } from '../../fixtures/accounts.ts';
import { type Answered, addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { startMailServer } from '../../fixtures/mail.ts';
import { t } from '../../runner/tap.ts';

const env = { SIGNUPS_PER_MINUTE: '100000', PLANS_FREE_REQUESTS_PER_MINUTE: '100000' };
const daemon = await startDaemon(t, { env });
const { db } = daemon.context;
const anyone = caller(daemon, undefined);
const code = ({ status, json }: Answered) => [status, json?.error?.code ?? null];

t.test('signing up creates an account, its own workspace on the free plan and a session', async (t) => {
  const email = newEmail();
  const { status, json, headers } = await anyone('POST', '/auth/signup', {
    email: email.toUpperCase(),
    password,
    name: 'Ada',
  });
  t.equal(status, 200);
  t.equal(headers.get('cache-control'), 'no-store');
  t.match(json, {
    token: /^fst_[0-9A-Za-z]{43}$/,
    user: { id: /^usr_/, email, name: 'Ada' },
    workspace: { id: /^ws_/, name: 'Ada', plan: 'free' },
    role: 'admin',
  });
  t.same(Object.keys(json).sort(), ['expiresAt', 'role', 'token', 'user', 'workspace']);
  t.same(Object.keys(json.user).sort(), ['createdAt', 'email', 'id', 'name']);
  const days = (Date.parse(json.expiresAt) - Date.now()) / 86_400_000;
  t.ok(days > 29.9 && days <= 30);

  const me = await caller(daemon, json.token)('GET', '/auth/me');
  t.equal(me.status, 200);
  t.same(me.json, {
    user: json.user,
    workspace: json.workspace,
    role: 'admin',
    isOwner: true,
    auth: { type: 'session', keyId: null },
  });
  const stored = JSON.stringify([
    await db.selectFrom('sessions').selectAll().execute(),
    await db.selectFrom('users').selectAll().execute(),
  ]);
  t.notOk(stored.includes(json.token) || stored.includes(password), 'neither token nor password is stored readably');
  t.match(stored, /\$argon2id\$/);
});

t.test('the most common passwords are refused wherever a password is set', async (t) => {
  const refused = {
    status: 422,
    json: {
      error: {
        code: 'validation_failed',
        message: 'password is too common; choose another one',
        details: { field: 'password' },
      },
    },
  };
  const signup = { email: newEmail(), name: 'Ada' };
  for (const common of ['1234567890', 'Basketball', 'QWERTYUIOP'])
    t.match(await anyone('POST', '/auth/signup', { ...signup, password: common }), refused, common);
  t.equal((await anyone('POST', '/auth/signup', { ...signup, password: 'Basketball?' })).status, 200);
  const { call } = await signUp(daemon);
  t.match(await call('PATCH', '/auth/me', { password: 'Basketball', currentPassword: password }), refused);
  t.equal((await call('GET', '/auth/me')).status, 200);
});

t.test('a session can do everything that an API key can do', async (t) => {
  const { call } = await signUp(daemon);
  t.equal((await call('POST', '/links', { url: 'https://example.com/' })).status, 201);
  t.equal((await call('GET', '/links')).json.links.length, 1);
});

t.test('invalid bodies are refused with every fault named', async (t) => {
  const email = newEmail();
  const good = { email, password, name: 'A' };
  for (const [field, body] of [
    ['email', { ...good, email: 'nobody' }],
    ['email', { ...good, email: 'a@b' }],
    ['email', { ...good, email: 'a b@example.com' }],
    ['email', { ...good, email: `${'a'.repeat(250)}@example.com` }],
    ['email', { password, name: 'A' }],
    ['email', { ...good, email: 7 }],
    ['password', { ...good, password: 'short' }],
    ['password', { ...good, password: 'x'.repeat(201) }],
    ['name', { ...good, name: '' }],
    ['name', { ...good, name: '   ' }],
    ['name', { ...good, name: 'x'.repeat(101) }],
    ['inviteCode', { ...good, inviteCode: 'abc' }],
    ['inviteToken', { ...good, inviteToken: 'x'.repeat(15) }],
    ['inviteToken', { ...good, inviteToken: 'x'.repeat(43) }],
    ['admin', { ...good, admin: true }],
  ] as const) {
    const answer = await anyone('POST', '/auth/signup', body);
    t.same(
      [...code(answer), answer.json.error.details.field],
      [422, 'validation_failed', field],
      JSON.stringify(body).slice(0, 80),
    );
  }
  t.same(code(await anyone('POST', '/auth/signup', '{')), [422, 'validation_failed']);
  t.same(code(await anyone('POST', '/auth/signup', 'a=b', { 'content-type': 'text/plain' })), [
    422,
    'validation_failed',
  ]);
  t.same(code(await anyone('GET', '/auth/signup')), [405, 'method_not_allowed']);
});

t.test(
  'an email address has only one account, in upper or lower case and however many users sign up at once',
  async (t) => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        anyone('POST', '/auth/signup', { email: n % 2 ? email : email.toUpperCase(), password, name: 'A' }),
      ),
    );
    t.equal(answers.filter(({ status }) => status === 200).length, 1);
    for (const answer of answers) if (answer.status !== 200) t.same(code(answer), [409, 'conflict']);
    const { users } = await db
      .selectFrom('users')
      .select((e) => e.fn.countAll<number>().as('users'))
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    t.equal(users, 1);
  },
);

t.test('an unknown email address and a wrong password get the same answer', async (t) => {
  const { email } = await signUp(daemon);
  const wrong = await anyone('POST', '/auth/login', { email, password: 'not the password' });
  const unknown = await anyone('POST', '/auth/login', { email: newEmail(), password });
  t.same(code(wrong), [401, 'unauthorized']);
  t.same([wrong.status, wrong.json], [unknown.status, unknown.json]);
  const right = await anyone('POST', '/auth/login', { email: email.toUpperCase(), password });
  t.match(right.json, { token: /^fst_/, user: { email }, role: 'admin', workspace: { plan: 'free' } });
});

t.test('a password that is replaced while it is being verified lets nobody sign in', async (t) => {
  const person = await signUp(daemon);
  const checked = (await findUserByEmail(db, person.email)) as UserRow;
  const renewed = await person.call('PATCH', '/auth/me', { password: `${password}!`, currentPassword: password });
  t.equal(renewed.status, 200);
  const now = new Date();
  const prove = provePassword(daemon.context);
  await t.rejects(beginSession(daemon.context, checked, { from: '192.0.2.1' }, { device: unknownDevice, now, prove }), {
    code: 'unauthorized',
  });
  await t.rejects(requestAddressChange(db, checked, newEmail(), now), { code: 'unauthorized' });
  const left = db.selectFrom('address_changes').selectAll().where('user_id', '=', checked.id);
  t.same(await left.execute(), []);
});

t.test('after five wrong attempts for one email address in a minute, even the right password is refused', async (t) => {
  const { email } = await signUp(daemon);
  for (let n = 0; n < 3; n++) t.equal((await anyone('POST', '/auth/login', { email, password })).status, 200);
  for (let n = 0; n < 5; n++)
    t.same(code(await anyone('POST', '/auth/login', { email, password: 'x' })), [401, 'unauthorized']);
  const refused = await anyone('POST', '/auth/login', { email, password });
  t.same(code(refused), [429, 'rate_limited']);
  t.ok(Number(refused.headers.get('retry-after')) >= 1);
  const { email: other } = await signUp(daemon);
  t.equal(
    (await anyone('POST', '/auth/login', { email: other, password })).status,
    200,
    'another email is not affected',
  );
});

t.test('signing out ends only the session that makes the request; with an API key, it ends nothing', async (t) => {
  const { email, call } = await signUp(daemon);
  const second = await anyone('POST', '/auth/login', { email, password });
  t.same((await call('POST', '/auth/logout')).json, { ok: true });
  t.same(code(await call('GET', '/auth/me')), [401, 'unauthorized']);
  t.equal((await caller(daemon, second.json.token)('GET', '/auth/me')).status, 200);
  const { key } = await addWorkspace(db, 'pro');
  t.same((await caller(daemon, key)('POST', '/auth/logout')).json, { ok: true });
  t.match((await caller(daemon, key)('GET', '/auth/me')).json, { auth: { type: 'api_key', keyId: /^key_/ } });
});

t.test('a session ends thirty days after its last use, and each use extends it', async (t) => {
  const { token, call } = await signUp(daemon);
  const session = db.selectFrom('sessions').selectAll().orderBy('id', 'desc').limit(1);
  const { id } = await session.executeTakeFirstOrThrow();
  const set = async (expiresAt: Date) => {
    await db.updateTable('sessions').set({ expires_at: expiresAt }).where('id', '=', id).execute();
    daemon.context.access.forget('all');
  };
  await set(new Date(Date.now() + 86_400_000));
  t.equal((await call('GET', '/auth/me')).status, 200);
  const moved = async () =>
    (await session.executeTakeFirstOrThrow()).expires_at.getTime() > Date.now() + 29 * 86_400_000;
  while (!(await moved())) await new Promise((resolve) => setTimeout(resolve, 10));
  await set(new Date(Date.now() - 1));
  t.same(code(await caller(daemon, token)('GET', '/auth/me')), [401, 'unauthorized']);
});

t.test('X-Workspace-Id selects the workspace of a session; keys ignore it', async (t) => {
  const { call } = await signUp(daemon);
  const second = await call('POST', '/workspaces', { name: 'Second' });
  t.equal(second.status, 201);
  const headers = { 'x-workspace-id': second.json.id };
  t.equal((await call('GET', '/workspace', undefined, headers)).json.id, second.json.id);
  t.not((await call('GET', '/workspace')).json.id, second.json.id, 'the first without it');
  const other = await addWorkspace(db, 'pro');
  for (const id of [other.publicId, 'ws_00000000000000000000', 'x', 'ws_%']) {
    t.same(code(await call('GET', '/workspace', undefined, { 'x-workspace-id': id })), [403, 'forbidden'], id);
  }
  t.equal((await caller(daemon, other.key)('GET', '/workspace', undefined, headers)).json.id, other.publicId);
});

t.test('in a suspended workspace a session reaches only the user’s own data', async (t) => {
  const { call, answer } = await signUp(daemon);
  const { id } = await db
    .selectFrom('workspaces')
    .select('id')
    .where('public_id', '=', answer.workspace.id)
    .executeTakeFirstOrThrow();
  await inTransaction(db, (trx) => updateSuspension(trx, id, true, new Date()));
  daemon.context.access.forget('all');
  for (const [method, at, body] of [
    ['GET', '/auth/me'],
    ['GET', '/links'],
    ['GET', '/workspace'],
    ['POST', '/workspaces', { name: 'Way out' }],
    ['POST', '/keys', { name: 'x' }],
  ] as const) {
    t.same(code(await call(method, at, body)), [403, 'forbidden'], `${method} ${at}`);
  }
  t.equal((await call('GET', '/workspaces')).status, 200);
  t.equal((await call('POST', '/auth/logout')).status, 200);
});

t.test('a signed-in user can change their name and password; a new password ends all other sessions', async (t) => {
  const { email, call, answer } = await signUp(daemon);
  const other = (await anyone('POST', '/auth/login', { email, password })).json.token;
  t.match((await call('PATCH', '/auth/me', { name: 'New name' })).json, {
    user: { id: answer.user.id, name: 'New name' },
  });
  t.equal((await caller(daemon, other)('GET', '/auth/me')).status, 200, 'a new name ends no session');
  const next = 'another long password';
  t.same(code(await call('PATCH', '/auth/me', { password: next })), [422, 'validation_failed']);
  t.same(code(await call('PATCH', '/auth/me', { password: next, currentPassword: 'wrong' })), [
    422,
    'validation_failed',
  ]);
  t.equal((await call('PATCH', '/auth/me', { password: next, currentPassword: password })).status, 200);
  t.equal((await call('GET', '/auth/me')).status, 200);
  daemon.context.access.forget('all');
  t.same(code(await caller(daemon, other)('GET', '/auth/me')), [401, 'unauthorized']);
  t.equal((await anyone('POST', '/auth/login', { email, password })).status, 401);
  t.equal((await anyone('POST', '/auth/login', { email, password: next })).status, 200);
  const { key } = await addWorkspace(db, 'pro');
  t.same(code(await caller(daemon, key)('PATCH', '/auth/me', { name: 'x' })), [403, 'forbidden']);
});

t.test('an emailed token resets a forgotten password once', async (t) => {
  const mailbox = await startMailServer(t);
  startMailWorker(t, daemon, mailbox.url);
  const { email, call } = await signUp(daemon);
  const forgot = await anyone('POST', '/auth/password/forgot', { email });
  const unknown = await anyone('POST', '/auth/password/forgot', { email: newEmail() });
  t.same([forgot.status, forgot.json], [unknown.status, unknown.json]);
  const mail = await mailbox.waitFor(email, /new password/);
  const link = /http\S+token=(\w+)/.exec(mail.text ?? '');
  const token = link?.[1] as string;
  t.ok(String(mail.html).includes(token), 'the HTML part has the link as well');
  t.notMatch(String(mail.html), /<img|<link|<script/, 'and nothing that is loaded from elsewhere');
  t.notOk(
    JSON.stringify(await db.selectFrom('mails').selectAll().execute()).includes(token),
    'the token is not stored',
  );

  const next = 'a wholly new password';
  t.same(code(await anyone('POST', '/auth/password/reset', { token, password: 'short' })), [422, 'validation_failed']);
  const common = await anyone('POST', '/auth/password/reset', { token, password: 'Basketball' });
  t.match(common.json.error, { code: 'validation_failed', message: /password is too common/ });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => anyone('POST', '/auth/password/reset', { token, password: next })),
  );
  t.equal(answers.filter(({ status }) => status === 200).length, 1, 'a token works once');
  daemon.context.access.forget('all');
  t.equal((await call('GET', '/auth/me')).status, 401, 'every session ended');
  t.equal((await anyone('POST', '/auth/login', { email, password: next })).status, 200);
});

t.test(
  'a user with a verified email address gets an email when their password or one of their API keys changes',
  async (t) => {
    const reported = (email: string) =>
      db.selectFrom('mails').select(['kind', 'data']).where('recipient', '=', email).orderBy('id').execute();
    const kinds = ['password-changed', 'key-made', 'keys-revoked'];
    const notices = async (email: string) => (await reported(email)).filter(({ kind }) => kinds.includes(kind));
    const unverified = await signUp(daemon);
    await unverified.call('POST', '/keys', { name: 'Shop' });
    t.same(await notices(unverified.email), [], 'the reader can be a stranger');

    const { email, call } = await signUp(daemon);
    await db.updateTable('users').set({ email_verified_at: new Date() }).where('email', '=', email).execute();
    const key = (await call('POST', '/keys', { name: 'Shop', permission: 'write' })).json;
    await caller(daemon, key.key)('POST', '/keys', { name: 'Part of it' });
    await call('DELETE', `/keys/${key.id}`);
    await call('PATCH', '/auth/me', { name: 'Person' });
    await call('PATCH', '/auth/me', { password: `${password} 2`, currentPassword: password });
    const all = (await notices(email)).map(({ kind, data }) => ({ kind, ...JSON.parse(data) }));
    t.match(all, [
      { kind: 'key-made', keyName: 'Shop', permission: 'write', expiresAt: null },
      { kind: 'key-made', keyName: 'Part of it', permission: 'write' },
      { kind: 'keys-revoked', keyNames: ['Shop', 'Part of it'] },
      { kind: 'password-changed', name: 'Person' },
    ]);
    t.equal(all.length, 4);
    t.notMatch(JSON.stringify(all), key.key);
    for (let n = 0; n < 25; n++) await call('POST', '/keys', { name: `Key ${n}` });
    t.equal((await notices(email)).length, 20, 'a limited number an hour');

    const mailbox = await startMailServer(t);
    startMailWorker(t, daemon, mailbox.url);
    t.match((await mailbox.waitFor(email, /A new API key: Shop/)).text, /Person, the API key Shop was created/);
    t.match((await mailbox.waitFor(email, /2 API keys were revoked/)).text, /Shop, Part of it/);
    await mailbox.waitFor(email, /Your password was changed/);
  },
);
