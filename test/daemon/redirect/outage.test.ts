/** The daemon as a process: redirects continue without MySQL and Redis, and after a kill it equals MySQL again. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import type { Db } from '../../../daemon/core/tables.ts';
import { newApiKey } from '../../../daemon/identity/secrets.ts';
import { listRowsAfter } from '../../../daemon/redirect/map/rows.ts';
import { service } from '../../fixtures/processes.ts';
import { openTestDb, putLink } from '../../fixtures/redirects.ts';
import { ask } from '../../fixtures/requests.ts';
import { startServers } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

const outageMs = Number(process.env.OUTAGE_MS ?? 1_500);

/** Prepares separate databases, and a daemon that is not started yet. */
async function planDaemon(t: Test, env: Record<string, string> = {}) {
  const { mysql, redis } = await startServers(t);
  const db = await openTestDb(t, { mysqlUrl: mysql.url });
  const daemon = await service(t, 'daemon/server.js', 'LINKS_PORT', {
    MYSQL_URL: mysql.url,
    REDIS_URL: redis.url,
    LOCAL_DIR: t.testdir(),
    DEFAULT_SHORT_DOMAIN: 'localhost',
    ...env,
  });
  return { mysql, redis, db, daemon };
}

/** Prepares databases with twenty links and a domain, and starts a daemon on them. */
async function serveLinks(t: Test) {
  const planned = await planDaemon(t);
  for (let n = 0; n < 20; n++) await putLink(planned.db, { slug: `s${n}`, url: `https://example.com/${n}` });
  await putDomain(planned.db, 'go.customer.test');
  await planned.daemon.start();
  return planned;
}

t.test(
  'MySQL and Redis stop under load: no redirect fails, readiness names them, and a restart serves the snapshot',
  async (t) => {
    const { mysql, redis, db, daemon } = await serveLinks(t);
    let asked = 0;
    const failed: string[] = [];
    let loading = true;
    const load = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (loading) {
          const n = asked++ % 20;
          const answer = await ask(daemon.port, { path: `/s${n}` }).catch((error: Error) => error);
          if (answer instanceof Error || answer.headers.location !== `https://example.com/${n}`)
            failed.push(String(answer));
          await sleep(10);
        }
      }),
    );
    const ready = async () => JSON.parse((await ask(daemon.port, { path: '/readyz' })).body);
    t.same(await ready(), { status: 'ready' });
    await Promise.all([mysql.kill('SIGKILL'), redis.kill('SIGKILL')]);
    const before = asked;
    await sleep(outageMs);
    while (asked < before + 100) await sleep(20);
    const { status, failing } = await ready();
    t.equal(status, 'not_ready');
    t.ok(failing.mysql && failing.redis, JSON.stringify(failing));
    const unknown = await ask(daemon.port, { path: '/unknown-slug' });
    t.match(unknown, { status: 503, headers: { 'retry-after': '2' } }, 'it could have just been created');
    const api = await ask(daemon.port, {
      path: '/api/links/x',
      headers: { Authorization: `Bearer ${newApiKey()}` },
    });
    t.equal(api.status, 503, 'the API cannot identify the caller');

    loading = false;
    await load;
    t.same(failed, []);

    await daemon.end('SIGTERM');
    await daemon.start();
    t.equal((await ask(daemon.port, { path: '/s3' })).headers.location, 'https://example.com/3', 'from the snapshot');
    await Promise.all([mysql.start(), redis.start()]);
    await putLink(db, { slug: 'after' });
    for (let tries = 0; tries < 100 && (await ask(daemon.port, { path: '/after' })).status !== 302; tries++)
      await sleep(100);
    t.equal((await ask(daemon.port, { path: '/after' })).status, 302, 'the feed is followed again');
    await until(async () => (await ready()).status === 'ready');
  },
);

t.test('a process killed right after its first start redirects without MySQL when it is restarted', async (t) => {
  const { mysql, daemon } = await serveLinks(t);
  await Promise.all([daemon.end('SIGKILL'), mysql.kill('SIGKILL')]);
  await daemon.start();
  for (let n = 0; n < 20; n++) {
    t.equal((await ask(daemon.port, { path: `/s${n}` })).headers.location, `https://example.com/${n}`);
  }
  const onDomain = (path: string) => ask(daemon.port, { path, headers: { Host: 'go.customer.test' } });
  t.equal((await onDomain('/')).headers.location, 'https://customer.test/');
  t.equal((await onDomain('/unknown')).headers.location, 'https://customer.test/lost');
  const file = await onDomain('/.well-known/apple-app-site-association');
  t.same(JSON.parse(file.body).applinks.details[0].appIDs, ['ABCDE12345.com.example.app']);
});

async function putDomain(db: Db, hostname: string) {
  const now = new Date();
  await db
    .insertInto('domains')
    .values({
      public_id: 'dom_test',
      workspace_id: 1,
      hostname,
      status: 'verified',
      root_url: 'https://customer.test/',
      not_found_url: 'https://customer.test/lost',
      apps: JSON.stringify({ ios: ['ABCDE12345.com.example.app'], android: [] }),
      created_at: now,
      updated_at: now,
    })
    .execute();
}

t.test('after each restart, the map of a daemon killed at random moments under writes equals MySQL', async (t) => {
  const { db, daemon } = await planDaemon(t, { LOG_LEVEL: 'silent' });
  let writing = true;
  let written = 0;
  const writer = (async () => {
    while (writing) {
      const n = written++;
      await putLink(db, { slug: `s${n}`, url: `https://example.com/${n}` });
      if (n % 3 === 0 && n > 10) {
        const slug = `s${n - 10}`;
        await db.transaction().execute(async (trx) => {
          await trx.deleteFrom('links').where('slug', '=', slug).execute();
          await trx.insertInto('link_changes').values({ domain_id: 0, slug, changed_at: new Date() }).execute();
        });
      }
      await sleep(5);
    }
  })();
  let wrong = 0;
  let compared = 0;
  for (let turn = 0; turn < 10; turn++) {
    await daemon.start();
    const rows = (await listRowsAfter(db, 0, 100_000)).slice(-30);
    const answers = await Promise.all(rows.map(({ slug }) => ask(daemon.port, { path: `/${slug}` })));
    const still = new Set((await listRowsAfter(db, 0, 100_000)).map(({ slug }) => slug));
    for (const [index, { slug, url }] of rows.entries()) {
      if (still.has(slug)) compared++;
      if (still.has(slug) && answers[index]?.headers.location !== url) wrong++;
    }
    await sleep(Math.random() * 60);
    await daemon.end(turn % 4 === 3 ? 'SIGTERM' : 'SIGKILL');
  }
  writing = false;
  await writer;
  t.equal(wrong, 0);
  t.ok(compared > 100, `${compared} links were compared right after a start`);
  await daemon.start();
  await sleep(500);
  const present = new Set((await listRowsAfter(db, 0, 100_000)).map(({ slug }) => slug));
  let differing = 0;
  for (let from = 0; from < written; from += 100) {
    const slugs = Array.from({ length: Math.min(100, written - from) }, (_, n) => `s${from + n}`);
    const answers = await Promise.all(slugs.map((slug) => ask(daemon.port, { path: `/${slug}` })));
    for (const [n, slug] of slugs.entries()) if ((answers[n]?.status === 302) !== present.has(slug)) differing++;
  }
  t.equal(differing, 0);
});

t.test(
  'while links load, a process answers 503 at once; beside another process it takes no visitor before it is ready',
  async (t) => {
    const { mysql, redis, db, daemon } = await planDaemon(t);
    await putLink(db, { slug: 'a', url: 'https://example.com/a' });
    const locker = await createConnection(mysql.url);
    t.teardown(() => locker.end());
    const visit = async () => (await ask(daemon.port, { path: '/a' }).catch(() => undefined))?.status;

    await locker.query('LOCK TABLES links WRITE');
    daemon.launch();
    await until(async () => (await visit()) !== undefined);
    for (const [path, status] of [
      ['/a', 503],
      ['/no-such-slug', 503],
      ['/api/links', 503],
      ['/readyz?for=traffic', 503],
      ['/livez', 200],
    ] as const) {
      const answer = await ask(daemon.port, { path });
      t.equal(answer.status, status, path);
      if (status === 503 && !path.startsWith('/readyz')) t.ok(Number(answer.headers['retry-after']) > 0, path);
    }
    await locker.query('UNLOCK TABLES');
    await until(async () => (await visit()) === 302);

    await locker.query('LOCK TABLES links WRITE');
    const second = await service(t, 'daemon/server.js', 'UNUSED_PORT', {
      MYSQL_URL: mysql.url,
      REDIS_URL: redis.url,
      LOCAL_DIR: path.join(t.testdirName, 'second'),
      DEFAULT_SHORT_DOMAIN: 'localhost',
      LINKS_PORT: String(daemon.port),
    });
    second.launch();
    const waiting = "SELECT 1 FROM information_schema.processlist WHERE state LIKE 'Waiting for table metadata lock%'";
    await until(async () => (await locker.query<RowDataPacket[]>(waiting))[0].length > 0);
    for (let n = 0; n < 50; n++) t.equal(await visit(), 302);
    await locker.query('UNLOCK TABLES');
    await until(async () => second.output().includes('listening'));
    for (let n = 0; n < 50; n++) t.equal(await visit(), 302);
  },
);
