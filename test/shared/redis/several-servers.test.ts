/**
 * The product on several Redis servers: Sentinels whose primary is killed, frozen and demoted; a Cluster that loses a
 * node; TLS with a private authority and a restricted user. Each click is stored once, changes reach every process,
 * shared limits apply, and jobs are done.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { dropKeys, openForRestore } from '../../../shared/backup/restore-redis.ts';
import { checkQueues } from '../../../shared/check/checks/data.ts';
import { checkRedis, checkRedisSettings } from '../../../shared/check/checks/redis.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { queuePrefix } from '../../../shared/jobs/queues.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { connectOnce, refuseWrongAddress } from '../../../shared/redis/redis-address.ts';
import { addWorkspace, caller } from '../../fixtures/daemon.ts';
import { type Service, service } from '../../fixtures/processes.ts';
import { makeCertificate } from '../../fixtures/proxies.ts';
import { startReceiver } from '../../fixtures/receiver.ts';
import { openTestDb } from '../../fixtures/redirects.ts';
import { type RedisServer, startCluster, startRedis, startSentinels } from '../../fixtures/redis-servers.ts';
import { ask } from '../../fixtures/requests.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { addWebhook } from '../../fixtures/webhooks.ts';
import { type Test, t } from '../../runner/tap.ts';

const agent = 'Mozilla/5.0 (X11; Linux x64) Chrome/126.0';

async function startProduct(t: Test, redisUrl: string) {
  const { mysqlUrl, redisPrefix } = await createStores(t);
  const db = await openTestDb(t, { mysqlUrl });
  const workspace = await addWorkspace(db, 'scale');
  const localDir = await mkdtemp(path.join(tmpdir(), 'waypost-several-'));
  t.teardown(() => rm(localDir, { recursive: true, force: true }));
  const env = {
    MYSQL_URL: mysqlUrl,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: redisPrefix,
    LOCAL_DIR: localDir,
    BASE_URL: 'http://go.test/api',
    DEFAULT_SHORT_DOMAIN: 'go.test',
    MIGRATE_ON_START: 'yes',
    TRUSTED_PROXIES: '127.0.0.1',
    ALLOW_PRIVATE_DESTINATIONS: '1',
  };
  const links = [
    await service(t, 'daemon/server.js', 'LINKS_PORT', env),
    await service(t, 'daemon/server.js', 'LINKS_PORT', env),
  ];
  const worker = await service(t, 'daemon/worker.js', 'METRICS_PORT', env, '/metrics');
  const automations = await service(t, 'automations-api/server.js', 'AUTOMATIONS_PORT', env);
  await Promise.all([...links, worker, automations].map((one) => one.start()));
  const call = caller({ origin: `http://127.0.0.1:${links[0]?.port}` }, workspace.key);
  const receiver = await startReceiver(t);
  await addWebhook(call, receiver.url, ['link.created']);
  let people = 0;
  const visit = async ({ port }: Service, slug: string) => {
    const headers = { Host: 'go.test', 'User-Agent': agent, 'X-Forwarded-For': `198.51.100.${++people % 250}` };
    return (await ask(port, { path: `/${slug}`, headers })).status;
  };

  /** Creates a link and visits it at both processes. The second process learns of it through Redis or by polling. */
  const makeLink = async (slug: string, more: object = {}): Promise<number> => {
    const { json, status } = await call('POST', '/links', { url: 'https://example.com/', slug, ...more });
    t.equal(status, 201, `${slug} is created`);
    for (const one of links) await until(async () => (await visit(one, slug)) === 302);
    const { id } = await db.selectFrom('links').select('id').where('public_id', '=', json.id).executeTakeFirstOrThrow();
    return Number(id);
  };
  const storedOf = async (id: number) => {
    const row = await db.selectFrom('links').select('clicks').where('id', '=', id).executeTakeFirstOrThrow();
    return Number(row.clicks);
  };
  const isScanned = (id: number) =>
    until(async () => {
      const row = await db.selectFrom('link_scans').select('scanned_at').where('link_id', '=', id).executeTakeFirst();
      return row?.scanned_at;
    });

  let rounds = 0;
  return {
    redisPrefix,
    /** Uses everything that needs Redis, while `meanwhile` runs. */
    async works(meanwhile: () => Promise<void> = async () => {}): Promise<void> {
      const round = ++rounds;
      const slug = `many${round}`;
      const id = await makeLink(slug);
      // One visit for each process, when it first knew the link.
      let answered = links.length;
      const visitAll = async (times: number) => {
        for (let n = 0; n < times; n++) if ((await visit(links[n % 2] as Service, slug)) === 302) answered++;
      };
      await visitAll(50);
      await meanwhile();
      await visitAll(50);
      t.equal(answered, links.length + 100, 'each visitor is redirected');
      await until(
        () => storedOf(id),
        (stored) => stored >= answered,
      );
      t.equal(await storedOf(id), answered, 'each click is stored once');
      await isScanned(id);
      await until(() => receiver.received.some(({ json }) => json.data.link.slug === slug));

      const few = await makeLink(`few${round}`, { maxClicks: 4 });
      await until(async () => (await visit(links[0] as Service, `few${round}`)) === 410);
      await until(async () => (await visit(links[1] as Service, `few${round}`)) === 410);
      await until(
        () => storedOf(few),
        (stored) => stored >= 4,
      );
      // The new primary lacks the data that the old one had not replicated yet.
      t.ok((await storedOf(few)) <= (rounds > 1 ? 8 : 4), 'a limit holds over both processes');
    },
  };
}

const end = async ({ child }: RedisServer, signal: NodeJS.Signals): Promise<void> => {
  child.kill(signal);
};

t.test('with Sentinels, Waypost keeps working when the primary is killed, frozen or demoted', async (t) => {
  const { primary, replica, sentinels, url } = await startSentinels(t);
  const product = await startProduct(t, url);
  const known = new Redis({ host: '127.0.0.1', port: sentinels[0]?.port ?? 0 });
  t.teardown(() => known.disconnect());
  const primaryPort = async () =>
    Number(((await known.call('SENTINEL', 'get-master-addr-by-name', 'main')) as string[])[1]);
  await product.works();
  const third = await startRedis(t, ['--replicaof', `127.0.0.1 ${primary.port}`]);
  await until(async () => ((await known.call('SENTINEL', 'replicas', 'main')) as unknown[]).length === 2);

  await product.works(() => end(primary, 'SIGKILL'));
  const second = await until(primaryPort, (port) => port !== primary.port);
  const [chosen, other] = second === replica.port ? [replica, third] : [third, replica];
  await until(async () => /role:slave[\s\S]*master_link_status:up/.test(await infoOf(other)));

  await product.works(() => end(chosen, 'SIGSTOP'));
  await until(primaryPort, (port) => port === other.port);
  await end(chosen, 'SIGCONT');
  await until(async () => /role:slave[\s\S]*master_link_status:up/.test(await infoOf(chosen)));

  await product.works(async () => {
    await until(async () => (await known.call('SENTINEL', 'failover', 'main').catch(() => undefined)) === 'OK');
  });
  await until(primaryPort, (port) => port === chosen.port);
  await product.works();
});

const infoOf = async ({ port }: RedisServer): Promise<string> => {
  const redis = connectOnce(`redis://127.0.0.1:${port}`);
  try {
    return await redis.info('replication').catch(() => '');
  } finally {
    redis.disconnect();
  }
};

t.test('with a Cluster of three primaries, Waypost keeps working when one primary is killed', async (t) => {
  const { nodes, url } = await startCluster(t);
  const product = await startProduct(t, url);
  await product.works();
  const config = readConfig({ REDIS_PREFIX: product.redisPrefix });
  const redis = await openForRestore(url);
  t.teardown(() => redis.disconnect());
  t.match(await checkRedis({ config, redis, now: new Date() }), [{ state: 'ok' }]);
  t.match(await checkRedisSettings({ config, redis, now: new Date() }), []);
  t.match(await checkQueues({ config, redis, now: new Date() }), { state: 'ok' });
  const tags = ['scans', 'mails'].map((name) => queuePrefix(redis, product.redisPrefix, name));
  t.equal(new Set(tags).size, 2, 'each queue has its own slot');

  await product.works(() => end(nodes[0] as RedisServer, 'SIGKILL'));
  await redis.set(`${product.redisPrefix}:x`, '1');
  await redis.set(`{${product.redisPrefix}:x}:y`, '1');
  await redis.set('other:x', '1');
  await dropKeys(redis, product.redisPrefix);
  t.same(await redis.get('other:x'), '1');
  t.same([await redis.get(`${product.redisPrefix}:x`), await redis.get(`{${product.redisPrefix}:x}:y`)], [null, null]);
});

t.test('Waypost works with TLS, a private authority and a user with only the permissions it needs', async (t) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'waypost-tls-'));
  t.teardown(() => rm(dir, { recursive: true, force: true }));
  for (const name of ['localhost', 'other']) await makeCertificate(dir, name);
  const [pem, key] = [path.join(dir, 'localhost.pem'), path.join(dir, 'localhost.key')];
  const tls = ['--port', '0', '--tls-cert-file', pem, '--tls-key-file', key, '--tls-ca-cert-file', pem];
  const manual = readFileSync(path.join(projectRoot, '.github/docs/stores.md'), 'utf8');
  const rights = /^ *(user waypost on .*)$/m.exec(manual)?.[1];
  if (!rights) throw new Error('the manual names no rights');
  // The databases of tests have their own prefixes.
  const user = rights
    .replaceAll('waypost*', 'test*')
    .replaceAll('waypost:*', 'test*')
    .replace('a-long-password', 's:cret');
  const options = [...tls, '--tls-auth-clients', 'no'];
  const { port } = await startRedis(t, options, `${user}\nuser default off`, '--tls-port');
  const urlWith = (authority: string) =>
    `rediss://waypost:s%3Acret@localhost:${port}/0?ssl-ca=${encodeURIComponent(path.join(dir, authority))}`;
  const refused = connectOnce(urlWith('other.pem'), { lazyConnect: true });
  await t.rejects(refused.connect(), /self-signed|unable to verify|closed/);

  const product = await startProduct(t, urlWith('localhost.pem'));
  await product.works();
  const redis = connectOnce(urlWith('localhost.pem'));
  t.teardown(() => redis.disconnect());
  await t.rejects(redis.set('of-others', '1'), /NOPERM/);
  await t.rejects(redis.flushall(), /NOPERM/);
});

t.test('if the user lacks a permission, the start reports the command and the keys', async (t) => {
  const users: [rules: string, refusal: RegExp | undefined][] = [
    ['~test:* ~{test* &test:* +@all -@admin -@dangerous +info', undefined],
    ['~test:* ~{test* &test:* +@all -info', /is not allowed to run INFO;/],
    ['~test:* &test:* +@all', /is not allowed to run SET on the keys \{test\}:\*/],
    ['~{test* &test:* +@all', /is not allowed to run SET on the keys test:\*/],
    ['~test:* ~{test* &test:* +@all -bzpopmin', /is not allowed to run BZPOPMIN on the keys \{test\}:\*/],
    ['~test:* ~{test* &test:* +@all -xadd', /is not allowed to run XADD/],
    ['~test:* ~{test* +@all', /is not allowed to run PUBLISH on the channels test:\*/],
    ['~test:* ~{test* &test:* +@all -subscribe', /is not allowed to run SUBSCRIBE on the channels test:\*/],
  ];
  const lines = users.map(([rules], n) => `user user${n} on >secret ${rules}`);
  const { port } = await startRedis(t, [], lines.join('\n'));
  for (const [n, [rules, refusal]] of users.entries()) {
    const checking = refuseWrongAddress(`redis://user${n}:secret@127.0.0.1:${port}/0`, 'test');
    if (refusal) await t.rejects(checking, refusal, rules);
    else await t.resolves(checking, rules);
  }
  const all = connectOnce(`redis://127.0.0.1:${port}`);
  t.teardown(() => all.disconnect());
  await t.rejects(refuseWrongAddress(`redis://127.0.0.1:${port}/99`, 'test'), /REDIS_URL names database 99/);
  t.same(
    (await all.keys('*')).filter((key) => !key.endsWith('text')),
    [],
    'nothing is left behind',
  );
});
