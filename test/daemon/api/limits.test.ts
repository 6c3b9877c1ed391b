/** Request limits: their numbers, their headers, and their behaviour while a database is down. */

import { insertApiKey } from '../../../daemon/keys/queries.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { createStores, startServers } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const env = { PLANS_FREE_REQUESTS_PER_MINUTE: '20', LINKS_INSTANCES: '2' };
const url = 'https://example.com/';

t.test('each workspace has one request budget for all its keys and all processes, shown in every answer', async (t) => {
  const stores = await createStores(t);
  const first = await startDaemon(t, { env, stores });
  const second = await startDaemon(t, { env, stores });
  const { db } = first.context;
  const workspace = await addWorkspace(db, 'free');
  const other = await insertApiKey(
    db,
    { workspaceId: workspace.id, createdBy: workspace.userId, role: 'admin', name: 'other' },
    new Date(),
  );
  const calls = [caller(first, workspace.key), caller(second, workspace.key), caller(first, other.key)];
  const paths = ['/tags', '/links', '/links/unknown', '/links?limit=0'];
  for (let n = 0; n < 20; n++) {
    const answer = await (calls[n % 3] as (typeof calls)[0])('GET', paths[n % 4] as string);
    t.equal(answer.status, [200, 200, 404, 422][n % 4]);
    t.equal(answer.headers.get('ratelimit-policy'), '"workspace";q=20;w=60');
    t.match(answer.headers.get('ratelimit'), new RegExp(`^"workspace";r=${19 - n};t=\\d{1,2}$`));
    t.equal(answer.headers.get('x-ratelimit-limit'), '20');
    t.equal(answer.headers.get('x-ratelimit-remaining'), String(19 - n));
    const resetIn = Number(answer.headers.get('x-ratelimit-reset')) - Date.now() / 1_000;
    t.ok(resetIn > -2 && resetIn <= 61, `resets in ${resetIn} s`);
    t.equal(answer.headers.get('retry-after'), null);
  }
  for (const call of calls) {
    const answer = await call('POST', '/links', { url });
    t.same([answer.status, answer.json.error.code], [429, 'rate_limited']);
    t.match(answer.headers.get('retry-after'), /^[1-9]\d?$/);
    t.match(answer.headers.get('ratelimit'), '"workspace";r=0;');
  }
  const neighbour = caller(first, (await addWorkspace(db, 'free')).key);
  t.equal((await neighbour('GET', '/tags')).status, 200, 'another workspace has its own');
  const refused = await caller(first, undefined)('GET', '/tags');
  t.equal(refused.headers.get('ratelimit'), null, 'an unknown caller learns nothing');
});

t.test("requests count against an IP address's own budget before the caller is known", async (t) => {
  const daemon = await startDaemon(t, { env: { ADDRESS_REQUESTS_PER_MINUTE: '5', TRUSTED_PROXIES: '127.0.0.1' } });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const call = caller(daemon, undefined);
  for (let n = 0; n < 5; n++) t.equal((await call('GET', '/tags', undefined, from('203.0.113.7'))).status, 401);
  const over = await call('GET', '/tags', undefined, from('203.0.113.7'));
  t.equal(over.status, 429);
  t.match(over.headers.get('retry-after'), /^[1-9]\d?$/);
  t.equal((await call('GET', '/tags', undefined, from('203.0.113.8'))).status, 401, 'another address');
  for (let n = 0; n < 5; n++) await call('GET', '/tags', undefined, from(`2001:db8:1:2::${n}`));
  t.equal((await call('GET', '/tags', undefined, from('2001:db8:1:2:3:4:5:6'))).status, 429, 'one /64 is one address');
  t.equal((await call('GET', '/tags', undefined, from('2001:db8:1:3::1'))).status, 401, 'the next /64 is another');
});

t.test(
  'without Redis each process allows its share of the budget; without MySQL the API answers 503 and recovers',
  async (t) => {
    const { mysql, redis } = await startServers(t);
    const stores = { mysqlUrl: mysql.url, redisUrl: redis.url, redisPrefix: 'test' };
    const daemon = await startDaemon(t, { env, stores });
    const workspace = await addWorkspace(daemon.context.db, 'free');
    const call = caller(daemon, workspace.key);
    t.equal((await call('POST', '/links', { url })).status, 201);

    await redis.kill('SIGKILL');
    // On a busy machine the first workspace's request can be counted in memory, before Redis is connected.
    const fresh = caller(daemon, (await addWorkspace(daemon.context.db, 'free')).key);
    const statuses: number[] = [];
    for (let n = 0; n < 15; n++) statuses.push((await fresh('GET', '/tags')).status);
    t.same(statuses, [...Array(10).fill(200), ...Array(5).fill(429)], '10 of 20 for one of two processes');

    const pro = caller(daemon, (await addWorkspace(daemon.context.db, 'pro')).key);
    t.equal((await pro('POST', '/links', { url })).status, 201, 'links are created without Redis');
    await mysql.stop();
    for (const [method, at, body] of [
      ['GET', '/links', undefined],
      ['POST', '/links', { url }],
    ] as const) {
      const answer = await pro(method, at, body);
      t.same([answer.status, answer.json.error.code], [503, 'unavailable'], method);
      t.match(answer.headers.get('retry-after'), /^\d+$/);
      t.notMatch(answer.text, /sql|ECONN/i, 'no detail of the database is shown');
    }
    await mysql.start();
    let recovered = await pro('POST', '/links', { url });
    for (let tries = 0; tries < 50 && recovered.status === 503; tries++)
      recovered = await pro('POST', '/links', { url });
    t.equal(recovered.status, 201, recovered.text);
  },
);
