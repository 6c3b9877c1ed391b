/** Webhook deliveries: none is lost, independently for each receiver, even if a part is slow, down, killed or emptied. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findClickListeners } from '../../../daemon/clicks/webhook-click-queries.ts';
import { deliveriesIn, findDelivery, listDeliveries } from '../../../daemon/webhooks/delivery-queries.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { deleteOldDeliveries, listDueDeliveries, listDueWebhooks } from '../../../shared/webhooks/delivery-queries.ts';
import { addWorkspace, type Call, caller, type Daemon, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { explain, indexesOf } from '../../fixtures/explain.ts';
import { service } from '../../fixtures/processes.ts';
import { isSigned, startReceiver } from '../../fixtures/receiver.ts';
import { until } from '../../fixtures/until.ts';
import { addWebhook, deliveriesOf, startSending } from '../../fixtures/webhooks.ts';
import { type Test, t } from '../../runner/tap.ts';

const local = {
  ALLOW_PRIVATE_DESTINATIONS: '1',
  WEBHOOK_RETRY_SECONDS: '0,0',
  PLANS_SCALE_REQUESTS_PER_MINUTE: '100000',
};

async function start(t: Test, env: Record<string, string> = {}, stores?: Daemon['stores']) {
  const daemon = await startDaemon(t, { env: { ...local, ...env }, ...(stores ? { stores } : {}) });
  const workspace = await addWorkspace(daemon.context.db, 'scale');
  return { daemon, workspace, call: caller(daemon, workspace.key) };
}

const send = async (call: Call, { id }: { id: string }): Promise<Json> =>
  (await call('POST', `/webhooks/${id}/test`)).json;
const withStatus = (call: Call, webhook: { id: string }, status: string, count = 1) =>
  until(async () => {
    const found = await deliveriesOf(call, webhook, `status=${status}&limit=50`);
    return found.length >= count && found;
  });

t.test('a failed delivery is retried under the same id until it succeeds', async (t) => {
  const { daemon, call } = await start(t);
  const receiver = await startReceiver(t);
  receiver.answers = [500, 302, 204];
  const webhook = await addWebhook(call, receiver.url, ['link.created']);
  await startSending(t, daemon);
  const { id } = await send(call, webhook);
  const [delivered] = await withStatus(call, webhook, 'delivered');
  t.match(delivered, { id, attempts: 3, error: null, answer: { status: 204, body: '' }, nextAttemptAt: null });
  t.match(delivered.request, { type: 'webhook.test', data: { webhookId: webhook.id } });
  t.same(
    receiver.received.map((one) => [one.id, one.path]),
    [0, 1, 2].map(() => [id, '/']),
    'and the redirect is not followed',
  );
  t.ok(receiver.received.every((one) => isSigned(webhook.secret, one)));
});

t.test(
  'a delivery that fails every attempt is a dead letter with its response, and can be sent again, even after a success',
  async (t) => {
    const { daemon, call } = await start(t);
    const receiver = await startReceiver(t);
    receiver.answers = [503];
    const webhook = await addWebhook(call, receiver.url, ['link.created']);
    await startSending(t, daemon);
    const { id } = await send(call, webhook);
    const [dead] = await withStatus(call, webhook, 'dead');
    t.match(dead, { id, attempts: 3, error: 'it answered 503', answer: { status: 503, body: 'answered 503' } });
    receiver.answers = [200];
    t.match((await call('POST', `/webhooks/${webhook.id}/deliveries/${id}/retry`)).json, {
      id,
      status: 'pending',
      attempts: 0,
    });
    await withStatus(call, webhook, 'delivered');
    t.equal((await call('POST', `/webhooks/${webhook.id}/deliveries/${id}/retry`)).status, 200);
    await until(() => receiver.received.length === 5);
    t.equal(new Set(receiver.received.map((one) => one.id)).size, 1);
    t.equal(new Set(receiver.received.map((one) => one.body)).size, 1);
  },
);

t.test(
  'the failure of a receiver that is down, disconnects or answers endlessly is recorded, and delays nothing',
  async (t) => {
    const { daemon, call } = await start(t, { WEBHOOK_RETRY_SECONDS: '0' });
    const [endless, broken] = [await startReceiver(t), await startReceiver(t)];
    endless.answer = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(10_000)), 1);
      response.on('close', () => clearInterval(timer));
    };
    broken.answer = (response) => response.destroy();
    const down = await startReceiver(t);
    const webhooks = [];
    for (const { url } of [endless, broken]) webhooks.push(await addWebhook(call, url, ['link.created']));
    const gone = await addWebhook(call, down.url.replace(/:\d+$/, ':1'), ['link.created']);
    await startSending(t, daemon);
    for (const webhook of [...webhooks, gone]) await send(call, webhook);
    const [taken] = await withStatus(call, webhooks[0] as Json, 'delivered');
    t.equal(taken.answer.body.length, 1_000, 'only the start of an endless answer is kept');
    const [cut] = await withStatus(call, webhooks[1] as Json, 'dead');
    t.match(cut, { attempts: 2, answer: null, error: /socket hang up|ECONNRESET/ });
    const [refused] = await withStatus(call, gone, 'dead');
    t.match(refused, { attempts: 2, answer: null, error: /ECONNREFUSED/ });
  },
);

t.test('a slow receiver does not delay deliveries to another receiver', async (t) => {
  const { daemon, call } = await start(t);
  const [slow, quick] = [await startReceiver(t), await startReceiver(t)];
  const held: (() => void)[] = [];
  slow.answer = (response) => void held.push(() => response.writeHead(204).end());
  const slowOne = await addWebhook(call, slow.url, ['link.created']);
  const quickOne = await addWebhook(call, quick.url, ['link.created']);
  for (let n = 0; n < 20; n++) await send(call, slowOne);
  await startSending(t, daemon);
  await until(() => slow.received.length === 1);
  for (let n = 0; n < 5; n++) await send(call, quickOne);
  await withStatus(call, quickOne, 'delivered', 5);
  t.equal(slow.received.length, 1, 'it gets one request at a time');
  slow.answer = undefined;
  for (const answer of held) answer();
  await withStatus(call, slowOne, 'delivered', 20);
});

t.test(
  'new deliveries are sent in the order in which they were written, and a failed delivery delays none of them',
  async (t) => {
    const { daemon, call } = await start(t, { WEBHOOK_RETRY_SECONDS: '1' });
    const receiver = await startReceiver(t);
    const webhook = await addWebhook(call, receiver.url, ['link.created']);
    const ids: string[] = [];
    for (let n = 0; n < 30; n++) ids.push((await send(call, webhook)).id);
    receiver.answers = [204, 204, 500, 204];
    await startSending(t, daemon);
    await withStatus(call, webhook, 'delivered', 30);
    const order = receiver.received.map(({ id }) => id);
    t.same([...new Set(order)], ids);
    t.equal(order.length, 31);
    t.equal(order.lastIndexOf(ids[2] as string) > 3, true, 'the one that failed came again later');
  },
);

t.test('with many webhooks, many events and two workers, each webhook gets each event once', async (t) => {
  const { daemon } = await start(t, { WEBHOOKS_PER_WORKSPACE: '20' });
  const receivers = await Promise.all(Array.from({ length: 12 }, () => startReceiver(t)));
  const { db } = daemon.context;
  const calls: Call[] = [];
  for (let n = 0; n < 3; n++) calls.push(caller(daemon, (await addWorkspace(db, 'scale')).key));
  for (const [n, { url }] of receivers.entries()) await addWebhook(calls[n % 3] as Call, url, ['link.created']);
  await Promise.all([startSending(t, daemon), startSending(t, daemon)]);
  const links = Array.from({ length: 40 }, (_, n) => ({ url: `https://example.com/${n}` }));
  const made = await Promise.all(calls.map((call) => call('POST', '/links/bulk', { links })));
  await until(() => receivers.every(({ received }) => received.length >= 40));
  for (const [n, { received }] of receivers.entries()) {
    const wanted = made[n % 3]?.json.results.map(({ link }: Json) => link.id);
    t.same(
      received.map(({ json }) => json.data.link.id),
      wanted,
      `receiver ${n}`,
    );
  }
});

t.test('a receiver that answers 410 gets no more requests, and its webhook is turned off', async (t) => {
  const { daemon, call } = await start(t);
  const receiver = await startReceiver(t);
  receiver.answers = [410];
  const webhook = await addWebhook(call, receiver.url, ['link.created']);
  for (let n = 0; n < 3; n++) await send(call, webhook);
  await startSending(t, daemon);
  await withStatus(call, webhook, 'dead', 3);
  t.equal(receiver.received.length, 1);
  t.equal((await call('GET', `/webhooks/${webhook.id}`)).json.active, false);
  t.match((await call('GET', '/audit')).json.entries[0], { action: 'webhook.disable', actor: { type: 'system' } });
  const mails = await daemon.context.db.selectFrom('mails').select(['kind', 'data']).execute();
  t.match(mails, [{ kind: 'webhook-disabled', data: /"reason":"gone"/ }]);
});

t.test(
  'a webhook without a success for five days is turned off, and one with a success in between is not',
  async (t) => {
    const { daemon, call } = await start(t, { WEBHOOK_RETRY_SECONDS: '0' });
    const { db } = daemon.context;
    const receiver = await startReceiver(t);
    receiver.answers = [500];
    const webhook = await addWebhook(call, receiver.url, ['link.created']);
    await startSending(t, daemon);
    const isActive = async () => (await call('GET', `/webhooks/${webhook.id}`)).json.active;
    const failing = async () => (await call('GET', `/webhooks/${webhook.id}`)).json.failingSince;
    const setBack = (days: number) =>
      db
        .updateTable('webhooks')
        .set({ failing_since: new Date(Date.now() - days * 86_400_000) })
        .execute();
    await send(call, webhook);
    await withStatus(call, webhook, 'dead');
    t.ok(await failing());
    await setBack(4.9);
    await send(call, webhook);
    await withStatus(call, webhook, 'dead', 2);
    t.equal(await isActive(), true);
    receiver.answers = [200];
    await send(call, webhook);
    await withStatus(call, webhook, 'delivered');
    t.equal(await failing(), null);
    receiver.answers = [500];
    await setBack(5.1);
    await send(call, webhook);
    await withStatus(call, webhook, 'dead', 3);
    t.equal(await isActive(), false);
    t.match((await call('PATCH', `/webhooks/${webhook.id}`, { active: true })).json, { active: true });
    t.equal(await failing(), null);
  },
);

t.test('after a rotation both secrets sign, and after a day only the new secret signs', async (t) => {
  const { daemon, call, workspace } = await start(t);
  const receiver = await startReceiver(t);
  const webhook = await addWebhook(call, receiver.url, ['link.created']);
  await startSending(t, daemon);
  const rotated = (await call('POST', `/webhooks/${webhook.id}/rotate`)).json;
  await send(call, webhook);
  const [both] = await until(() => receiver.received.length === 1 && receiver.received);
  for (const secret of [webhook.secret, rotated.secret]) t.ok(isSigned(secret, both as (typeof receiver.received)[0]));
  const again = (await call('POST', `/webhooks/${webhook.id}/rotate`)).json;
  await send(call, webhook);
  const second = await until(() => receiver.received[1]);
  t.same(
    [webhook, rotated, again].map(({ secret }) => isSigned(secret, second)),
    [false, true, true],
  );
  await daemon.context.db
    .updateTable('webhooks')
    .set({ previous_until: new Date(Date.now() - 1) })
    .where('workspace_id', '=', workspace.id)
    .execute();
  await send(call, webhook);
  const third = await until(() => receiver.received[2]);
  t.equal(String(third.headers['webhook-signature']).split(' ').length, 1);
  t.ok(isSigned(again.secret, third));
  t.equal((await call('GET', `/webhooks/${webhook.id}`)).json.previousSecretUntil, null);
});

t.test('Waypost does not connect to a host name that resolves to a private IP address at delivery', async (t) => {
  const { daemon, call } = await start(t, { ALLOW_PRIVATE_DESTINATIONS: '0', WEBHOOK_RETRY_SECONDS: '0' });
  const receiver = await startReceiver(t);
  const webhook = await addWebhook(call, 'http://hooks.example/', ['link.created']);
  const { db } = daemon.context;
  await startSending(t, daemon);
  for (const [n, url] of [receiver.url.replace('127.0.0.1', 'localhost'), receiver.url].entries()) {
    // The host name's owner changes its IP address after the check.
    await db.updateTable('webhooks').set({ url }).execute();
    await send(call, webhook);
    t.match((await withStatus(call, webhook, 'dead', n + 1))[0].error, /private address/);
  }
  t.same(receiver.received, []);
});

t.test('waiting deliveries are sent even if Redis loses all its data while workers run', async (t) => {
  const { daemon, call } = await start(t, { WEBHOOK_RETRY_SECONDS: '2' });
  const receiver = await startReceiver(t);
  receiver.answers = [503];
  const webhook = await addWebhook(call, receiver.url, ['link.created']);
  await startSending(t, daemon);
  await send(call, webhook);
  await until(async () => (await deliveriesOf(call, webhook))[0]?.attempts === 1);
  const { redisUrl, redisPrefix } = daemon.stores;
  const redis = openRedis(redisUrl, 'queue', daemon.context.log);
  const keys = await redis.keys(`{${redisPrefix}}*`);
  t.ok(keys.length > 0);
  await redis.del(...keys);
  redis.disconnect();
  receiver.answers = [204];
  await withStatus(call, webhook, 'delivered');
  t.equal(receiver.received.length, 2);
});

t.test(
  'after a worker is killed during deliveries, the next worker sends them all, and unfinished deliveries keep their ids',
  async (t) => {
    const { daemon, call } = await start(t);
    const receiver = await startReceiver(t);
    const webhook = await addWebhook(call, receiver.url, ['link.created']);
    const dir = await mkdtemp(path.join(tmpdir(), 'waypost-webhooks-'));
    t.teardown(() => rm(dir, { recursive: true, force: true }));
    const { mysqlUrl, redisUrl, redisPrefix } = daemon.stores;
    const env = {
      ...local,
      MYSQL_URL: mysqlUrl,
      REDIS_URL: redisUrl,
      REDIS_PREFIX: redisPrefix,
      LOCAL_DIR: daemon.context.config.localDir,
    };
    const ids: string[] = [];
    for (let n = 0; n < 10; n++) ids.push((await send(call, webhook)).id);
    let hangs = true;
    receiver.answer = (response) => {
      if (receiver.received.length < 4 || !hangs) response.writeHead(204).end();
    };
    const worker = await service(t, 'daemon/worker.js', 'METRICS_PORT', env, '/metrics');
    worker.launch();
    await until(() => receiver.received.length === 4);
    await worker.end('SIGKILL');
    hangs = false;
    worker.launch();
    await withStatus(call, webhook, 'delivered', 10);
    await worker.end('SIGTERM');
    t.same([...new Set(receiver.received.map(({ id }) => id))], ids);
    t.same(receiver.received.map(({ id }) => id).filter((id) => id === ids[3]).length, 2, 'unanswered ones came twice');
  },
);

t.test('old deliveries are deleted in limited steps, whether delivered or not', async (t) => {
  const { daemon, call } = await start(t);
  const { db } = daemon.context;
  const webhook = await addWebhook(call, 'http://hooks.example/', ['link.created']);
  const day = 86_400_000;
  const now = Date.now();
  for (const status of ['delivered', 'dead', 'queued'] as const) {
    for (const age of [1, 10]) {
      const { id } = await send(call, webhook);
      await db
        .updateTable('webhook_deliveries')
        .set({ status, created_at: new Date(now - age * day) })
        .where('event_id', '=', id.slice('msg_'.length))
        .execute();
    }
  }
  for (const status of ['delivered', 'dead'] as const) {
    t.equal(await deleteOldDeliveries(deliveriesIn(db), status, new Date(now - 5 * day)), false, 'that was all');
  }
  const left = await deliveriesOf(call, webhook);
  t.same(left.map((one) => one.status).sort(), ['dead', 'delivered', 'pending', 'pending']);
});

t.test('each query for sending and listing uses an index', async (t) => {
  const { daemon, call } = await start(t);
  const { db } = daemon.context;
  for (let webhooks = 0; webhooks < 5; webhooks++) {
    const webhook = await addWebhook(call, 'http://hooks.example/', ['link.created']);
    const links = Array.from({ length: 50 }, (_, n) => ({ url: `https://example.com/${n}` }));
    await call('POST', '/links/bulk', { links });
    t.equal((await deliveriesOf(call, webhook, 'limit=50')).length, 50);
  }
  const now = new Date();
  const plans = await explain(db, async (noted) => {
    await listDueWebhooks(deliveriesIn(noted), now);
    await listDueDeliveries(deliveriesIn(noted), 3, now, 100);
    await listDeliveries(noted, 3, { limit: 25 });
    await listDeliveries(noted, 3, { limit: 25, status: 'dead', beforeId: 200 });
    await findDelivery(noted, 3, '0'.repeat(32));
    await findClickListeners(noted);
  });
  t.same(
    indexesOf(plans).filter((one) => one.endsWith('.null')),
    [],
  );
});
