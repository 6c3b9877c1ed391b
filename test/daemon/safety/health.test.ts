/** The health of destinations: what counts as a failure, when a link is broken, and how often a host is contacted. */
import { once } from 'node:events';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../daemon/core/tables.ts';
import { createConnection } from '../../../daemon/safety/scans/connection.ts';
import type { Chain } from '../../../daemon/safety/scans/follow-redirects.ts';
import {
  nextHealth,
  type Outcome,
  outcomeOf,
  recheckMs,
  type StoredHealth,
} from '../../../daemon/safety/scans/health.ts';
import { createHostTurns, HostBusy } from '../../../daemon/safety/scans/host-turns.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { freePort } from '../../fixtures/processes.ts';
import { startDns, startScanning, startWeb } from '../../fixtures/safety.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

t.test('a response counts as a failure only if a browser would get it too', async (t) => {
  const answered = (status: number, isChallenge = false): Chain => ({ hops: [], end: 'answered', status, isChallenge });
  const cases: [Chain, Outcome['is']][] = [
    ...[200, 204, 301, 304, 400, 401, 403, 405, 406, 429, 451, 999].map(
      (status) => [answered(status), 'ok'] as [Chain, 'ok'],
    ),
    ...[404, 410, 500, 502, 503, 504, 521].map((status) => [answered(status), 'failed'] as [Chain, 'failed']),
    [answered(503, true), 'ok'],
    [{ hops: [], end: 'unreachable' }, 'failed'],
    [{ hops: [], end: 'unconnected' }, 'failed'],
    [{ hops: [], end: 'timeout' }, 'unclear'],
    [{ hops: [], end: 'interrupted' }, 'unclear'],
    [{ hops: [], end: 'too_many' }, 'unclear'],
    [{ hops: [], end: 'refused' }, 'unclear'],
    [{ hops: [], end: 'unsafe' }, 'unclear'],
    [{ hops: [], end: 'too_large' }, 'ok'],
  ];
  for (const [chain, is] of cases) t.equal(outcomeOf(chain).is, is, JSON.stringify(chain));
});

t.test('a link is broken after three failures in a row within a day, hours apart', async (t) => {
  const hour = 3_600_000;
  /** Returns the health after checks at these hours: `+` for a good one, `-` for a failure, `?` for an unclear one. */
  const after = (checks: string) => {
    let health: StoredHealth = {
      health: 'unknown',
      health_since: null,
      http_status: null,
      failed_times: 0,
      failed_since: null,
    };
    for (const check of checks.split(' ')) {
      const is = ({ '+': 'ok', '-': 'failed', '?': 'unclear' } as const)[check[0] as '+' | '-' | '?'];
      const now = new Date(1_900_000_000_000 + Number(check.slice(1)) * hour);
      health = nextHealth(health, { is, status: is === 'ok' ? 200 : 404 }, now, (recheckMs * 3) / 4);
    }
    const { health: status, health_since: since } = health;
    return since === null ? status : `${status} since ${(since.getTime() - 1_900_000_000_000) / hour}`;
  };
  const cases: [string, string][] = [
    ['?0', 'unknown'],
    ['+0 +24', 'ok since 0'],
    ['-0 -4', 'unknown'],
    ['+0 -24 -28 -32', 'broken since 32'],
    ['-0 -4 -8', 'broken since 8'],
    ['-0 -0.1 -0.2 -0.3', 'unknown'],
    ['-0 -0.1 -4 -4.1 -8', 'broken since 8'],
    ['-0 -4 +6 -8 -12', 'ok since 6'],
    ['-0 ?4 -8 ?12 -16', 'broken since 16'],
    ['-0 -12 -25', 'unknown'],
    ['-0 -4 -8 ?12 -40 -80', 'broken since 8'],
    ['-0 -4 -8 +9 -10', 'ok since 9'],
  ];
  for (const [checks, health] of cases) t.equal(after(checks), health, checks);
});

/** Waits until all links have been scanned, and then three more times those that do not always work. */
async function scanFourTimes(db: Db): Promise<void> {
  const countOf = async (rows: RawBuilder<unknown>) =>
    Number((await sql<{ n: number }>`SELECT COUNT(*) AS n ${rows}`.execute(db)).rows[0]?.n);
  let links = sql`FROM links`;
  const makeDue = async (which: RawBuilder<unknown>) => {
    await sql`UPDATE link_scans SET due_at = ${new Date(0)} WHERE link_id IN (SELECT id ${links}) AND ${which}`.execute(
      db,
    );
  };
  for (let round = 0; round < 4; round++) {
    const since = new Date();
    const count = await countOf(links);
    await makeDue(sql`TRUE`);
    await until(
      async () => {
        // A scan that began earlier can end now, and plan the next one hours later. Other delays are shorter than an hour.
        await makeDue(sql`scanned_at < ${since} AND due_at > ${new Date(Date.now() + 3_600_000)}`);
        return countOf(sql`FROM link_scans WHERE scanned_at >= ${since} AND link_id IN (SELECT id ${links})`);
      },
      (scans) => scans >= count,
    );
    links = sql`FROM links WHERE COALESCE(title, '') <> 'good'`;
  }
}

t.test('without a connection, no link counts as broken; afterwards only links on silent servers do', async (t) => {
  const names = await startDns(t, () => ['127.0.0.1']);
  const daemon = await startDaemon(t, { env: { SAFETY_RESOLVERS: names.server } });
  const { db } = daemon.context;
  const call = caller(daemon, (await addWorkspace(db, 'scale')).key);
  const [port, closed] = [await freePort(), await freePort()];
  const links = [
    ...['one', 'two'].map((slug) => ({ slug, url: `http://${slug}.example.com:${port}/` })),
    { slug: 'dead', url: `http://dead.example.com:${closed}/` },
  ];
  await call('POST', '/links/bulk', { links });
  await startScanning(t, daemon, () => true, 2_000, { recheckMs: 1 });
  await scanFourTimes(db);
  const healths = async () =>
    Object.fromEntries((await call('GET', '/links')).json.links.map(({ slug, health }: Json) => [slug, health.status]));
  t.same(await healths(), { one: 'unknown', two: 'unknown', dead: 'unknown' });
  await startWeb(t, (_, response) => response.writeHead(200).end(), { port });
  await scanFourTimes(db);
  await scanFourTimes(db);
  t.same(await healths(), { one: 'ok', two: 'ok', dead: 'broken' });
});

t.test('a redirect to a silent host proves that Waypost is online, so the link is marked as broken', async (t) => {
  const names = await startDns(t, () => ['127.0.0.1']);
  const daemon = await startDaemon(t, { env: { SAFETY_RESOLVERS: names.server } });
  const { db } = daemon.context;
  const call = caller(daemon, (await addWorkspace(db, 'scale')).key);
  const Location = `http://dead.example.com:${await freePort()}/`;
  const { port } = await startWeb(t, (_, response) => response.writeHead(302, { Location }).end());
  await call('POST', '/links', { url: `http://moved.example.com:${port}/` });
  await startScanning(t, daemon, () => true, 2_000, { recheckMs: 1 });
  await scanFourTimes(db);
  t.match((await call('GET', '/links')).json.links, [{ health: { status: 'broken' } }]);
});

t.test("another host's response proves the connection for a minute; after that, one host is visited", async (t) => {
  let now = 0;
  let answers = true;
  const visited: string[] = [];
  const visit = async (url: URL) => {
    visited.push(url.hostname);
    return answers;
  };
  const connection = createConnection(visit, () => now);
  t.equal(await connection.isProvenWithout('a.example'), false, 'nothing has answered');
  connection.note(new URL('http://a.example/'));
  t.same([await connection.isProvenWithout('a.example'), await connection.isProvenWithout('b.example')], [false, true]);
  t.same(visited, []);
  now = 60_000;
  const proofs = ['b.example', 'c.example'].map((host) => connection.isProvenWithout(host));
  t.same(await Promise.all(proofs), [true, true]);
  t.equal(await connection.isProvenWithout('b.example'), true);
  t.same(visited, ['a.example'], 'one visit is enough for all scans and for a minute');
  answers = false;
  now = 200_000;
  for (const host of ['c', 'd', 'e', 'f', 'g']) connection.note(new URL(`http://${host}.example/`));
  now = 300_000;
  t.equal(await connection.isProvenWithout('b.example'), false);
  t.same(visited.slice(1), ['g.example', 'f.example'], 'the latest hosts are visited');
});

/** Hosts of the farm whose links must count as broken, by kind. Others must never. */
const dead = ['missing', 'gone', 'failing', 'refused', 'nameless'];
const alive = ['good', 'no-head', 'busy', 'login', 'forbidden', 'challenge', 'circle', 'hanging', 'flapping', 'moved'];

/** Links of the farm of each kind. With TEST_LONG=1 these are 10,000 links, of which 100 are dead. */
const isFull = process.env.TEST_LONG === '1';
const linksOf = (kind: string) => {
  if (!isFull) return 3;
  if (kind === 'good') return 9_000;
  return dead.includes(kind) ? 20 : 100;
};

t.test('among many difficult hosts, every dead link is found, and no working link is reported', async (t) => {
  const names = await startDns(t, (name) => (name.startsWith('nameless') ? undefined : ['127.0.0.1']));
  const visits = new Map<string, number>();
  const web = await startWeb(t, ({ headers: { host = '' }, method }, response) => {
    visits.set(host, (visits.get(host) ?? 0) + 1);
    const kind = host.replace(/-\d+\..*$/, '');
    const answer = (status: number, headers = {}) => response.writeHead(status, headers).end('<h1>Hello</h1>');
    if (kind === 'missing') return answer(404);
    if (kind === 'gone') return answer(410);
    if (kind === 'failing') return answer(502);
    if (kind === 'no-head') return answer(method === 'GET' ? 200 : 405);
    if (kind === 'busy') return answer(429, { 'Retry-After': '60' });
    if (kind === 'login') return answer(401);
    if (kind === 'forbidden') return answer(403);
    if (kind === 'challenge') return answer(503, { 'cf-mitigated': 'challenge' });
    if (kind === 'circle') return answer(302, { Location: `http://${host}/again`, 'Set-Cookie': 'seen=1' });
    if (kind === 'flapping') return answer((visits.get(host) ?? 0) % 2 === 1 ? 500 : 200);
    if (kind === 'moved') return answer(301, { Location: `http://${host.replace('moved', 'good')}/` });
    if (kind === 'hanging') return;
    return answer(200);
  });
  const daemon = await startDaemon(t, {
    env: { SAFETY_RESOLVERS: names.server, SAFETY_SCANS_AT_ONCE: isFull ? '100' : '20' },
  });
  const { db } = daemon.context;
  const { key } = await addWorkspace(db, 'scale');
  const call = caller(daemon, key);
  const closed = await freePort();
  const urlOf = (kind: string, n: number) =>
    `http://${kind}-${n}.example.com:${kind === 'refused' ? closed : web.port}/page`;
  t.equal(
    (await call('POST', '/webhooks', { url: 'https://hooks.example.com/', events: ['link.broken', 'link.mended'] }))
      .status,
    201,
  );
  const links = [...dead, ...alive].flatMap((kind) =>
    Array.from({ length: linksOf(kind) }, (_, n) => ({ url: urlOf(kind, n), title: kind })),
  );
  for (let from = 0; from < links.length; from += 50) {
    t.equal((await call('POST', '/links/bulk', { links: links.slice(from, from + 50) })).status, 200);
  }

  await startScanning(t, daemon, () => true, 2_000, { recheckMs: 1 });
  await scanFourTimes(db);
  const titlesOf = async (query: string) => {
    const titles: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { json } = await call('GET', `/links?limit=100&${query}${cursor && `&cursor=${cursor}`}`);
      titles.push(...json.links.map(({ title }: { title: string }) => title));
      cursor = json.nextCursor;
    }
    return titles.sort();
  };
  const all = links.map(({ title }) => title).sort();
  const deadTitles = all.filter((title) => dead.includes(title));
  for (const order of ['', 'sort=title', 'sort=clicks&order=asc', 'q=example']) {
    t.same(await titlesOf(`health=broken&${order}`), deadTitles, order);
    const others = [...(await titlesOf(`health=ok&${order}`)), ...(await titlesOf(`health=unknown&${order}`))];
    t.same(
      others.sort(),
      all.filter((title) => !dead.includes(title)),
      `not broken ${order}`,
    );
  }
  t.equal((await call('GET', '/links?health=broken&count=true')).json.total, deadTitles.length);
  t.equal((await call('GET', '/links/ids?health=broken&tag=none')).json.ids.length, 0);

  const events = () =>
    db.selectFrom('webhook_deliveries').select(['event', 'payload']).where('event', 'like', 'link.%').execute();
  const broken = (await events()).filter(({ event }) => event === 'link.broken');
  t.equal(broken.length, deadTitles.length, 'each is reported once');
  t.match(JSON.parse(String(broken[0]?.payload)).data.link.health, {
    status: 'broken',
    since: String,
    checkedAt: String,
  });

  const [missing] = (await call('GET', `/links?url=${encodeURIComponent(urlOf('missing', 0))}`)).json.links;
  t.match(missing.health, { status: 'broken', httpStatus: 404 });
  await call('PATCH', `/links/${missing.id}`, { url: urlOf('good', 7) });
  const healthy = await until(
    async () => (await call('GET', `/links/${missing.id}`)).json.health,
    ({ status }) => status === 'ok',
  );
  t.equal(healthy.httpStatus, 200, 'a new destination is checked again');
});

t.test('scans of links with several requests to one busy host all complete', async (t) => {
  const names = await startDns(t, () => ['127.0.0.1']);
  const web = await startWeb(t, ({ url, headers: { host } }, response) =>
    url === '/page'
      ? response.writeHead(200).end()
      : response.writeHead(302, { Location: `http://${host}/page` }).end(),
  );
  const daemon = await startDaemon(t, { env: { SAFETY_RESOLVERS: names.server } });
  const { db } = daemon.context;
  const call = caller(daemon, (await addWorkspace(db, 'scale')).key);
  const links = Array.from({ length: 40 }, (_, n) => ({ url: `http://one.example.com:${web.port}/${n}` }));
  await call('POST', '/links/bulk', { links });
  await startScanning(t, daemon, () => true, 60_000, { hostPauseMs: 120 });
  await until(
    () => db.selectFrom('link_scans').select('link_id').where('health', '=', 'ok').execute(),
    (scans) => scans.length === links.length,
  );
  t.ok(web.requests.length < links.length * 4, 'few scans started again');
});

t.test('a host gets one request a second from all workers, and postponed scans get different times', async (t) => {
  const daemon = await startDaemon(t);
  const redis = openRedis(daemon.stores.redisUrl, 'commands', daemon.context.log);
  t.teardown(() => redis.disconnect());
  await once(redis, 'ready');
  const { redisPrefix } = daemon.context.config;
  const started = Date.now();
  const workers = [1, 2].map(() => createHostTurns(redis, redisPrefix, 1_000));
  const taken: number[] = [];
  const postponed: number[] = [];
  await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      try {
        await workers[n % 2]?.(new URL('http://one.example.com/'), 'first');
        taken.push(Date.now());
      } catch (error) {
        if (!(error instanceof HostBusy)) throw error;
        postponed.push(error.until.getTime());
      }
    }),
  );
  t.equal(taken.length, 3, 'the others would wait for more than two seconds');
  taken.sort((a, b) => a - b);
  t.ok(taken.every((at, n) => at >= started + n * 1_000 - 50));
  t.equal(new Set(postponed.map((at) => Math.round((at - started) / 1_000))).size, 5);
  await workers[0]?.(new URL('http://two.example.com/'), 'first');
  t.pass('another host is free');
});
