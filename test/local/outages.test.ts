/** `npm start` while its processes are killed, and while its disk is full: redirects continue, and everything recovers automatically. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { keepRunning } from '../../shared/local/keep-running.ts';
import { prepareRedis } from '../../shared/local/private-stores.ts';
import { fillDisk, mountDisk } from '../fixtures/disk.ts';
import { processesOf } from '../fixtures/leftovers.ts';
import { freePort } from '../fixtures/processes.ts';
import { count } from '../fixtures/project-copy.ts';
import { type Answered, ask } from '../fixtures/requests.ts';
import { start } from '../fixtures/start.ts';
import { until } from '../fixtures/until.ts';
import { type Test, t } from '../runner/tap.ts';

/** Starts the product with a link `hello`, which is visited from then on. */
async function startVisited(t: Test, localDir: string) {
  const [links, automations, metrics] = [await freePort(), await freePort(), await freePort()];
  const env = {
    LOCAL_DIR: localDir,
    LINKS_PORT: String(links),
    AUTOMATIONS_PORT: String(automations),
    METRICS_PORT: String(metrics),
    LINKS_INSTANCES: '1',
    DRAIN_SECONDS: '1',
    PLANS_FREE_LINKS_PER_MONTH: 'unlimited',
    PLANS_FREE_REQUESTS_PER_MINUTE: 'unlimited',
  };
  const started = start(t, env);
  const [, key = ''] = await started.says(/Link API key\s+(fks_\w+)/);
  await started.says(/Press Ctrl-C/);
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const api = (method: string, at: string, body?: object): Promise<Answered> =>
    ask(links, { method, path: `/api${at}`, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const created = await api('POST', '/links', { url: 'https://example.com/', slug: 'hello' });
  t.equal(created.status, 201);
  const { id } = JSON.parse(created.body);
  const clicks = async () => {
    const { status, body } = await api('GET', `/links/${id}/stats`);
    return status === 200 ? (JSON.parse(body).totals.clicks as number) : -1;
  };
  const visits = visitAll(links);
  t.teardown(visits.stop);
  return { started, env, links, automations, metrics, api, clicks, visits };
}

/** Visits every 20 ms; `refused` lists visits without the right redirect. */
function visitAll(port: number) {
  const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  const refused: string[] = [];
  let served = 0;
  let goesOn = true;
  const running = (async () => {
    for (; goesOn; await sleep(20)) {
      const answer = await ask(port, { path: '/hello', headers }).catch((error: Error) => error);
      if (!(answer instanceof Error) && answer.status === 302) served++;
      else refused.push(answer instanceof Error ? answer.message : `${answer.status}`);
    }
  })();
  return {
    refused,
    served: () => served,
    stop: () => {
      goesOn = false;
      return running;
    },
  };
}

async function pidOf(redisUrl: string): Promise<number> {
  const redis = new Redis({ path: redisUrl.replace('unix://', '') });
  const info = await redis.info('server');
  redis.disconnect();
  return Number(/^process_id:(\d+)/m.exec(info)?.[1]);
}

/** The process of a server that `start` runs on `localDir`. */
const serverOf = async (localDir: string, program: string) =>
  (await processesOf(localDir)).find(({ command }) => command.split(' ')[0]?.endsWith(program))?.pid;

t.test('a killed MariaDB, Redis or service is restarted; redirects continue, clicks count once', async (t) => {
  const localDir = await mkdtemp(path.join(tmpdir(), 'waypost-outages-'));
  t.teardown(() => rm(localDir, { recursive: true, force: true }));
  const { started, automations, api, clicks, visits } = await startVisited(t, localDir);
  const isServed = async () => (await ask(automations, { path: '/readyz' }).catch(() => undefined))?.status === 200;
  const killAutomations = async () => {
    const service = (await processesOf(localDir)).find(({ command }) => command.includes('automations-api/server.js'));
    process.kill(service?.pid as number, 'SIGKILL');
    await until(async () => !(await isServed()));
    await until(isServed);
  };
  await killAutomations();

  let made = 0;
  const makeLink = async () => {
    const { status } = await api('POST', '/links', { url: 'https://example.com/', slug: `new-${made}` });
    if (status === 201) made++;
    return status;
  };
  for (const [name, program] of [
    ['MariaDB', 'mariadbd'],
    ['Redis', 'redis-server'],
    ['MariaDB', 'mariadbd'],
  ] as const) {
    const pid = await until(() => serverOf(localDir, program));
    process.kill(pid, 'SIGKILL');
    await until(async () => {
      const now = await serverOf(localDir, program);
      return now !== undefined && now !== pid;
    });
    const before = made;
    const statuses = new Set<number>();
    await until(async () => {
      statuses.add(await makeLink());
      return made > before;
    });
    t.same(
      [...statuses].filter((status) => status !== 503 && status !== 201),
      [],
      `${name}: 503 until it is back`,
    );
  }
  t.equal(count(started.output(), /MariaDB ended \(SIGKILL\) and is being restarted/g), 2, 'logged once for each');
  t.equal(count(started.output(), /Redis ended \(SIGKILL\) and is being restarted/g), 1);
  await until(async () => count(started.output(), /(MariaDB|Redis) is running again/g) === 3);

  const pm2Log = () => readFile(path.join(localDir, 'logs/pm2.log'), 'utf8');
  await until(async () =>
    /Reset the restart delay, as app automations has been up for more than 3000ms/.test(await pm2Log()),
  );
  await killAutomations();
  t.notMatch(await pm2Log(), /App \[automations:\d\] will restart in (?!200ms)/, 'the wait does not grow');

  await visits.stop();
  t.same(visits.refused, [], 'every redirect was answered');
  t.ok(visits.served() > 100);
  await until(clicks, (counted) => counted >= visits.served());
  t.equal(await clicks(), visits.served(), 'every click is counted once');
  started.child.kill('SIGTERM');
  t.equal(await started.exit(), 0);
});

t.test(
  'with a full disk, redirects continue, writes report this, each click is counted or reported lost, and freeing space restores normal operation',
  async (t) => {
    const disk = await mountDisk(t, '420m');
    if (!disk) return t.pass('no separate disk can be mounted here');
    const localDir = path.join(disk, 'data');
    const ballast = path.join(disk, 'ballast');
    const { started, env, links, metrics, api, clicks, visits } = await startVisited(t, localDir);
    let made = 0;
    const makeLink = () =>
      api('POST', '/links', { url: `https://example.com/${'x'.repeat(1_500)}`, slug: `new-${made++}` });
    const lost = async () => {
      const { body } = await ask(metrics, { path: '/metrics' });
      return Number(/^waypost_clicks_lost\{process="links",.*\} (\d+)$/m.exec(body)?.[1]);
    };

    fillDisk(ballast);
    const refused = await until(makeLink, ({ status }) => status !== 201);
    t.match(refused, { status: 503, headers: { 'retry-after': /\d/ }, body: /The disk is full/ });
    const pid = await until(() => serverOf(localDir, 'mariadbd'));
    process.kill(pid, 'SIGKILL');
    // Its temporary files' space is free for a moment, and it can use that itself.
    await until(() => {
      fillDisk(ballast);
      return /MariaDB (cannot start because the disk of LOCAL_DIR is full|is running again)/.test(started.output());
    });
    t.equal((await makeLink()).status, 503);
    await rm(ballast);
    await until(makeLink, ({ status }) => status === 201);
    // It answers a moment before the message.
    await until(() => /MariaDB is running again/.test(started.output()));
    const upTo = visits.served();
    await until(async () => (await clicks()) + (await lost()) >= upTo);

    fillDisk(ballast);
    const before = visits.served();
    await until(() => visits.served() > before + 100);
    await visits.stop();
    t.same(visits.refused, [], 'every redirect was answered');
    started.child.kill('SIGTERM');
    t.equal(await started.exit(), 0);
    await rm(ballast);
    const again = start(t, env);
    await again.says(/Press Ctrl-C/);
    const logged = await readFile(path.join(localDir, 'logs/links.log'), 'utf8');
    const received = [...`${logged}${started.output()}`.matchAll(/"lost":(\d+),.*"msg":"clicks were lost"/g)];
    const inAll = received.reduce((sum, [, count]) => sum + Number(count), 0);
    await until(clicks, (counted) => counted + inAll >= visits.served());
    t.equal((await clicks()) + inAll, visits.served(), `${inAll} were lost, and that is reported`);
    t.equal((await ask(links, { path: '/hello' })).status, 302);
    again.child.kill('SIGTERM');
    t.equal(await again.exit(), 0);
  },
);

t.test('if Redis cannot be restarted, Waypost stops trying and reports the reason', async (t) => {
  const dir = t.testdir();
  const server = await prepareRedis({ dir, durable: true, report: () => {} });
  const said: string[] = [];
  const kept = keepRunning(server, { say: (line) => said.push(line), tries: 3, firstWaitMs: 10 });
  t.teardown(kept.stop);
  await kept.started;
  const pid = await pidOf(server.url);
  const manifest = path.join(dir, 'redis/appendonlydir/appendonly.aof.manifest');
  await writeFile(manifest, 'not a manifest');
  process.kill(pid, 'SIGKILL');
  t.match(
    (await kept.failed).message,
    /^Redis cannot be restarted\. Redis ended \(exit code 1\); the end of its log:\n.*manifest/s,
  );
  t.match(said, [/Redis ended \(SIGKILL\) and is being restarted/]);
});
