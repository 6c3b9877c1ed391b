/**
 * Links with a click limit, shared by several processes: never fewer visitors than the limit, and only as many more as arrive
 * before one process has informed the others, even if processes and databases are stopped, killed or restarted. The databases belong to this test; Redis
 * persists nothing over a restart.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { findLimitCounts } from '../../../daemon/clicks/click-limit-queries.ts';
import type { Db } from '../../../daemon/core/tables.ts';
import { agents, batchOf, clickOf, recordClicks } from '../../fixtures/clicks.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { hasWritten, type Service, service } from '../../fixtures/processes.ts';
import { type LinkFields, log, openTestDb, putLink } from '../../fixtures/redirects.ts';
import { ask } from '../../fixtures/requests.ts';
import { startServers } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

const headers = { Host: 'go.test', 'User-Agent': agents.chrome };

/** The status of a visit. */
const visit = async ({ port }: Pick<Service, 'port'>, slug: string) =>
  (await ask(port, { path: `/${slug}`, headers })).status;

async function startStack(t: Test, links: LinkFields[]) {
  const { mysql, redis } = await startServers(t);
  const db = await openTestDb(t, { mysqlUrl: mysql.url });
  const ids: number[] = [];
  for (const link of links) ids.push(await putLink(db, link));
  const env = {
    MYSQL_URL: mysql.url,
    REDIS_URL: redis.url,
    LOCAL_DIR: t.testdir(),
    BASE_URL: 'http://go.test/api',
    DEFAULT_SHORT_DOMAIN: 'go.test',
  };
  const daemons = await Promise.all([1, 2, 3].map(() => service(t, 'daemon/server.js', 'LINKS_PORT', env)));
  // In sequence: the first writes the snapshot that the others read.
  for (const daemon of daemons) await daemon.start();
  const worker = await service(t, 'daemon/worker.js', 'LINKS_PORT', env);
  return { mysql, redis, db, ids, worker, daemons: daemons as [Service, Service, Service] };
}

/** Visits in sequence, at each process in turn, with time to inform the others. Returns the number admitted. */
async function visitInTurn(daemons: Service[], slug: string, times: number): Promise<number> {
  let passed = 0;
  for (let n = 0; n < times; n++) {
    if ((await visit(daemons[n % daemons.length] as Service, slug)) === 302) passed++;
    await sleep(200);
  }
  return passed;
}

const isEverywhereUsedUp = async (daemons: Service[], slug: string) =>
  (await Promise.all(daemons.map((daemon) => visit(daemon, slug)))).every((status) => status === 410);

const areStored = (db: Db, linkId: number, uses: number) =>
  until(async () => (await findLimitCounts(db, [linkId])).get(linkId) === uses);

t.test('a click limit applies across several processes', async (t) => {
  const { mysql, redis, db, ids, worker, daemons } = await startStack(t, [
    { slug: 'turns', max_clicks: 5 },
    { slug: 'rush', max_clicks: 60 },
    { slug: 'away', max_clicks: 10 },
    { slug: 'killed', max_clicks: 10 },
    { slug: 'lost', max_clicks: 10 },
  ]);
  const [turns, , away, killed, lost] = ids as [number, number, number, number, number];

  await t.test('exactly as many consecutive visitors as the limit allows are admitted', async (t) => {
    t.equal(await visitInTurn(daemons, 'turns', 9), 5);
    t.ok(await isEverywhereUsedUp(daemons, 'turns'));
  });

  await t.test('all processes together admit exactly as many concurrent visitors as the limit allows', async (t) => {
    let passed = 0;
    const rush = async (n: number) => {
      for (let left = 15; left > 0; left--) {
        if ((await visit(daemons[n % 3] as Service, 'rush')) === 302) passed++;
        await sleep(3);
      }
    };
    await Promise.all(Array.from({ length: 24 }, (_, n) => rush(n)));
    t.equal(passed, 60);
    t.ok(await until(() => isEverywhereUsedUp(daemons, 'rush')));
  });

  await t.test(
    'while Redis is down each process admits the remaining number, and counts are combined afterwards',
    async (t) => {
      t.equal(await visitInTurn(daemons, 'away', 4), 4);
      await redis.stop();
      let passed = 4;
      for (const daemon of daemons) {
        let own = 0;
        for (let n = 0; n < 9; n++) if ((await visit(daemon, 'away')) === 302) own++;
        t.equal(own, 6, 'no fewer and no more');
        passed += own;
      }
      await redis.start();
      worker.launch();
      t.ok(await areStored(db, away, passed), 'and every one of them is counted in MySQL');
      t.ok(await isEverywhereUsedUp(daemons, 'away'));
    },
  );

  await t.test(
    'a killed process that restarts from its snapshot continues with the count of all processes',
    async (t) => {
      t.equal(await visitInTurn(daemons, 'killed', 6), 6);
      await hasWritten(daemons[1]);
      await daemons[1].end('SIGKILL');
      await daemons[1].start();
      t.equal(await visitInTurn([daemons[1]], 'killed', 7), 4);
      t.ok(await isEverywhereUsedUp(daemons, 'killed'));
      t.ok(await areStored(db, killed, 10));
    },
  );

  await t.test("with all processes killed and Redis emptied, MySQL's count applies", async (t) => {
    t.equal(await visitInTurn(daemons, 'lost', 6), 6);
    t.ok(await areStored(db, lost, 6));
    await Promise.all(daemons.map((daemon) => daemon.end('SIGKILL')));
    await redis.stop();
    await redis.start();
    for (const daemon of daemons) await daemon.start();
    t.equal(await visitInTurn(daemons, 'lost', 8), 4);
    t.ok(await areStored(db, lost, 10));
    t.ok(await areStored(db, turns, 5));
  });

  await t.test('a used-up link stays used up in a process that starts without databases', async (t) => {
    t.ok(await isEverywhereUsedUp(daemons, 'turns'));
    // MySQL's count reaches every process within a second, and then the snapshot.
    await sleep(1_000);
    await Promise.all(daemons.map((daemon) => daemon.end('SIGTERM')));
    await worker.end('SIGTERM');
    await Promise.all([redis.stop(), mysql.stop()]);
    await daemons[0].start();
    for (const slug of ['turns', 'lost']) t.equal(await visit(daemons[0], slug), 410, slug);
    await Promise.all([redis.start(), mysql.start()]);
  });
});

t.test('a limit can be raised, removed and set again', async (t) => {
  const first = await startDaemon(t, { env: { DEFAULT_SHORT_DOMAIN: 'go.test' } });
  const second = await startDaemon(t, { env: { DEFAULT_SHORT_DOMAIN: 'go.test' }, stores: first.stores });
  const { db } = first.context;
  const workspace = await addWorkspace(db, 'pro');
  const call = caller(first, workspace.key);
  const { json } = await call('POST', '/links', { url: 'https://example.com/', slug: 'few', maxClicks: 2 });
  const daemons = [first, second].map(({ origin }) => ({ port: Number(new URL(origin).port) })) as Service[];
  const set = async (change: object) => {
    t.equal((await call('PATCH', `/links/${json.id}`, change)).status, 200);
    // Every process has the change within a second.
    await sleep(1_000);
  };
  const store = async (publicId: string, uses: number, others: number) => {
    const { id } = await db
      .selectFrom('links')
      .select('id')
      .where('public_id', '=', publicId)
      .executeTakeFirstOrThrow();
    const now = Date.now();
    const clicks = Array.from({ length: uses + others }, (_, n) => clickOf(id, now, { use: n < uses }));
    await recordClicks(db, log, batchOf(clicks), new Date(now));
  };
  t.equal(await visitInTurn(daemons, 'few', 4), 2);
  await set({ maxClicks: 5, title: 'raised' });
  t.equal(await visitInTurn(daemons, 'few', 5), 3);
  await set({ maxClicks: 4 });
  t.equal(await visitInTurn(daemons, 'few', 2), 0, 'lowered');
  await set({ expiredUrl: 'https://example.com/over' });
  t.equal(await visitInTurn(daemons, 'few', 2), 2, 'a fallback');
  await set({ maxClicks: null });
  t.equal(await visitInTurn(daemons, 'few', 8), 8);
  // Stores clicks like a worker: admitted ones, ones sent to the fallback, and ones from before the limit.
  await store(json.id, 5, 2 + 8);
  await set({ maxClicks: 7, expiredUrl: null });
  t.equal(await visitInTurn(daemons, 'few', 4), 2, 'set again it continues its count');

  const link = (await call('POST', '/links', { url: 'https://example.com/', slug: 'old' })).json;
  await store(link.id, 0, 3);
  const { json: limited } = await call('PATCH', `/links/${link.id}`, { maxClicks: 5 });
  t.match(limited, { maxClicks: 5, usedClicks: 3 });
  await sleep(1_000);
  t.equal(await visitInTurn(daemons, 'old', 4), 2, 'earlier clicks of a link count');
  t.equal((await call('GET', `/links/${link.id}`)).json.updatedAt > link.updatedAt, true);
});

t.test('a used-up link reveals nothing to bots, and bots use up no clicks', async (t) => {
  const daemon = await startDaemon(t, { env: { DEFAULT_SHORT_DOMAIN: 'go.test' } });
  const call = caller(daemon, (await addWorkspace(daemon.context.db, 'pro')).key);
  await call('POST', '/links', { url: 'https://example.com/', slug: 'one', maxClicks: 1 });
  const { port } = new URL(daemon.origin);
  const asBot = (slug: string) =>
    ask(Number(port), { path: `/${slug}`, headers: { Host: 'go.test', 'User-Agent': agents.bot } });
  const prefetched = () => ask(Number(port), { path: '/one', headers: { ...headers, 'Sec-Purpose': 'prefetch' } });
  for (let n = 0; n < 3; n++) t.same([(await asBot('one')).status, (await prefetched()).status], [302, 302]);
  t.equal(await visit({ port: Number(port) }, 'one'), 302);
  t.same([await visit({ port: Number(port) }, 'one'), (await asBot('one')).status], [410, 410]);
});
