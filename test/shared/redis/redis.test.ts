/** Invalid Redis URLs are refused, and while Redis hangs only one or two calls wait. */
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isStoreDown } from '../../../shared/errors.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { checkRedisUrl, isRedisUrl } from '../../../shared/redis/redis-url.ts';
import { service } from '../../fixtures/processes.ts';
import { log } from '../../fixtures/redirects.ts';
import { startClusterNode, startRedis } from '../../fixtures/redis-servers.ts';
import { t } from '../../runner/tap.ts';

t.test('an invalid URL is reported in one sentence, with exit code 1', async (t) => {
  const localDir = t.testdir({ file: '' });
  const file = path.join(localDir, 'file');
  const cluster = await startClusterNode(t);
  const sentinel = await startRedis(t, ['--sentinel']);
  for (const [redisUrl, said] of [
    ['sentinel://127.0.0.1:26379/primary', /links: REDIS_URL must start with redis:.*not with sentinel/],
    ['127.0.0.1:6379', /links: REDIS_URL must start with redis:/],
    [`unix://${file}`, /links: REDIS_URL is .*file, which is not a socket/],
    [`redis://127.0.0.1:${cluster.port}`, /links: REDIS_URL is one node of a Redis Cluster/],
    [`redis://127.0.0.1:${sentinel.port}`, /links: REDIS_URL is a Sentinel/],
  ] as const) {
    const links = await service(t, 'daemon/server.js', 'LINKS_PORT', {
      MYSQL_URL: 'mysql://root@127.0.0.1:1/none',
      REDIS_URL: redisUrl,
      LOCAL_DIR: localDir,
    });
    links.launch();
    t.equal(await links.exited(), 1, redisUrl);
    t.match(links.output(), said);
    t.notMatch(links.output(), /\n\s+at /);
  }
});

t.test('REDIS_URL is accepted in each format', async (t) => {
  for (const good of [
    'redis://user:word@db:6379/1',
    'rediss://db?ssl-ca=/etc/ca.pem',
    'unix:///run/redis.sock',
    'redis+sentinel://s1:26379,s2,[::1]:26380/main',
    'redis+sentinel://user:p%40ss@s1/main/3?sentinel-user=x&sentinel-password=y',
    'redis+cluster://:word@n1:7000,n2',
  ])
    t.ok(isRedisUrl(good), good);
  for (const bad of [
    'http://db',
    'redis+sentinel://s1,s2',
    'redis+sentinel://s1:port/main',
    'redis+sentinel://s1,,s2/main',
    'redis+cluster://n1/0/1',
    'redis+cluster://n1/name',
    'redis+cluster://us@er:word@n1',
    'rediss+cluster://n1?ssl-ca=/no/such/file',
    'redis+cluster://',
  ])
    t.notOk(isRedisUrl(bad), bad);
  t.throws(() => checkRedisUrl('redis+sentinel://:hidden@s1/'), /REDIS_URL must name the primary/);
  t.throws(() => checkRedisUrl('redis+cluster://:hid@den@n1'), { message: /^(?!.*hid)/ });
});

t.test('a Redis that was started as a cluster node is refused if the URL does not name a cluster', async (t) => {
  const { port } = await startClusterNode(t);
  const redis = openRedis(`redis://127.0.0.1:${port}`, 'commands', log);
  await once(redis, 'end');
  await t.rejects(redis.ping());
});

t.test('after a command without an answer, other commands fail immediately until Redis answers again', async (t) => {
  const { port, child } = await startRedis(t);
  const redis = openRedis(`redis://127.0.0.1:${port}`, 'commands', log);
  t.teardown(() => redis.disconnect());
  await once(redis, 'ready');
  await redis.set('key', 'value');
  child.kill('SIGSTOP');
  const ask = async () => {
    const startedAt = performance.now();
    const answer = await redis.get('key').catch((error: Error) => error);
    return { answer, ms: performance.now() - startedAt };
  };
  const first = await ask();
  t.ok(isStoreDown(first.answer), 'the first one times out');
  let waited = 0;
  for (let n = 0; n < 100; n++) {
    const { answer, ms } = await ask();
    t.ok(isStoreDown(answer));
    if (ms > first.ms / 2) waited++;
    await sleep(30);
  }
  t.ok(waited < 10, `${waited} of 100 waited like the first`);
  child.kill('SIGCONT');
  let value: unknown;
  for (let tries = 0; tries < 200 && value !== 'value'; tries++) {
    await sleep(50);
    value = await redis.get('key').catch(() => undefined);
  }
  t.equal(value, 'value');
});
