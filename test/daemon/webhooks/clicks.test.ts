/** link.clicked: exactly the stored clicks, each in one delivery, without visitor data. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openPartQueue } from '../../../daemon/clicks/part-queue.ts';
import { dayMs, dayOf } from '../../../daemon/clicks/time.ts';
import { findLinkId } from '../../../daemon/stats/link-name-queries.ts';
import { notifyOfClicks } from '../../../daemon/stats/notify-of-clicks.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { agents, batchOf, clickOf, partsOf, recordClicks } from '../../fixtures/clicks.ts';
import { addWorkspace, type Call, caller, type Daemon, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { service } from '../../fixtures/processes.ts';
import { type Receiver, startReceiver } from '../../fixtures/receiver.ts';
import { log } from '../../fixtures/redirects.ts';
import { until } from '../../fixtures/until.ts';
import { addWebhook, deliveriesOf, startSending } from '../../fixtures/webhooks.ts';
import { type Test, t } from '../../runner/tap.ts';

const env = {
  ALLOW_PRIVATE_DESTINATIONS: '1',
  WEBHOOK_RETRY_SECONDS: '0,0,0,0,0,0,0,0',
  DEFAULT_SHORT_DOMAIN: 'go.waypost.test',
};

async function start(t: Test) {
  const daemon = await startDaemon(t, { env });
  const workspace = await addWorkspace(daemon.context.db, 'scale');
  const call = caller(daemon, workspace.key);
  const { json: link } = await call('POST', '/links', { url: 'https://example.com/', slug: 'clicked' });
  const linkId = (await findLinkId(daemon.context.db, workspace.id, link.id)) as number;
  return { daemon, db: daemon.context.db, workspace, call, link, linkId };
}

/** Creates a webhook and waits until the storing process, which caches webhooks for a second, knows it. */
async function listen(call: Call, url: string): Promise<Json> {
  const webhook = await addWebhook(call, url, ['link.clicked']);
  await sleep(1_100);
  return webhook;
}

const clicksIn = ({ received }: Receiver): Json[] => received.flatMap(({ json }) => json.data.clicks);

t.test('a click is sent with the fields of an export, and does not identify its visitor', async (t) => {
  const { daemon, db, call, link, linkId } = await start(t);
  const receiver = await startReceiver(t);
  await listen(call, receiver.url);
  await startSending(t, daemon);
  const at = Date.now() - 5_000;
  const clicks = [
    clickOf(linkId, at + 2, {
      country: 'DE',
      userAgent: agents.iphone,
      referrer: 'news.example',
      qr: true,
      variant: 'A',
    }),
    clickOf(linkId, at, { userAgent: agents.bot }),
  ];
  await recordClicks(db, log, batchOf(clicks), new Date());
  const [received] = await until(() => receiver.received.length > 0 && receiver.received);
  t.equal(received?.json.type, 'link.clicked');
  const of = { linkId: link.id, domain: 'go.waypost.test', slug: 'clicked', destination: 'https://example.com/' };
  t.match(received?.json.data.clicks, [
    {
      ...of,
      clickedAt: new Date(at).toISOString(),
      country: 'Unknown',
      referrer: '(direct)',
      trigger: 'link',
      variant: '',
      isBot: true,
    },
    {
      ...{ ...of, clickedAt: new Date(at + 2).toISOString(), country: 'DE', device: 'mobile', os: 'iOS' },
      ...{ browser: 'Safari', referrer: 'news.example', trigger: 'qr', variant: 'A', isBot: false },
    },
  ]);
  const { text } = await call('GET', '/stats/export?columns=all');
  const columns = (text.split('\r\n')[0] as string).split(',').filter((column) => column !== 'visitorId');
  t.same(Object.keys(received?.json.data.clicks[0]).sort(), columns.sort());
  t.notMatch(received?.body, /visitor|Mozilla/);
  const kept = await db.selectFrom('webhook_clicks').selectAll().execute();
  t.same(kept, [], 'sent clicks are no longer kept');
});

t.test('if clicks of two days are stored twice, each is sent once, with at most 500 in a delivery', async (t) => {
  const { daemon, db, call, linkId, link } = await start(t);
  const [receiver, second] = [await startReceiver(t), await startReceiver(t)];
  const webhook = await listen(call, receiver.url);
  await listen(call, second.url);
  await startSending(t, daemon);
  const midnight = dayOf(Date.now()) * dayMs;
  const wanted: string[] = [];
  for (let batch = 0; batch < 8; batch++) {
    const clicks = Array.from({ length: 190 }, (_, n) => clickOf(linkId, midnight - 100 + ((batch * 190 + n) % 200)));
    wanted.push(...clicks.map(({ at }) => new Date(at).toISOString()));
    const one = batchOf(clicks);
    await recordClicks(db, log, one, new Date());
    await recordClicks(db, log, one, new Date());
  }
  await until(() => clicksIn(receiver).length >= wanted.length && clicksIn(second).length >= wanted.length);
  for (const each of [receiver, second]) {
    t.same(
      clicksIn(each)
        .map(({ clickedAt }) => clickedAt)
        .sort(),
      wanted.sort(),
    );
    t.ok(each.received.every(({ json }) => json.data.clicks.length <= 500));
    t.equal(new Set(each.received.map(({ id }) => id)).size, each.received.length);
  }
  const counted = await db
    .selectFrom('click_hours')
    .select((e) => e.fn.sum<string>('clicks').as('n'))
    .where('link_id', '=', linkId)
    .executeTakeFirstOrThrow();
  t.equal(Number(counted.n), wanted.length);
  const made = (await deliveriesOf(call, webhook)).map(({ createdAt }) => Date.parse(createdAt)).sort((a, b) => a - b);
  for (const [n, at] of made.entries()) if (n > 0) t.ok(at - (made[n - 1] as number) >= 1_000, 'one a second at most');
  t.ok(clicksIn(receiver).every((one) => one.linkId === link.id));
});

t.test('a batch keeps its id and clicks in every retry, and later clicks do not wait for a failed batch', async (t) => {
  const { daemon, db, call, linkId } = await start(t);
  const receiver = await startReceiver(t);
  receiver.answers = [500, 500, 204];
  await listen(call, receiver.url);
  await startSending(t, daemon);
  for (const tries of [3, 4]) {
    await recordClicks(db, log, batchOf([clickOf(linkId, Date.now())]), new Date());
    await until(() => receiver.received.length >= tries);
  }
  const [first, second, third, other] = receiver.received;
  t.same([second?.id, third?.id], [first?.id, first?.id]);
  t.same([second?.body, third?.body], [first?.body, first?.body]);
  t.not(other?.id, first?.id);
});

t.test(
  'a webhook that is not, or is no longer, subscribed to clicks gets no clicks, and no clicks are kept for it',
  async (t) => {
    const { daemon, db, call, linkId } = await start(t);
    const webhook = await addWebhook(call, 'http://hooks.example/', ['link.created']);
    const off = await listen(call, 'http://hooks.example/');
    const store = () => recordClicks(db, log, batchOf([clickOf(linkId, Date.now())]), new Date());
    const kept = () => db.selectFrom('webhook_clicks').selectAll().execute();
    await store();
    t.equal((await kept()).length, 1);
    await call('PATCH', `/webhooks/${off.id}`, { active: false });
    await sleep(1_100);
    await store();
    t.equal((await kept()).length, 1);
    const [row] = await kept();
    await notifyOfClicks(db, daemon.context.config, row?.webhook_id as number);
    t.same(await kept(), [], 'clicks kept for a webhook that is off are dropped');
    for (const one of [webhook, off]) t.same(await deliveriesOf(call, one), []);
  },
);

t.test('storing clicks makes no query for webhooks if none is subscribed to clicks', async (t) => {
  const { db, linkId } = await start(t);
  await sql`RENAME TABLE webhook_clicks TO webhook_clicks_away`.execute(db);
  t.equal((await recordClicks(db, log, batchOf([clickOf(linkId, Date.now())]), new Date())).length, 1);
});

t.test('if clicks cannot be kept for a webhook, storing them fails, and a retry stores and sends them', async (t) => {
  const { daemon, db, call, linkId } = await start(t);
  const receiver = await startReceiver(t);
  await listen(call, receiver.url);
  const batch = batchOf([clickOf(linkId, Date.now())]);
  await sql`RENAME TABLE webhook_clicks TO webhook_clicks_away`.execute(db);
  await t.rejects(recordClicks(db, log, batch, new Date()));
  await sql`RENAME TABLE webhook_clicks_away TO webhook_clicks`.execute(db);
  t.equal((await recordClicks(db, log, batch, new Date())).length, 1);
  await startSending(t, daemon);
  await until(() => clicksIn(receiver).length === 1);
});

t.test('unreadable clicks delay no other delivery', async (t) => {
  const { daemon, db, call, linkId } = await start(t);
  const receiver = await startReceiver(t);
  const { id } = await listen(call, receiver.url);
  await recordClicks(db, log, batchOf([clickOf(linkId, Date.now())]), new Date());
  await db
    .updateTable('webhook_clicks')
    .set({ data: Buffer.from('damaged') })
    .execute();
  await call('POST', `/webhooks/${id}/test`);
  await startSending(t, daemon);
  const received = await until(() => receiver.received[0]);
  t.equal(received.json.type, 'webhook.test');
});

t.test("concurrent workers collect a webhook's clicks: each click is in one batch", async (t) => {
  const { daemon, db, call, linkId } = await start(t);
  const webhook = await listen(call, 'http://hooks.example/');
  for (let n = 0; n < 20; n++) await recordClicks(db, log, batchOf([clickOf(linkId, Date.now() - n)]), new Date());
  const [row] = await db.selectFrom('webhook_clicks').select('webhook_id as id').execute();
  await Promise.all(Array.from({ length: 8 }, () => notifyOfClicks(db, daemon.context.config, row?.id as number)));
  const deliveries = await deliveriesOf(call, webhook);
  t.equal(deliveries.length, 1);
  t.equal(deliveries[0].request.data.clicks.length, 20);
});

/** Stores and sends in its own process, which can be killed. */
async function startWorker(t: Test, { context, stores }: Daemon) {
  const dir = await mkdtemp(path.join(tmpdir(), 'waypost-clicks-'));
  t.teardown(() => rm(dir, { recursive: true, force: true }));
  return service(
    t,
    'daemon/worker.js',
    'METRICS_PORT',
    {
      ...env,
      MYSQL_URL: stores.mysqlUrl,
      REDIS_URL: stores.redisUrl,
      REDIS_PREFIX: stores.redisPrefix,
      LOCAL_DIR: context.config.localDir,
    },
    '/metrics',
  );
}

t.test('if workers are killed midway repeatedly, each click is still sent in exactly one batch', async (t) => {
  const { daemon, db, call, linkId } = await start(t);
  const receiver = await startReceiver(t);
  await listen(call, receiver.url);
  const worker = await startWorker(t, daemon);
  const redis = openRedis(daemon.stores.redisUrl, 'queue', log);
  t.teardown(() => redis.disconnect());
  const queue = openPartQueue(redis, daemon.stores.redisPrefix);
  const at = Date.now() - 60_000;
  const wanted: string[] = [];
  for (let round = 0; round < 3; round++) {
    worker.launch();
    for (let batch = 0; batch < 20; batch++) {
      const clicks = Array.from({ length: 50 }, (_, n) => clickOf(linkId, at + wanted.length + n));
      wanted.push(...clicks.map((click) => new Date(click.at).toISOString()));
      await queue.send(partsOf(batchOf(clicks)));
      await sleep(50);
    }
    await sleep(1_000);
    await worker.end('SIGKILL');
  }
  worker.launch();
  const reported = () => {
    const batches = new Map(receiver.received.map(({ id, body }) => [id, body]));
    return [...batches.values()].flatMap((body) => JSON.parse(body).data.clicks.map((one: Json) => one.clickedAt));
  };
  await until(() => reported().length >= wanted.length);
  await worker.end('SIGTERM');
  t.same(reported().sort(), wanted.sort(), 'each click is in one batch over all attempts');
  for (const { id, body } of receiver.received) {
    t.ok(receiver.received.every((other) => other.id !== id || other.body === body));
  }
  const counted = await db
    .selectFrom('click_hours')
    .select((e) => e.fn.sum<string>('clicks').as('n'))
    .where('link_id', '=', linkId)
    .executeTakeFirstOrThrow();
  t.equal(Number(counted.n), wanted.length);
});
