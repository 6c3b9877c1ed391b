/** Second factors in the API: apps, passkeys and recovery codes, their refusals, and their data in MySQL. */

import { removeFactors } from '../../../daemon/commands/work/users.ts';
import { insertToken } from '../../../shared/people/token-queries.ts';
import { findUserByEmail } from '../../../shared/people/user-queries.ts';
import {
  newEmail,
  type Person,
  password,
  signUp,
  startMailWorker,
  userIdOf,
  verifyUser,
} from '../../fixtures/accounts.ts';
import { openBrowser } from '../../fixtures/cookie-browser.ts';
import { type Answered, caller, startDaemon } from '../../fixtures/daemon.ts';
import { codeOf, newAuthenticator, withPasskey, withTotp, wrongCodeOf } from '../../fixtures/factors.ts';
import { startMailServer } from '../../fixtures/mail.ts';
import { t } from '../../runner/tap.ts';

const env = {
  SIGNUPS_PER_MINUTE: '100000',
  PLANS_FREE_REQUESTS_PER_MINUTE: '100000',
  LOGIN_TRIES_PER_MINUTE: '1000',
  CERTIFICATE_SECRET: "the secret of an installation's processes",
};
const daemon = await startDaemon(t, { env });
/** Another process of the same installation, which requires a second factor. */
const strict = await startDaemon(t, { stores: daemon.stores, env: { ...env, REQUIRE_SECOND_FACTOR: '1' } });
const { db } = daemon.context;
const resetBy = 'another ten characters';
const mailbox = await startMailServer(t);
startMailWorker(t, daemon, mailbox.url);
const anyone = caller(daemon, undefined);
const code = ({ status, json }: Answered) => [status, json?.error?.code ?? null];
const login = (email: string, more: object = {}) => anyone('POST', '/auth/login', { email, password, ...more });

/** A user with a verified email address, who gets notifications. */
async function person(): Promise<Person> {
  const one = await signUp(daemon);
  await db.updateTable('users').set({ email_verified_at: new Date() }).where('email', '=', one.email).execute();
  return one;
}

const auditOf = async ({ email }: Pick<Person, 'email'>) =>
  db
    .selectFrom('audit_entries')
    .select(['action', 'actor', 'details'])
    .where('object_id', '=', (await findUserByEmail(db, email))?.publicId ?? '')
    .orderBy('id')
    .execute();

t.test('an authenticator app is added with a code, and later sign-ins need a code', async (t) => {
  const { call, email } = await person();
  const elsewhere = caller(daemon, (await login(email)).json.token);
  t.same((await call('GET', '/auth/factors')).json, { factors: [], recoveryCodesLeft: 0 });
  const begun = await call('POST', '/auth/factors/totp');
  t.match(begun.json, { id: /^fac_/, secret: /^[A-Z2-7]{32}$/, uri: /^otpauth:\/\/totp\/Waypost/ });
  t.ok(begun.json.uri.includes(begun.json.secret) && begun.json.uri.includes(encodeURIComponent(email)));
  t.equal((await login(email)).status, 200, 'an unconfirmed one does not count');
  const { id, uri } = begun.json;
  const wrong = await call('POST', '/auth/factors/totp/confirm', { id, code: wrongCodeOf(uri) });
  t.same(code(wrong), [422, 'validation_failed']);
  // A code's time step can end before the code is used again.
  const [now, next] = [codeOf(uri), codeOf(uri, 1)];
  const confirmed = await call('POST', '/auth/factors/totp/confirm', { id, code: now });
  t.equal(confirmed.status, 200);
  t.same(Object.keys(confirmed.json), ['recoveryCodes']);
  t.equal(new Set(confirmed.json.recoveryCodes).size, 10);
  for (const one of confirmed.json.recoveryCodes) t.match(one, /^[2-9a-z]{5}-[2-9a-z]{5}$/);
  t.same(code(await call('POST', '/auth/factors/totp/confirm', { id, code: next })), [404, 'not_found']);

  t.equal((await elsewhere('GET', '/auth/me')).status, 401, 'a session by password alone ends');
  t.equal((await call('GET', '/auth/me')).status, 200);
  const { factors, recoveryCodesLeft } = (await call('GET', '/auth/factors')).json;
  t.match(factors, [{ id, type: 'totp', name: 'Authenticator app', createdAt: /Z$/, lastUsedAt: /Z$/ }]);
  t.same([factors.length, recoveryCodesLeft], [1, 10]);

  const needed = await login(email);
  t.same(code(needed), [401, 'second_factor_required']);
  t.same(needed.json.error.details, { methods: ['totp', 'recovery'] });
  t.same(code(await login(email, { code: now })), [401, 'unauthorized'], 'the confirmation code is used up');
  const entered = await login(email, { code: next });
  t.match(entered.json, { token: /^fst_/, user: { email } });
  t.same(Object.keys(entered.json).sort(), ['expiresAt', 'role', 'token', 'user', 'workspace']);
  t.same(code(await login(email, { code: next })), [401, 'unauthorized'], 'a code counts once');

  const stored = JSON.stringify(await db.selectFrom('user_factors').selectAll().execute());
  t.notOk(stored.includes(begun.json.secret), 'the secret is not stored readable');
  t.match(await mailbox.waitFor(email, /second factor was added/), { text: /authenticator app/ });
  t.match(
    (await auditOf({ email })).filter(({ action }) => action === 'user.add-factor'),
    [{ actor: 'session', details: /"type":"totp"/ }],
  );
});

t.test('without the password nobody learns whether an account has a second factor', async (t) => {
  const { call, email } = await person();
  const { uri } = await withTotp(call);
  const unknown = await login(newEmail());
  for (const more of [{}, { code: codeOf(uri, 1) }, { code: '000000' }]) {
    const answer = await login(email, { password: 'not the password', ...more });
    t.same([answer.status, answer.json], [unknown.status, unknown.json], JSON.stringify(more));
  }
  t.equal((await login(email, { code: codeOf(uri, 1) })).status, 200, 'that used up no code');
});

t.test('only one of many concurrent sign-ins with the same code, at two processes, succeeds', async (t) => {
  const { call, email } = await person();
  const { uri, recoveryCodes } = await withTotp(call);
  const processes = [anyone, caller(strict, undefined)];
  for (const one of [codeOf(uri, 1), recoveryCodes[0]]) {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        (processes[n % 2] as typeof anyone)('POST', '/auth/login', { email, password, code: one }),
      ),
    );
    t.equal(answers.filter(({ status }) => status === 200).length, 1, String(one));
    for (const answer of answers) if (answer.status !== 200) t.same(code(answer), [401, 'unauthorized']);
  }
});

t.test('a factor can be added only once the email address is verified, except on localhost', async (t) => {
  const open = await startDaemon(t, {
    stores: daemon.stores,
    env: { ...env, BASE_URL: 'https://go.example.com/api' },
  });
  const { token, email } = await signUp(daemon);
  const call = caller(open, token);
  const { id, uri } = (await caller(daemon, token)('POST', '/auth/factors/totp')).json;
  const ways: [path: string, body: object][] = [
    ['/auth/factors/totp/confirm', { id, code: codeOf(uri) }],
    ['/auth/factors/totp', {}],
    ['/auth/factors/passkey', {}],
  ];
  for (const [path, body] of ways) t.same(code(await call('POST', path, body)), [403, 'forbidden'], path);
  t.same((await call('GET', '/auth/factors')).json.factors, []);
  await verifyUser(db, await userIdOf(db, { email }));
  for (const [path, body] of ways) t.equal((await call('POST', path, body)).status, 200, path);
});

t.test('ten attempts at a code are allowed, and they do not count as password attempts', async (t) => {
  const { call, email } = await person();
  const { uri } = await withTotp(call);
  for (let n = 0; n < 12; n++) t.same(code(await login(email)), [401, 'second_factor_required']);
  const answers = await Promise.all(Array.from({ length: 12 }, () => login(email, { code: wrongCodeOf(uri) })));
  t.equal(answers.filter(({ status }) => status === 401).length, 10);
  const refused = await login(email, { code: codeOf(uri, 1) });
  t.same(code(refused), [429, 'rate_limited'], 'not even the right one is checked');
  t.ok(Number(refused.headers.get('retry-after')) > 60);
});

t.test('a recovery code works once, in any notation, and triggers an email', async (t) => {
  const { call, email } = await person();
  const { recoveryCodes, uri } = await withTotp(call);
  const [one = '', other = ''] = recoveryCodes;
  t.equal((await login(email, { code: one.toUpperCase().replace('-', ' ') })).status, 200);
  t.same(code(await login(email, { code: one })), [401, 'unauthorized']);
  t.equal((await call('GET', '/auth/factors')).json.recoveryCodesLeft, 9);
  t.match(await mailbox.waitFor(email, /recovery code was used/), { text: /9 are left/ });
  t.notOk(JSON.stringify(await db.selectFrom('user_recovery_codes').selectAll().execute()).includes(other));

  t.same(code(await call('POST', '/auth/factors/recovery-codes', {})), [422, 'validation_failed']);
  t.same(code(await call('POST', '/auth/factors/recovery-codes', { password: 'wrong' })), [422, 'validation_failed']);
  const renewed = await call('POST', '/auth/factors/recovery-codes', { code: codeOf(uri, 1) });
  t.equal(new Set([...recoveryCodes, ...renewed.json.recoveryCodes]).size, 20);
  t.same(code(await login(email, { code: other })), [401, 'unauthorized'], 'the old ones end');
  t.equal((await login(email, { code: renewed.json.recoveryCodes[0] })).status, 200);
  await mailbox.waitFor(email, /new recovery codes/);
});

t.test(
  'a factor is removed with the password or a code, and removing the last factor removes the recovery codes',
  async (t) => {
    const { call, email } = await person();
    const { id, uri } = await withTotp(call);
    const passkey = await withPasskey(daemon, call);
    t.same(passkey.recoveryCodes, [], 'codes are created only with the first factor');
    t.same((await login(email)).json.error.details.methods, ['totp', 'passkey', 'recovery']);
    for (const [body, status] of [
      [{}, 422],
      [{ password: 'wrong' }, 422],
      [{ code: wrongCodeOf(uri) }, 422],
      [{ code: codeOf(uri, 1) }, 200],
    ] as const)
      t.equal((await call('DELETE', `/auth/factors/${id}`, body)).status, status, JSON.stringify(body));
    t.same(code(await call('DELETE', `/auth/factors/${id}`, { password })), [404, 'not_found']);
    t.same((await login(email)).json.error.details.methods, ['passkey', 'recovery']);
    const other = await person();
    const foreign = await other.call('DELETE', `/auth/factors/${passkey.factorId}`, { password });
    t.same(code(foreign), [404, 'not_found'], "nobody removes another's");
    t.equal((await call('DELETE', `/auth/factors/${passkey.factorId}`, { password })).status, 200);
    t.equal((await login(email)).status, 200);
    t.same((await call('GET', '/auth/factors')).json, { factors: [], recoveryCodesLeft: 0 });
    t.match(await mailbox.waitFor(email, /was removed: Laptop/), { text: /password alone signs you in/ });
  },
);

t.test('a session without a recent sign-in cannot add or remove factors', async (t) => {
  const { call, email } = await person();
  const longAgo = new Date(Date.now() - 3_600_000);
  const userId = await userIdOf(db, { email });
  await db.updateTable('sessions').set({ created_at: longAgo }).where('user_id', '=', userId).execute();
  for (const path of ['/auth/factors/totp', '/auth/factors/passkey']) {
    const asked = await call('POST', path, {});
    t.same([...code(asked), asked.json.error.details.field], [422, 'validation_failed', 'password']);
    t.equal((await call('POST', path, { password: 'wrong' })).status, 422);
    t.equal((await call('POST', path, { password })).status, 200);
  }
  const { key } = (await call('POST', '/keys', { name: 'Key', permission: 'admin' })).json;
  t.same(code(await caller(daemon, key)('GET', '/auth/factors')), [403, 'forbidden'], 'a key has no second factor');
});

t.test('a passkey signs a user in without a password, and replaces a code', async (t) => {
  const { call, email } = await person();
  const passkey = await withPasskey(daemon, call);
  t.equal(passkey.recoveryCodes.length, 10);
  t.same((await login(email)).json.error.details, { methods: ['passkey', 'recovery'] });
  const { options } = (await anyone('POST', '/auth/login/passkey/options')).json;
  t.match(options, { rpId: 'localhost', userVerification: 'required' });
  t.notOk(JSON.stringify(options).includes(passkey.sign(options).id), 'the caller learns of no account');
  const entered = await anyone('POST', '/auth/login/passkey', { response: passkey.sign(options) });
  t.match(entered.json, { token: /^fst_/, user: { email } });
  t.equal((await caller(daemon, entered.json.token)('GET', '/auth/me')).status, 200);

  const browser = openBrowser(daemon);
  const again = (await anyone('POST', '/auth/login/passkey/options')).json.options;
  const begun = await browser.call('POST', '/dashboard/session/passkey', { response: passkey.sign(again) });
  t.match(begun.json, { user: { email } });
  t.equal((await browser.call('GET', '/dashboard/session')).status, 200);
  t.match((await auditOf({ email })).at(-1), { action: 'user.login', details: '{"by":"passkey"}' });
});

t.test('a passkey response with wrong data is refused', async (t) => {
  const { call } = await person();
  const passkey = await withPasskey(daemon, call);
  const ask = async () => (await anyone('POST', '/auth/login/passkey/options')).json.options;
  const enter = (response: object) => anyone('POST', '/auth/login/passkey', { response });
  const options = await ask();
  const ofCreation = (await call('POST', '/auth/factors/passkey')).json.options;
  const cases: Record<string, object> = {
    'another origin': passkey.sign(options, { origin: 'https://example.com' }),
    'another site': passkey.sign(options, { rpId: 'example.com' }),
    'a user who was not verified': passkey.sign(options, { flags: 0x01 }),
    'a challenge from elsewhere': passkey.sign(options, { challenge: 'A'.repeat(51) }),
    'a challenge for another purpose': passkey.sign(ofCreation),
    'an unknown passkey': newAuthenticator(daemon).sign(options),
    'another signature': { ...newAuthenticator(daemon).sign(options), id: passkey.sign(options).id },
  };
  for (const [name, response] of Object.entries(cases))
    t.same(code(await enter(response)), [401, 'unauthorized'], name);
  const signed = passkey.sign(options);
  const answers = await Promise.all(Array.from({ length: 6 }, () => enter(signed)));
  t.equal(answers.filter(({ status }) => status === 200).length, 1, 'a challenge is answered once');
  t.equal((await enter(passkey.sign(await ask(), { counter: 7 }))).status, 200);
  t.same(
    code(await enter(passkey.sign(await ask(), { counter: 7 }))),
    [401, 'unauthorized'],
    'a copy that lags behind',
  );
  t.same(code(await enter(passkey.sign(await ask()))), [401, 'unauthorized'], 'a revoked one');
  t.equal((await enter(passkey.sign(await ask(), { counter: 8 }))).status, 200);
  t.equal((await enter({ id: 'x' })).status, 422);
});

t.test('a passkey is added once, to one account, and only by the session that requested it', async (t) => {
  const { call, email } = await person();
  const other = await person();
  const { options } = (await call('POST', '/auth/factors/passkey')).json;
  const passkey = newAuthenticator(daemon);
  const confirm = (by: Person['call'], response: object) =>
    by('POST', '/auth/factors/passkey/confirm', { name: 'Key', response });
  const elsewhere = caller(daemon, (await login(email)).json.token);
  for (const [name, by, response] of [
    ['another account', other.call, passkey.create(options)],
    ['another session', elsewhere, passkey.create(options)],
    ['another origin', call, passkey.create(options, { origin: 'https://example.com' })],
    ['a user who was not verified', call, passkey.create(options, { flags: 0x01 })],
    ['a challenge from elsewhere', call, passkey.create(options, { challenge: 'A'.repeat(51) })],
  ] as const)
    t.same(code(await confirm(by, response)), [422, 'validation_failed'], name);
  const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(call, passkey.create(options))));
  t.equal(answers.filter(({ status }) => status === 200).length, 1);
  t.equal((await call('GET', '/auth/factors')).json.factors.length, 1);
  const theirs = (await other.call('POST', '/auth/factors/passkey')).json.options;
  t.same(code(await confirm(other.call, passkey.create(theirs))), [409, 'conflict']);
});

t.test('a password reset by email keeps the second factor', async (t) => {
  const { call, email } = await person();
  const { uri } = await withTotp(call);
  const userId = await userIdOf(db, { email });
  const token = () => insertToken(db, 'password', userId, { expiresAt: new Date(Date.now() + 60_000), mailed: true });
  const browser = openBrowser(daemon);
  const set = await browser.call('POST', '/dashboard/password', { token: await token(), password: resetBy });
  t.match([set.status, set.json.error.code, browser.cookie], [401, 'second_factor_required', '']);
  t.equal((await anyone('POST', '/auth/password/reset', { token: await token(), password: resetBy })).status, 200);
  t.same(code(await login(email, { password: resetBy })), [401, 'second_factor_required']);
  const by = { email, password: resetBy, code: codeOf(uri, 1) };
  t.equal((await browser.call('POST', '/dashboard/session', by)).status, 200);
});

t.test('the operator removes the factors of a user who lost them', async (t) => {
  const { call, email } = await person();
  await withTotp(call);
  await withPasskey(daemon, call);
  const tools = { db, config: daemon.context.config, redisUrl: '', announceChanges: async () => {} };
  t.match(await removeFactors(tools, email), { email, removed: ['Authenticator app (totp)', 'Laptop (passkey)'] });
  t.match(await removeFactors(tools, email), { removed: [] });
  await t.rejects(removeFactors(tools, newEmail()), /there is no user/);
  t.equal((await login(email)).status, 200);
  const removals = (await auditOf({ email })).filter(({ action }) => action === 'user.remove-factors');
  t.match(removals, [{ actor: 'operator', details: /"type":"passkey"/ }]);
  t.equal(removals.length, 1);
  await mailbox.waitFor(email, /factors were removed/);
  await withTotp(call);
  await db
    .deleteFrom('members')
    .where('user_id', '=', await userIdOf(db, { email }))
    .execute();
  await removeFactors(tools, email);
  const entries = (await auditOf({ email })).filter(({ action }) => action === 'user.remove-factors');
  t.equal(entries.length, 2, 'also of a user in no workspace');
});

t.test('if a second factor is required, a session can do nothing until the user adds a factor', async (t) => {
  const { email, answer } = await person();
  const first = caller(strict, answer.token);
  const entered = await caller(strict, undefined)('POST', '/auth/login', { email, password });
  t.match(entered.json, { token: /^fst_/, needsSecondFactor: true });
  const call = caller(strict, entered.json.token);
  for (const [method, path, body] of [
    ['GET', '/links'],
    ['GET', '/workspace'],
    ['GET', '/auth/me'],
    ['GET', '/auth/sessions'],
    ['POST', '/auth/email', { email: newEmail(), currentPassword: password }],
    ['PATCH', '/auth/me', { name: 'Other' }],
    ['DELETE', '/auth/me', { currentPassword: password }],
    ['POST', '/keys', { name: 'Key', permission: 'admin' }],
  ] as const) {
    for (const by of [call, first]) {
      const refused = await by(method, path, body);
      t.same(code(refused), [403, 'forbidden'], `${method} ${path}`);
      t.same(refused.json.error.details, { reason: 'second_factor_missing' });
    }
  }
  t.match((await call('GET', '/dashboard/session')).json, { user: { email }, needsSecondFactor: true });
  const { id, uri } = await withTotp(call);
  t.equal((await call('GET', '/links')).status, 200, 'with one everything is open, at once');
  t.notOk('needsSecondFactor' in (await call('GET', '/dashboard/session')).json);
  t.equal((await first('GET', '/auth/me')).status, 401);
  t.same(code(await call('DELETE', `/auth/factors/${id}`, { password })), [409, 'conflict'], 'the last one stays');
  const passkey = await withPasskey(strict, call);
  t.equal((await call('DELETE', `/auth/factors/${id}`, { password })).status, 200);
  t.equal((await call('DELETE', `/auth/factors/${passkey.factorId}`, { password })).status, 409);
  t.ok(uri);

  const { key } = (await call('POST', '/keys', { name: 'Key', permission: 'admin' })).json;
  t.equal((await caller(strict, key)('GET', '/links')).status, 200, 'keys are not affected');
  await removeFactors({ db, config: strict.context.config, redisUrl: '', announceChanges: async () => {} }, email);
  strict.context.access.forget('all');
  t.same(code(await call('GET', '/links')), [403, 'forbidden'], 'the session of the user who lost them ends too');
  t.equal((await call('POST', '/auth/logout')).status, 200);
});
