/** Visits from a workspace's own networks are redirected and counted separately; variants add up to a link's clicks. */
import { addWorkspace, type Call, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { type Service, service } from '../../fixtures/processes.ts';
import { ask } from '../../fixtures/requests.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

const env = { DEFAULT_SHORT_DOMAIN: 'go.test', TRUSTED_PROXIES: '127.0.0.1' };
const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';

/** Starts the API in this process, and redirects and a worker in their own. */
async function start(t: Test) {
  const api = await startDaemon(t, { env });
  const { mysqlUrl, redisUrl, redisPrefix } = api.stores;
  const shared = {
    ...env,
    MYSQL_URL: mysqlUrl,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: redisPrefix,
    LOCAL_DIR: t.testdir(),
  };
  const links = await service(t, 'daemon/server.js', 'LINKS_PORT', { ...shared, BASE_URL: 'http://go.test/api' });
  await links.start();
  (await service(t, 'daemon/worker.js', 'LINKS_PORT', shared)).launch();
  const workspaceCaller = async () => caller(api, (await addWorkspace(api.context.db, 'scale')).key);
  return { api, links, workspaceCaller };
}

const visit = async ({ port }: Service, slug: string, address: string, more: Record<string, string> = {}) =>
  (
    await ask(port, {
      path: `/${slug}`,
      headers: { Host: 'go.test', 'User-Agent': browser, 'X-Forwarded-For': address, ...more },
    })
  ).status;

/** Waits until as many visits are counted, as clicks, by bots or own. */
const countedOf = async (call: Call, id: string, visits: number): Promise<Json> =>
  until(async () => {
    const { json } = await call('GET', `/links/${id}/stats`);
    const { clicks, botClicks, ownClicks } = json.totals;
    return clicks + botClicks + ownClicks >= visits && json;
  });

t.test(
  "visits from the workspace's own networks are redirected but counted separately, and neither use up a limit nor leave an IP address",
  async (t) => {
    const { api, links, workspaceCaller } = await start(t);
    const [call, foreign] = [await workspaceCaller(), await workspaceCaller()];
    const { json: link } = await call('POST', '/links', { url: 'https://example.com/', slug: 'mine', maxClicks: 2 });
    const { json: theirs } = await foreign('POST', '/links', { url: 'https://example.com/', slug: 'theirs' });
    await until(async () => (await visit(links, 'theirs', '198.51.100.1')) === 302);
    const { json, headers } = await call('PATCH', '/workspace', {
      ownNetworks: ['203.0.113.0/24', ' 2001:DB8::/48 ', '203.0.113.0/24'],
    });
    t.same(json.ownNetworks, ['203.0.113.0/24', '2001:db8::/48'], 'normalised, without duplicates');
    t.same((await foreign('GET', '/workspace')).json.ownNetworks, []);
    t.match(await call('PATCH', '/workspace', { name: 'X' }, { 'if-match': '"old"' }), { status: 409 });
    t.match(await call('PATCH', '/workspace', { name: 'X' }, { 'if-match': headers.get('etag') as string }), {
      status: 200,
    });
    // The networks apply within a second or two. No limit refuses bots, so their visits show when the networks apply.
    const robot = { 'User-Agent': 'curl/8.0' };
    let robots = 0;
    const { ownClicks } = (
      await until(async () => {
        await visit(links, 'mine', '203.0.113.9', robot);
        robots++;
        const { json } = await call('GET', `/links/${link.id}/stats`);
        return json.totals.ownClicks > 0 && json;
      })
    ).totals;
    t.ok(ownClicks > 0);
    const before = (await countedOf(call, link.id, robots)).totals;
    for (const address of ['203.0.113.9', '203.0.113.250', '2001:db8::1', '203.0.113.9', '203.0.113.9'])
      t.equal(await visit(links, 'mine', address), 302, address);
    for (const address of ['203.0.112.9', '2001:db9::1']) t.equal(await visit(links, 'mine', address), 302, address);
    t.equal(await visit(links, 'mine', '198.51.100.1'), 410, 'the limit counts clicks alone');
    const { totals, breakdown } = await countedOf(call, link.id, robots + 7);
    t.match(totals, { clicks: 2, uniqueClicks: 2, botClicks: before.botClicks, ownClicks: before.ownClicks + 5 });
    t.equal(breakdown.browser.length, 1);
    t.match((await call('GET', '/stats')).json.totals, { clicks: 2, ownClicks: totals.ownClicks });
    const row = await api.context.db.selectFrom('links').select('clicks').where('slug', '=', 'mine').executeTakeFirst();
    t.equal(row?.clicks, 2);
    const { text } = await call('GET', '/stats/export');
    t.equal(text.trim().split('\r\n').length, 1 + 2 + before.botClicks, 'own visits are not exported');

    await visit(links, 'theirs', '203.0.113.9');
    const other = await countedOf(foreign, theirs.id, 2);
    t.match(other.totals, { ownClicks: 0 }, "another workspace's networks do not matter");
    t.equal((await call('PATCH', '/workspace', { ownNetworks: [] })).status, 200);
    t.same(await api.context.db.selectFrom('own_networks').selectAll().execute(), []);
    const { entries } = (await call('GET', '/audit?action=workspace.own-networks')).json;
    t.same(
      entries.map(({ details }: Json) => details),
      [{ ownNetworks: [] }, { ownNetworks: ['203.0.113.0/24', '2001:db8::/48'] }],
    );
  },
);

t.test('an invalid own network is refused with its field, and only admins can change own networks', async (t) => {
  const daemon = await startDaemon(t, { env });
  const { db } = daemon.context;
  const call = caller(daemon, (await addWorkspace(db, 'pro')).key);
  const good = ['192.0.2.1', '10.0.0.0/8', '2001:db8::/32', '::1'];
  t.same((await call('PATCH', '/workspace', { ownNetworks: good })).json.ownNetworks, good);
  for (const [networks, field] of [
    [['192.0.2.1', 'example.com'], 'ownNetworks.1'],
    [['192.0.2.0/33'], 'ownNetworks.0'],
    [['0.0.0.0/0'], 'ownNetworks.0'],
    [['::/0'], 'ownNetworks.0'],
    [[''], 'ownNetworks.0'],
    [[7], 'ownNetworks.0'],
    ['192.0.2.1', 'ownNetworks'],
    [Array.from({ length: 51 }, (_, n) => `192.0.2.${n}`), 'ownNetworks'],
  ] as const) {
    const { status, json } = await call('PATCH', '/workspace', { ownNetworks: networks });
    t.same([status, json.error.code, json.error.details.field], [422, 'validation_failed', field]);
  }
  t.same((await call('GET', '/workspace')).json.ownNetworks, good, 'a refused change changes nothing');
  for (const role of ['member', 'viewer'] as const) {
    const { key } = await addWorkspace(db, 'pro', role);
    t.equal((await caller(daemon, key)('PATCH', '/workspace', { ownNetworks: [] })).status, 403, role);
  }
});

t.test(
  "the clicks of a link's variants add up to the link's clicks, whether redirects, a worker or MySQL count them",
  async (t) => {
    const { links, workspaceCaller } = await start(t);
    const call = await workspaceCaller();
    const variants = [
      { url: 'https://example.com/a', weight: 50 },
      { url: 'https://example.com/b', weight: 30, name: 'größer' },
      { url: 'https://example.com/c', weight: 20 },
    ];
    const { json: link } = await call('POST', '/links', { url: 'https://example.com/', slug: 'split', variants });
    await until(async () => (await visit(links, 'split', '198.51.100.1')) === 302);
    const visits = 120;
    const sent = new Map<string, number>();
    for (let n = 0; n < visits; n++) {
      const headers = { Host: 'go.test', 'User-Agent': browser, 'X-Forwarded-For': `198.51.${n}.7` };
      const { headers: answered } = await ask(links.port, { path: n % 3 === 0 ? '/split?x=1' : '/split', headers });
      const to = String(answered.location).replace(/.*\/|\?.*/g, '');
      sent.set(to, (sent.get(to) ?? 0) + 1);
    }
    const { totals, breakdown } = await countedOf(call, link.id, visits + 1);
    const counts = Object.fromEntries(breakdown.variants.map(({ value, clicks }: Json) => [value, clicks]));
    const names = link.variants.map(({ name }: Json) => name);
    t.equal(names[1], 'größer');
    t.same(Object.keys(counts).sort(), [...names].sort());
    t.equal(
      Object.values(counts as Record<string, number>).reduce((sum, clicks) => sum + clicks, 0),
      totals.clicks,
    );
    const off = ['a', 'b', 'c'].map((path, n) => (counts[names[n]] as number) - (sent.get(path) ?? 0));
    t.same(off.sort(), [0, 0, 1], 'each is counted where the visitor was sent, and so is the first visit');
    const { json } = await call('GET', `/links/${link.id}/stats?variant=${encodeURIComponent('größer')}`);
    t.equal(json.totals.clicks, counts.größer);
  },
);
