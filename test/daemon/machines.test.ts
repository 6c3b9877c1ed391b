/**
 * Three machines that share only the databases: each has its own folder and ports. One joins under traffic, one leaves, and
 * different settings are reported.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../shared/config/config.ts';
import { digestSettings, findDifferences } from '../../shared/config/shared-settings.ts';
import { builtRoot } from '../../shared/paths.ts';
import { clicksInBlocks } from '../fixtures/clicks.ts';
import { commandLine } from '../fixtures/command-line.ts';
import { service } from '../fixtures/processes.ts';
import { openTestDb, putLink } from '../fixtures/redirects.ts';
import { ask } from '../fixtures/requests.ts';
import { createStores, envOf } from '../fixtures/stack.ts';
import { until } from '../fixtures/until.ts';
import { type Test, t } from '../runner/tap.ts';

const userAgent = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };

async function planMachines(t: Test) {
  const stores = await createStores(t);
  const db = await openTestDb(t, { mysqlUrl: stores.mysqlUrl });
  const folder = await mkdtemp(path.join(tmpdir(), 'waypost-machines-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const env = {
    ...envOf(stores),
    DEFAULT_SHORT_DOMAIN: 'localhost',
    BASE_URL: 'http://localhost:8080/api',
    SITE_URL: 'http://localhost:8081',
    CERTIFICATE_SECRET: 'the same everywhere',
  };
  const machine = async (name: string, own: Record<string, string> = {}) => {
    const localDir = path.join(folder, name);
    const its = { ...env, LOCAL_DIR: localDir, ...own };
    return {
      localDir,
      env: { PATH: process.env.PATH, ...its },
      links: await service(t, 'daemon/server.js', 'LINKS_PORT', its, '/readyz?for=traffic'),
      worker: await service(t, 'daemon/worker.js', 'METRICS_PORT', its, '/livez'),
    };
  };
  return { db, machine };
}

t.test(
  'under traffic, one machine joins with an equal map, another machine leaves, and each click is stored once',
  async (t) => {
    const { db, machine } = await planMachines(t);
    const slugs: string[] = [];
    const add = async () => {
      const slug = `s${slugs.length}`;
      await putLink(db, { slug, url: `https://example.com/${slug}` });
      slugs.push(slug);
    };
    for (let n = 0; n < 50; n++) await add();
    const [one, two, three] = [await machine('one'), await machine('two'), await machine('three')];
    await Promise.all([one.links.start(), two.links.start(), one.worker.start()]);
    const serving = [one, two];
    let counted = 0;
    let going = true;
    const failed: string[] = [];
    const visit = async (port: number, slug: string) => {
      const answer = await ask(port, { path: `/${slug}`, headers: userAgent }).catch((error: Error) => error);
      if (!(answer instanceof Error) && answer.headers.location === `https://example.com/${slug}`) counted++;
      else failed.push(`${slug}: ${answer instanceof Error ? answer.message : answer.status}`);
    };
    const traffic = Promise.all(
      [0, 1, 2].map(async (lane) => {
        for (let n = lane; going; n++) {
          const { links } = serving[n % serving.length] as (typeof serving)[number];
          await visit(links.port, slugs[(n * 7) % slugs.length] as string);
          await sleep(2);
        }
      }),
    );
    const writes = (async () => {
      for (; going; await sleep(20)) await add();
    })();

    const before = slugs.length;
    await three.links.start();
    t.ok(slugs.length > before, 'links were created while it started');
    for (const slug of [...slugs]) await visit(three.links.port, slug);
    serving.push(three);
    await until(() => counted > 600);
    serving.splice(0, 1);
    // A load balancer removes a machine before it is stopped.
    await sleep(200);
    await one.links.end('SIGTERM');
    await until(() => counted > 900);
    going = false;
    await Promise.all([traffic, writes]);
    t.same(failed, []);
    const spool = path.join(one.localDir, 'spool');
    if ((await readdir(spool)).length > 0) {
      // It waits four seconds, in which a busy machine can store too little; then its log lists the rest.
      t.match(one.links.output(), 'clicks are left on this disk');
      // A process adopts no folder that was changed a moment ago.
      await until(async () => (await commandLine('daemon/cli.js', one.env).run('spool', 'adopt', spool)).code === 0);
    }
    await until(async () => (await clicksInBlocks(db)).length === counted);
  },
);

t.test(
  'if no worker runs anywhere, a machine that leaves reports the clicks on its disk and how to store them',
  async (t) => {
    const { db, machine } = await planMachines(t);
    await putLink(db, { slug: 'a', url: 'https://example.com/' });
    const one = await machine('one');
    await one.links.start();
    for (let n = 0; n < 5; n++) await ask(one.links.port, { path: '/a', headers: userAgent });
    await one.links.end('SIGTERM');
    const line = one.links
      .output()
      .split('\n')
      .find((text) => text.includes('clicks are left on this disk'));
    t.match(JSON.parse(line ?? '{}'), {
      level: 'warn',
      segments: 1,
      adopt: `waypost links spool adopt ${path.join(one.localDir, 'spool')}`,
    });
  },
);

t.test('the log and the check name settings that differ between machines, and show no values', async (t) => {
  const { db, machine } = await planMachines(t);
  const one = await machine('one');
  const two = await machine('two', {
    CERTIFICATE_SECRET: 'different from the rest',
    SESSION_DAYS: '7',
    LOG_LEVEL: 'warn',
  });
  const three = await machine('three', { REDIS_PREFIX: 'elsewhere' });
  await Promise.all([one, two, three].map(({ links }) => links.start()));
  await until(async () => (await db.selectFrom('machines').selectAll().execute()).length === 3);
  await three.links.end('SIGKILL');
  await three.links.start();
  await until(() => three.links.output().includes('must be the same on all machines'));
  const warned =
    three.links
      .output()
      .split('\n')
      .find((text) => text.includes('must be the same on all machines')) ?? '{}';
  const differing: string[] = JSON.parse(warned).differing;
  t.same(
    differing.map((text) => text.split(' ')[0]),
    ['CERTIFICATE_SECRET', 'REDIS_PREFIX', 'REDIS_URL', 'SESSION_DAYS'],
  );
  t.match(differing[0], /differs between .*one and .*three, and .*two$/);
  const found = await new Promise<string>((resolve) => {
    const args = [path.join(builtRoot, 'shared/check/main.js'), '--json'];
    execFile(process.execPath, args, { env: one.env }, (_, out) => resolve(out));
  });
  const checks = JSON.parse(found).checks.filter(({ name }: { name: string }) => name === 'machines');
  t.same(
    checks.map(({ state, found: text }: { state: string; found: string }) => [state, text]),
    differing.map((text) => ['warning', text]),
  );
  const rows = await db.selectFrom('machines').select('settings').execute();
  const stored = rows.map(({ settings }) => settings).join();
  for (const secret of ['the same everywhere', 'another than', 'elsewhere', 'localhost'])
    t.notOk(stored.includes(secret));
  t.ok(
    rows.every(({ settings }) =>
      Object.values(JSON.parse(settings)).every((digest) => /^[\da-f]{4}$/.test(`${digest}`)),
    ),
  );
});

t.test("a machine's own settings are not compared, nor is any secret except the secret that must be equal", (t) => {
  const digests = (env: Record<string, string>) => digestSettings(readConfig(env), 'key', { RELEASE: '1' });
  const own = {
    ...{ HOST: '0.0.0.0', LINKS_PORT: '81', LINKS_INSTANCES: '7', WORKERS: '3', LOCAL_DIR: '/a', LOG_LEVEL: 'debug' },
    ...{ MYSQL_POOL_SIZE: '3', METRICS_PORT: '9', DRAIN_SECONDS: '3', SPOOL_MEGABYTES: '9', SMTP_URL: 'smtp://a:b@c' },
  };
  const same = { BASE_URL: 'https://a.test/api', DEFAULT_SHORT_DOMAIN: 'a.test', SITE_URL: 'https://b.test' };
  const machines = [
    { name: 'a', settings: digests(same) },
    { name: 'b', settings: digests({ ...own, ...same }) },
  ];
  t.same(findDifferences(machines), []);
  const named = Object.keys(digests(same));
  for (const name of [
    'BASE_URL',
    'DEFAULT_SHORT_DOMAIN',
    'SITE_URL',
    'TABLE_PREFIX',
    'REDIS_PREFIX',
    'MYSQL_READ_LAG_SECONDS',
    'SYNC_EVERY_MS',
    'RELEASE',
  ])
    t.ok(named.includes(name), name);
  t.notOk(
    named.some((name) => /KEY$|PASSWORD$|SECRET$|_URL_FILE/.test(name)),
    named.join(),
  );
  t.end();
});
