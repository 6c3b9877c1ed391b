/** One tenant's passwords delay nobody else, counted in hashes that ran before another's at any machine speed. */

import { passwordNumbers } from '../../../daemon/identity/passwords.ts';
import { hashPassword, nobodysHash, verifyPassword } from '../../../shared/secrets/passwords.ts';
import { password, signUp } from '../../fixtures/accounts.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const env = {
  PLANS_SCALE_REQUESTS_PER_MINUTE: '100000',
  LOGIN_TRIES_PER_MINUTE: '100000',
  TRUSTED_PROXIES: '127.0.0.1',
};
const daemon = await startDaemon(t, { env });
const { db } = daemon.context;
const url = 'https://example.com/';

type Lane = 'accounts' | 'new_links' | 'link_tries';
const count = (lane: Lane, what: 'hashes' | 'waiting' | 'refused') => {
  const number = passwordNumbers[`password_${lane}_${what}`];
  if (!number) throw new Error(`${lane} has no ${what}`);
  return number.value();
};
/** Sends many requests at once. Returns how to abort all of them. */
function flood(requests: number, send: (n: number, signal: AbortSignal) => Promise<Response>) {
  const hangUp = new AbortController();
  const statuses = Array.from({ length: requests }, async (_, n) => {
    const response = await send(n, hangUp.signal).catch(() => undefined);
    await response?.arrayBuffer().catch(() => {});
    return response?.status;
  });
  return { statuses: Promise.all(statuses), stop: () => hangUp.abort() };
}

const bulk =
  (key: string, at = 0) =>
  (n: number, signal: AbortSignal) =>
    fetch(`${daemon.origin}/api/links/bulk`, {
      method: 'POST',
      signal,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        links: Array.from({ length: 50 }, (_, index) => ({
          url,
          slug: `p${at}-${n}-${index}`,
          password: 'open sesame',
        })),
      }),
    });

t.test('fifty passwords in one request cause no warning in the log', async (t) => {
  const warnings: Error[] = [];
  const listener = (warning: Error) => warnings.push(warning);
  process.on('warning', listener);
  const { key } = await addWorkspace(db, 'scale');
  t.equal((await bulk(key, 9)(0, AbortSignal.timeout(120_000))).status, 200);
  process.off('warning', listener);
  t.same(warnings, []);
});

t.test(
  'bulk creation with passwords is limited, delays neither sign-in nor another workspace, and stops when its client disconnects',
  async (t) => {
    const [busy, other] = [await addWorkspace(db, 'scale'), await addWorkspace(db, 'scale')];
    const person = await signUp(daemon);
    const { statuses, stop } = flood(12, bulk(busy.key));
    await until(() => count('new_links', 'waiting') >= 60);
    const before = count('new_links', 'hashes');

    const login = await caller(daemon, undefined)('POST', '/auth/login', { email: person.email, password });
    t.equal(login.status, 200);
    t.ok(count('new_links', 'waiting') > 0, 'the flood was still waiting when the login was answered');

    const at = count('new_links', 'hashes');
    const created = await caller(daemon, other.key)('POST', '/links', { url, password: 'open sesame' });
    t.equal(created.status, 201);
    const ran = count('new_links', 'hashes') - at;
    t.ok(count('new_links', 'waiting') > 0, `another's link was created while the flood waited, ${ran} hashes later`);

    stop();
    await until(() => count('new_links', 'waiting') === 0);
    const after = count('new_links', 'hashes');
    t.ok(after - before < 60, `${after - before} of the waiting hashes ran`);
    const answered = (await statuses).filter((status) => status !== undefined);
    t.same([...new Set(answered)], [503], 'requests over the limit were refused at once');
    t.ok(answered.length >= 1);
    const { links } = (await caller(daemon, busy.key)('GET', '/links')).json;
    t.same(links, [], 'the disconnected client has no links');
  },
);

t.test('an answer of 503 shows when to retry', async (t) => {
  const busy = await addWorkspace(db, 'scale');
  const hangUp = new AbortController();
  const waiting = Array.from({ length: 4 }, (_, n) => bulk(busy.key, 1)(n, hangUp.signal).catch(() => undefined));
  const refused = await Promise.any(
    waiting.map(async (one) => {
      const response = await one;
      if (response?.status !== 503) throw new Error('not that one');
      return response;
    }),
  );
  t.match(refused.headers.get('retry-after'), /^\d+$/);
  t.match(await refused.json(), { error: { code: 'unavailable' } });
  hangUp.abort();
  await Promise.all(waiting);
  await until(() => count('new_links', 'waiting') === 0);
});

t.test('no password is hashed for an invalid link', async (t) => {
  const call = caller(daemon, (await addWorkspace(db, 'scale')).key);
  t.equal((await call('POST', '/links', { url, slug: 'taken' })).status, 201);
  const free = caller(daemon, (await addWorkspace(db, 'free')).key);
  const poor = await startDaemon(t, { env: { PLANS_PRO_LINKS_PER_MONTH: '2' }, stores: daemon.stores });
  const spent = caller(poor, (await addWorkspace(db, 'pro')).key);
  for (let n = 0; n < 2; n++) t.equal((await spent('POST', '/links', { url })).status, 201);
  const id = (await call('POST', '/links', { url, slug: 'mine' })).json.id;

  const before = count('new_links', 'hashes');
  const password = 'open sesame';
  for (const [caller, method, at, body, status] of [
    [call, 'POST', '/links', { url, slug: 'taken', password }, 409],
    [call, 'POST', '/links', { url, slug: 'api', password }, 422],
    [call, 'POST', '/links', { url: 'ftp://example.com/', password }, 422],
    [call, 'POST', '/links', { url, domain: 'not-ours.example', password }, 422],
    [call, 'PATCH', `/links/${id}`, { slug: 'taken', password }, 409],
    [free, 'POST', '/links', { url, password }, 402],
    [spent, 'POST', '/links', { url, password }, 402],
    [spent, 'POST', '/links', { url, slug: 'taken', password }, 402],
  ] as const) {
    t.equal((await caller(method, at, body)).status, status, `${method} ${JSON.stringify(body)}`);
  }
  const mixed = await call('POST', '/links/bulk', {
    links: [
      { url, slug: 'taken', password },
      { url, slug: 'twice', password },
      { url, slug: 'twice', password },
      { url, slug: 'open' },
      { url: 'x', password },
    ],
  });
  t.same(
    mixed.json.results.map(({ status, link }: { status: number; link?: { hasPassword: boolean } }) => [
      status,
      link?.hasPassword,
    ]),
    [
      [409, undefined],
      [201, true],
      [409, undefined],
      [201, false],
      [422, undefined],
    ],
  );
  t.equal(count('new_links', 'hashes') - before, 1, 'one password was worth hashing');
});

t.test(
  'a flood of sign-ins from one IP address delays a sign-in from another IP address by at most two hashes',
  async (t) => {
    const person = await signUp(daemon);
    const login = (address: string, email: string, signal?: AbortSignal) =>
      fetch(`${daemon.origin}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ email, password }),
        ...(signal ? { signal } : {}),
      });
    const { stop, statuses } = flood(120, (n, signal) => login('203.0.113.9', `nobody${n}@example.com`, signal));
    await until(() => count('accounts', 'waiting') >= 40);
    t.equal((await login('203.0.113.10', person.email)).status, 200);
    t.ok(count('accounts', 'waiting') > 0, 'the flood was still waiting');
    stop();
    await statuses;
    t.ok(count('accounts', 'refused') > 0, 'the rest of the flood was refused');
  },
);

t.test('a flood of password attempts at one link delays neither sign-in nor another link', async (t) => {
  const call = caller(daemon, (await addWorkspace(db, 'scale')).key);
  for (const slug of ['attacked', 'quiet'])
    t.equal((await call('POST', '/links', { url, slug, password: 'open sesame' })).status, 201);
  const person = await signUp(daemon);
  const attempt = (slug: string, given: string, address: string, signal?: AbortSignal) =>
    fetch(`${daemon.origin}/${slug}`, {
      redirect: 'manual',
      headers: { host: 'localhost:8080', 'x-link-password': given, 'x-forwarded-for': address },
      ...(signal ? { signal } : {}),
    });
  const { stop, statuses } = flood(60, (n, signal) => attempt('attacked', 'wrong', `198.51.100.${n}`, signal));
  await until(() => count('link_tries', 'waiting') >= 15);
  t.equal((await attempt('quiet', 'open sesame', '192.0.2.1')).status, 302);
  t.ok(count('link_tries', 'waiting') > 0, 'the flood was still waiting when the other link opened');
  t.equal((await caller(daemon, undefined)('POST', '/auth/login', { email: person.email, password })).status, 200);
  const refused = (await statuses).filter((status) => status === 503).length;
  t.ok(refused > 0, `${refused} attempts over the limit were reported to retry`);
  stop();
});

t.test('waiting password work starts as soon as no other work uses its queue', async (t) => {
  const hashes = await Promise.all(Array.from({ length: 5 }, (_, n) => hashPassword('x', { from: String(n) })));
  t.equal(new Set(hashes).size, 5);
});

t.test('sign-in to an unknown account takes as long as to a known account, and no password matches', async (t) => {
  const costOf = (hash: string) => hash.split('$').slice(0, 4);
  t.same(costOf(nobodysHash), costOf(await hashPassword('correct horse battery')));
  t.equal(await verifyPassword(nobodysHash, ''), false);
});
