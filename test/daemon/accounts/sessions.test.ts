/** A user's own sessions: the list, with device and network, and their end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { password, signUp } from '../../fixtures/accounts.ts';
import { type Answered, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const env = {
  SIGNUPS_PER_MINUTE: '1000',
  LOGIN_TRIES_PER_MINUTE: '1000',
  PLANS_FREE_REQUESTS_PER_MINUTE: '100000',
  TRUSTED_PROXIES: '127.0.0.1/32',
};
const daemon = await startDaemon(t, { env });
const second = await startDaemon(t, { env, stores: daemon.stores });
const { db } = daemon.context;
const anyone = caller(daemon, undefined);
const code = ({ status, json }: Answered) => [status, json?.error?.code ?? null];

async function logIn(email: string, headers: Record<string, string> = {}) {
  const { json } = await anyone('POST', '/auth/login', { email, password }, headers);
  return { token: json.token as string, call: caller(daemon, json.token), there: caller(second, json.token) };
}
const sessionsOf = async (call: Awaited<ReturnType<typeof logIn>>['call']) =>
  (await call('GET', '/auth/sessions')).json.sessions as Json[];

t.test('each session is listed with its device and network, and the current session is marked', async (t) => {
  const { email } = await signUp(daemon);
  const phone = await logIn(email, { 'user-agent': 'A phone\tof mine', 'x-forwarded-for': '203.0.113.77' });
  const desk = await logIn(email, { 'user-agent': 'x'.repeat(300), 'x-forwarded-for': '2001:db8:12:3456::7' });
  const odd = await logIn(email, { 'user-agent': '', 'x-forwarded-for': 'not an address' });
  const listed = await sessionsOf(phone.call);
  t.equal(listed.length, 4);
  t.strictSame(
    listed.filter(({ current }) => current).map(({ userAgent }) => userAgent),
    ['A phone of mine'],
  );
  t.strictSame(
    listed.map(({ address }) => address).sort(),
    ['127.0.0.0/24', '127.0.0.0/24', '2001:db8:12::/48', '203.0.113.0/24'].sort(),
  );
  t.ok(listed.some(({ userAgent }) => userAgent === 'x'.repeat(255)));
  t.ok(listed.some(({ userAgent }) => userAgent === null));
  t.equal(new Set(listed.map(({ id }) => id)).size, 4);
  for (const { id, createdAt, lastUsedAt } of listed) {
    t.match(id, /^ses_[0-9a-f]{20}$/);
    t.ok(createdAt <= lastUsedAt);
  }
  for (const { token } of [phone, desk, odd]) t.notOk(JSON.stringify(listed).includes(token.slice(4)));
  const rows = JSON.stringify(await db.selectFrom('sessions').selectAll().execute());
  for (const whole of ['203.0.113.77', '3456']) t.notOk(rows.includes(whole), 'no full IP address is stored');
});

t.test('an ended session is refused on every process, and all other sessions stay valid', async (t) => {
  const { email, call } = await signUp(daemon);
  const other = await logIn(email);
  for (const use of [other.call, other.there]) t.equal((await use('GET', '/auth/me')).status, 200);
  const { id } = (await sessionsOf(other.call)).find(({ current }) => current);
  t.strictSame((await call('DELETE', `/auth/sessions/${id}`)).json, { ok: true });
  t.strictSame(code(await other.call('GET', '/auth/me')), [401, 'unauthorized'], 'here at once');
  while ((await other.there('GET', '/auth/me')).status !== 401) await sleep(20);
  t.equal((await call('GET', '/auth/me')).status, 200);
  t.strictSame(code(await call('DELETE', `/auth/sessions/${id}`)), [404, 'not_found']);
  const [own] = await sessionsOf(call);
  t.strictSame((await call('DELETE', `/auth/sessions/${own.id}`)).json, { ok: true }, 'its own too');
  t.strictSame(code(await call('GET', '/auth/me')), [401, 'unauthorized']);
});

t.test('one request ends all other sessions', async (t) => {
  const { email, call } = await signUp(daemon);
  const others = await Promise.all(Array.from({ length: 5 }, () => logIn(email)));
  const stranger = await signUp(daemon);
  t.strictSame((await call('DELETE', '/auth/sessions')).json, { ok: true });
  for (const other of others) t.strictSame(code(await other.call('GET', '/auth/me')), [401, 'unauthorized']);
  t.strictSame(
    (await sessionsOf(call)).map(({ current }) => current),
    [true],
  );
  t.equal((await stranger.call('GET', '/auth/me')).status, 200);
});

t.test('no user or API key sees or ends another user’s session', async (t) => {
  const mine = await signUp(daemon);
  const theirs = await signUp(daemon);
  const [{ id }] = (await sessionsOf(theirs.call)) as [Json];
  t.strictSame(code(await mine.call('DELETE', `/auth/sessions/${id}`)), [404, 'not_found']);
  t.equal((await theirs.call('GET', '/auth/me')).status, 200);
  const { key } = (await theirs.call('POST', '/keys', { name: 'k' })).json;
  for (const [method, at] of [
    ['GET', '/auth/sessions'],
    ['DELETE', '/auth/sessions'],
    ['DELETE', `/auth/sessions/${id}`],
  ] as const)
    t.strictSame(code(await caller(daemon, key)(method, at)), [403, 'forbidden']);
  for (const wrong of ['ses_', 'x', `${id}0`, '%00'])
    t.equal((await mine.call('DELETE', `/auth/sessions/${wrong}`)).status, 404);
});

t.test('an expired session is not listed, and a session shows when it was last used', async (t) => {
  const { email, call } = await signUp(daemon);
  await logIn(email);
  const listed = await sessionsOf(call);
  const ages = db
    .updateTable('sessions')
    .where('user_id', 'in', (e) => e.selectFrom('users').select('id').where('email', '=', email));
  const hourAgo = new Date(Date.now() - 3_600_000);
  await ages.set({ last_used_at: hourAgo }).execute();
  daemon.context.access.forget('all');
  const current = async () => (await sessionsOf(call)).find((session) => session.current);
  while ((await current()).lastUsedAt === hourAgo.toISOString()) await sleep(10);
  t.equal(listed.length, 2);
  const other = (await sessionsOf(call)).find((session) => !session.current);
  t.equal(other.lastUsedAt, hourAgo.toISOString(), 'the other was not used');
  await ages
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('last_used_at', '=', hourAgo)
    .execute();
  t.equal((await sessionsOf(call)).length, 1);
});
