/** Redis addresses that cannot work are refused, and a Redis that stalls costs a call or two and no more. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isStoreDown } from '../../../shared/errors.ts';
import { findProgram } from '../../../shared/local/debian.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { freePort, service } from '../../fixtures/processes.ts';
import { log } from '../../fixtures/redirects.ts';
import { type Test, t } from '../../runner/tap.ts';

async function startRedis(t: Test, ...options: string[]): Promise<{ port: number; child: ChildProcess }> {
  const port = await freePort();
  const dir = await mkdtemp(path.join(tmpdir(), 'waypost-redis-'));
  const conf = path.join(dir, 'redis.conf');
  writeFileSync(conf, '');
  const child = spawn(
    (await findProgram('redis-server')) as string,
    [conf, '--port', String(port), '--bind', '127.0.0.1', '--dir', dir, ...options],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  t.teardown(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await rm(dir, { recursive: true, force: true });
  });
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    if (/Ready to accept|Sentinel ID/.test(output)) return { port, child };
  }
  throw new Error(`Redis did not start:\n${output}`);
}

/** A node of a cluster. Its bus gets a free port of its own: the default, 10,000 above, may be in use. */
const startClusterNode = async (t: Test) =>
  startRedis(t, '--cluster-enabled', 'yes', '--cluster-port', String(await freePort()));

t.test('addresses that cannot work are one sentence and exit code 1', async (t) => {
  const localDir = t.testdir({ file: '' });
  const file = path.join(localDir, 'file');
  const cluster = await startClusterNode(t);
  const sentinel = await startRedis(t, '--sentinel');
  for (const [redisUrl, said] of [
    [
      'sentinel://127.0.0.1:26379/primary',
      /links: REDIS_URL has to begin with redis:.*not with sentinel; .*follows the primary/,
    ],
    ['127.0.0.1:6379', /links: REDIS_URL has to begin with redis:/],
    [`unix://${file}`, /links: REDIS_URL is .*file, which is no socket/],
    [`redis://127.0.0.1:${cluster.port}`, /links: REDIS_URL is a node of a Redis Cluster/],
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

t.test('a Redis that comes up as a node of a cluster is not used', async (t) => {
  const { port } = await startClusterNode(t);
  const redis = openRedis(`redis://127.0.0.1:${port}`, 'commands', log);
  await once(redis, 'end');
  await t.rejects(redis.ping());
});

t.test('after a command without an answer the next ones fail at once, until Redis answers again', async (t) => {
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
  t.ok(isStoreDown(first.answer), 'the first one waits in vain');
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
