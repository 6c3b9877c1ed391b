/** Clicks for the operator's warehouse: each arrives under one id despite outages and kills, and storing never waits for it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPartQueue } from '../../../daemon/clicks/part-queue.ts';
import { findLinkId } from '../../../daemon/stats/link-name-queries.ts';
import { dropUnsentBefore, getTotal } from '../../../daemon/warehouse/queries.ts';
import { sendNextBatch } from '../../../daemon/warehouse/send-batch.ts';
import { startWarehouse } from '../../../daemon/workers/send-to-warehouse.ts';
import { checkWarehouse } from '../../../shared/check/checks/data.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { agents, batchOf, clickOf, partsOf, recordClicks } from '../../fixtures/clicks.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { service } from '../../fixtures/processes.ts';
import { log } from '../../fixtures/redirects.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

type Message = { path: string; headers: IncomingHttpHeaders; lines: Json[] };
type Warehouse = { url: string; received: Message[]; answer: (response: ServerResponse) => void };

const take = (response: ServerResponse) => void response.writeHead(200).end();
const refuse = (response: ServerResponse) => void response.writeHead(500).end('no such table');

/** Starts a warehouse that keeps every message, accepted or not. */
async function startServer(t: Test): Promise<Warehouse> {
  const warehouse: Warehouse = { url: '', received: [], answer: take };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const lines = text.split('\n').filter(Boolean);
    warehouse.received.push({
      path: request.url ?? '',
      headers: request.headers,
      lines: lines.map((line) => JSON.parse(line)),
    });
    warehouse.answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  warehouse.url = `http://way:post@127.0.0.1:${(server.address() as AddressInfo).port}/in?token={batch}`;
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return warehouse;
}

async function start(t: Test, more: Record<string, string> = {}) {
  const warehouse = await startServer(t);
  const env = { CLICKS_EXPORT_URL: warehouse.url, DEFAULT_SHORT_DOMAIN: 'go.waypost.test', ...more };
  const daemon = await startDaemon(t, { env });
  const { db, config } = daemon.context;
  const workspace = await addWorkspace(db, 'scale');
  const { json: link } = await caller(daemon, workspace.key)('POST', '/links', {
    url: 'https://example.com/',
    slug: 'clicked',
  });
  const linkId = (await findLinkId(db, workspace.id, link.id)) as number;
  let stored = 0;
  const store = (count: number) => {
    const clicks = Array.from({ length: count }, () => clickOf(linkId, Date.now() - 60_000 + stored++));
    return recordClicks(db, log, batchOf(clicks), new Date(), { forWarehouse: true });
  };
  return { warehouse, daemon, env, db, config, workspace, link, linkId, store };
}

const waitingIn = ({ db }: Pick<Awaited<ReturnType<typeof start>>, 'db'>) =>
  db.selectFrom('warehouse_clicks').selectAll().execute();
const idsIn = (messages: Message[]) => messages.flatMap(({ lines }) => lines.map(({ clickId }) => clickId as string));

t.test('a click is sent with every value that analytics show, and with a visitor id', async (t) => {
  const { warehouse, db, config, workspace, link, linkId } = await start(t, {
    CLICKS_EXPORT_HEADER: 'X-Table: clicks',
  });
  const at = Date.now() - 5_000;
  const reported = {
    country: 'DE',
    userAgent: agents.iphone,
    referrer: 'www.news.example',
    language: 'de-AT',
    visitor: 7,
  };
  const clicks = [
    clickOf(linkId, at, { ...reported, qr: true, utm: 'letter\nemail\n', variant: 'A' }),
    clickOf(linkId, at + 1, { ...reported, userAgent: agents.bot }),
  ];
  await recordClicks(db, log, batchOf(clicks), new Date(), { forWarehouse: true });
  t.equal(await sendNextBatch(db, config), true);
  t.equal(await sendNextBatch(db, config), false);
  const [{ path: at1, headers, lines } = { path: '', headers: {}, lines: [] }] = warehouse.received;
  const { clickId, batchId } = lines[0];
  t.match(clickId, /^[0-9a-f]{16}$/);
  const of = { batchId, workspaceId: workspace.publicId, linkId: link.id, domain: 'go.waypost.test', slug: 'clicked' };
  t.same(lines[0], {
    ...{ clickId, clickedAt: new Date(at).toISOString(), ...of, country: 'DE', device: 'mobile', os: 'iOS' },
    ...{ browser: 'Safari', referrer: 'news.example', trigger: 'qr', language: 'de-at', utmSource: 'letter' },
    ...{
      utmMedium: 'email',
      utmCampaign: '(none)',
      variant: 'A',
      isBot: false,
      isUnique: true,
      visitorId: '00000000000007',
    },
  });
  t.match(lines[1], { isBot: true, trigger: 'link', variant: '' });
  t.equal(at1, `/in?token=${batchId}`);
  t.match(headers, {
    authorization: `Basic ${Buffer.from('way:post').toString('base64')}`,
    'content-type': 'application/x-ndjson',
    'idempotency-key': batchId,
    'x-table': 'clicks',
  });
});

t.test('without CLICKS_EXPORT_URL nothing is kept for a warehouse', async (t) => {
  const { db, linkId } = await start(t);
  await recordClicks(db, log, batchOf([clickOf(linkId, Date.now())]), new Date());
  t.same(await waitingIn({ db }), []);
});

t.test('during an outage clicks wait, and each retry of a batch has the same clicks and ids', async (t) => {
  const { warehouse, db, config, store } = await start(t);
  warehouse.answer = refuse;
  await store(30);
  await t.rejects(sendNextBatch(db, config), /answered 500: no such table/);
  await store(12);
  warehouse.answer = (response) => void response.destroy();
  await t.rejects(sendNextBatch(db, config));
  warehouse.answer = take;
  while (await sendNextBatch(db, config));
  const [first, second, third, fourth] = warehouse.received;
  t.same(second, first, 'a message without an answer is the same again');
  t.same(third, first);
  t.equal(third?.lines.length, 30, 'later clicks are in another one');
  t.equal(fourth?.lines.length, 12);
  t.equal(new Set(idsIn(warehouse.received)).size, 42);
  t.same([await getTotal(db, 'sent'), await getTotal(db, 'dropped')], [42, 0]);
  t.same(await waitingIn({ db }), []);
});

t.test('many small rows are sent in one batch, and a large backlog in several batches', async (t) => {
  const { warehouse, db, config, store } = await start(t);
  for (let n = 0; n < 10; n++) await store(10);
  await sendNextBatch(db, config);
  t.equal(warehouse.received[0]?.lines.length, 100);
  await store(45_000);
  while (await sendNextBatch(db, config));
  const sizes = warehouse.received.slice(1).map(({ lines }) => lines.length);
  t.ok(sizes.length >= 3 && sizes.every((size) => size <= 20_000), String(sizes));
  t.equal(new Set(idsIn(warehouse.received)).size, 45_100);
});

t.test('a failing warehouse is contacted less and less often, and clicks are sent once it recovers', async (t) => {
  const { warehouse, db, config, store } = await start(t);
  const lines: string[] = [];
  const note = (_: unknown, message?: string) => void lines.push(message ?? '');
  warehouse.answer = refuse;
  await store(5);
  const reported = { ...log, warn: note, info: (message: string) => void lines.push(message) } as unknown as typeof log;
  const started = startWarehouse({ db, config, log: reported }, 20);
  t.teardown(() => started.close());
  await until(() => warehouse.received.length >= 5);
  t.equal(lines.length, 1, 'one line for all of it');
  t.match(lines[0], /could not be sent/);
  warehouse.answer = take;
  await until(async () => (await waitingIn({ db })).length === 0);
  await until(() => lines.length === 2);
  t.equal(new Set(idsIn(warehouse.received)).size, 5);
});

t.test('clicks that wait longer than the limit are dropped and counted; later clicks are sent', async (t) => {
  const { warehouse, db, config, store } = await start(t);
  await store(8);
  await db
    .updateTable('warehouse_clicks')
    .set({ stored_at: new Date(Date.now() - 86_400_000 * 8) })
    .execute();
  await store(3);
  const bound = new Date(Date.now() - config.clicksExport.days * 86_400_000);
  t.same(await dropUnsentBefore(db, bound, 100), { rows: 1, clicks: 8 });
  t.same(await dropUnsentBefore(db, bound, 100), { rows: 0, clicks: 0 });
  while (await sendNextBatch(db, config));
  t.equal(idsIn(warehouse.received).length, 3);
  t.same([await getTotal(db, 'sent'), await getTotal(db, 'dropped')], [3, 8]);
});

t.test('two workers that both believe they hold the lease send each click under one id', async (t) => {
  const { warehouse, db, config, store } = await start(t);
  for (let n = 0; n < 5; n++) await store(20);
  const all = async () => {
    while (await sendNextBatch(db, config));
  };
  await Promise.all([all(), all(), all()]);
  t.equal(new Set(idsIn(warehouse.received)).size, 100);
  t.same([await getTotal(db, 'sent'), await getTotal(db, 'dropped')], [100, 0]);
});

t.test('clicks of a deleted workspace are counted as dropped, and do not delay other clicks', async (t) => {
  const { warehouse, db, config, store, linkId } = await start(t);
  await store(4);
  await db.deleteFrom('links').where('id', '=', linkId).execute();
  while (await sendNextBatch(db, config));
  t.same(warehouse.received, []);
  t.same([await getTotal(db, 'sent'), await getTotal(db, 'dropped')], [0, 4]);
});

t.test('the check reports whether the warehouse accepts clicks, without its password', async (t) => {
  const { warehouse, db, config, store } = await start(t);
  const look = async (now = new Date()) => {
    const found = await checkWarehouse({ config, links: db, now });
    t.notMatch(JSON.stringify(found), /way:post/);
    return found;
  };
  t.match(await look(), { state: 'ok', found: /^127\.0\.0\.1:\d+ accepts clicks$/ });
  t.same(warehouse.received[0]?.lines, [], 'no click is sent');
  await store(1);
  t.match(await look(new Date(Date.now() + 3_600_000)), { state: 'warning', found: /have waited (59|60) minutes/ });
  warehouse.answer = refuse;
  t.match(await look(), { state: 'failed', found: /answered 500: no such table/ });
  t.same(
    await checkWarehouse({
      config: { ...config, clicksExport: { ...config.clicksExport, url: '' } },
      now: new Date(),
    }),
    [],
  );
});

t.test('with workers killed repeatedly and a slow or silent warehouse, every click arrives', async (t) => {
  const { warehouse, daemon, env, db, linkId } = await start(t);
  const localDir = await mkdtemp(path.join(tmpdir(), 'waypost-warehouse-'));
  t.teardown(() => rm(localDir, { recursive: true, force: true }));
  const { mysqlUrl, redisUrl, redisPrefix } = daemon.stores;
  const worker = await service(
    t,
    'daemon/worker.js',
    'METRICS_PORT',
    { ...env, MYSQL_URL: mysqlUrl, REDIS_URL: redisUrl, REDIS_PREFIX: redisPrefix, LOCAL_DIR: localDir },
    '/metrics',
  );
  const redis = openRedis(redisUrl, 'queue', log);
  t.teardown(() => redis.disconnect());
  const queue = openPartQueue(redis, redisPrefix);
  const stored = async () =>
    Number(
      (
        await db
          .selectFrom('click_hours')
          .select((e) => e.fn.sum<string>('clicks').as('n'))
          .where('link_id', '=', linkId)
          .executeTakeFirstOrThrow()
      ).n,
    );
  let made = 0;
  const at = Date.now() - 60_000;
  const makeSome = () => queue.send(partsOf(batchOf(Array.from({ length: 50 }, () => clickOf(linkId, at + made++)))));

  // The first answers arrive after the kill.
  const held: ServerResponse[] = [];
  warehouse.answer = (response) => void held.push(response);
  worker.launch();
  await makeSome();
  await until(() => warehouse.received.some(({ lines }) => lines.length > 0));
  await makeSome();
  await until(async () => (await stored()) === made);
  t.pass('clicks are stored while the warehouse does not answer');
  const metrics = await (await fetch(`http://127.0.0.1:${worker.port}/metrics`)).text();
  const [, lag] = /^waypost_warehouse_lag_seconds\{.*\} (\S+)$/m.exec(metrics) ?? [];
  t.ok(Number(lag) > 0, 'the lag is in the metrics');
  await worker.end('SIGKILL');

  warehouse.answer = (response) => void setTimeout(() => take(response), 100);
  for (let round = 0; round < 3; round++) {
    worker.launch();
    for (let n = 0; n < 10; n++) {
      await makeSome();
      await sleep(100);
    }
    await sleep(500);
    await worker.end('SIGKILL');
  }
  worker.launch();
  await until(async () => (await stored()) === made && (await waitingIn({ db })).length === 0);
  await worker.end('SIGTERM');
  const times = new Map(
    warehouse.received.flatMap(({ lines }) => lines.map(({ clickId, clickedAt }) => [clickId, clickedAt] as const)),
  );
  t.equal(times.size, made, 'as many ids as clicks');
  t.equal(new Set(times.values()).size, made, 'and each of another click');
  t.equal(await getTotal(db, 'sent'), made);
});
