/** A link service job that ended its process too often is set aside as failed, with the reason where its owner sees it. */

import { openPartQueue } from '../../daemon/clicks/part-queue.ts';
import { openPartSuspects } from '../../daemon/clicks/part-suspects.ts';
import { linkEngine } from '../../daemon/imports/engine.ts';
import { startDomainChecks } from '../../daemon/workers/check-domains.ts';
import { startClickWorker } from '../../daemon/workers/click-worker.ts';
import { startWebhooks } from '../../daemon/workers/deliver-webhooks.ts';
import { startImports } from '../../daemon/workers/run-imports.ts';
import { startMails } from '../../daemon/workers/send-mails.ts';
import { findImport } from '../../shared/import/queries.ts';
import { runImport } from '../../shared/import/runner.ts';
import { queueDepth } from '../../shared/jobs/queues.ts';
import { openRedis } from '../../shared/redis/redis.ts';
import { batchOf, clickOf, partsOf } from '../fixtures/clicks.ts';
import { addWorkspace, caller, startDaemon } from '../fixtures/daemon.ts';
import { leavePoison } from '../fixtures/poison.ts';
import { startReceiver } from '../fixtures/receiver.ts';
import { putLinks } from '../fixtures/redirects.ts';
import { until } from '../fixtures/until.ts';
import { addWebhook, deliveriesOf } from '../fixtures/webhooks.ts';
import { t } from '../runner/tap.ts';

const daemon = await startDaemon(t, { env: { ALLOW_PRIVATE_DESTINATIONS: '1' } });
const { context, stores } = daemon;
const { config, db, log } = context;
const queue = openRedis(stores.redisUrl, 'queue', log);
const commands = openRedis(stores.redisUrl, 'commands', log);
await until(() => commands.status === 'ready');
const workerStores = { config, db, log, queue, commands };
const workspace = await addWorkspace(db, 'scale');
const call = caller(daemon, workspace.key);
const reason = /ended the process three times/;
const failedIn = async (name: string) => (await queueDepth(commands, stores.redisPrefix, name)).failed;
const engine = linkEngine(context);

async function upload() {
  const response = await fetch(`${daemon.origin}/api/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${workspace.key}`, 'content-type': 'text/csv' },
    body: 'url,slug\nhttps://example.com/1,poison-1\n',
  });
  const { id } = (await response.json()) as { id: string };
  const row = await findImport(engine.store, workspace.id, id);
  if (!row) throw new Error('there is no import');
  return row;
}

t.test('a part of clicks that crashes its process is set aside, and the other parts are stored', async (t) => {
  const parts = openPartQueue(commands, stores.redisPrefix);
  const [linkId = 0] = await putLinks(db, 1, workspace.id);
  const sent = [1, 2].flatMap(() => partsOf(batchOf([clickOf(linkId, Date.now() - 60_000)])));
  const [poison] = sent;
  // A process that ends leaves its records.
  for (let ends = 1; ends <= 2; ends++) await openPartSuspects(commands, stores.redisPrefix).begin(sent.slice(0, 1));
  await parts.send(sent);
  const worker = await startClickWorker(workerStores);
  t.teardown(() => worker.close());
  const shards = [...new Set(sent.map(({ shard }) => shard))];
  await until(async () => (await parts.list(shards)).length === 1);
  t.match(await parts.list(shards), [{ id: poison?.id }]);
  t.match(await openPartSuspects(commands, stores.redisPrefix).sort(sent), { poison: [], suspect: undefined });
});

t.test(
  'a part of clicks that ended a process once is retried alone, and an attempt that only fails does not count',
  async (t) => {
    const redisPrefix = `${stores.redisPrefix}-alone`;
    const all = ['a', 'b', 'c'].map((id) => ({ id, shard: 1 }));
    const [first, second, third] = all;
    const ended = openPartSuspects(commands, redisPrefix);
    await ended.begin(all.slice(0, 1));
    t.same(await ended.sort(all), { suspect: undefined, rest: all, poison: [] }, 'its own record is no end');
    const next = openPartSuspects(commands, redisPrefix);
    t.same(await next.sort(all), { suspect: first, rest: [second, third], poison: [] });
    await next.begin(all.slice(0, 1));
    t.match(await openPartSuspects(commands, redisPrefix).sort(all), { suspect: undefined, poison: [first] });
    await next.end(all.slice(0, 1));
    t.same(await openPartSuspects(commands, redisPrefix).sort(all), { suspect: undefined, rest: all, poison: [] });
  },
);

t.teardown(() => [queue, commands].map((redis) => redis.disconnect()));

t.test('an email that crashes its process is recorded as failed', async (t) => {
  const id = 1;
  const poison = await leavePoison(t, stores, { queue: 'mails', id: `mail-${id}`, data: { id } });
  const mail = { id, kind: 'reset_password', recipient: 'ada@x.example', data: '{}', created_at: new Date() };
  await db.insertInto('mails').values(mail).execute();
  const worker = startMails(workerStores);
  t.teardown(() => worker.close());
  await poison.letRun();
  const row = () => db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await until(async () => (await row()).status !== 'waiting');
  t.match(await row(), { status: 'failed', last_error: reason });
  t.equal(await failedIn('mails'), 1);
});

t.test('an import that crashes its process is reported as failed', async (t) => {
  const row = await upload();
  const piece = 'the first reading of the file';
  const data = { id: row.id };
  const poison = await leavePoison(t, stores, { queue: 'imports', id: `import-${row.id}`, data, piece });
  const worker = await startImports(workerStores);
  t.teardown(() => worker.close());
  await poison.letRun();
  const show = async () => (await call('GET', `/imports/${row.public_id}`)).json;
  await until(async () => (await show()).status === 'failed');
  t.match(await show(), { error: /the first reading of the file ended the process three times/ });
  t.equal(await failedIn('imports'), 1);
});

t.test('an import whose rows crash the process keeps the links that it had imported before', async (t) => {
  const row = await upload();
  const begin = async (piece: string) => piece === 'the rows after 1';
  await runImport(engine, row.id, new AbortController().signal, begin);
  t.match((await call('GET', `/imports/${row.public_id}`)).json, { status: 'failed', created: 1, error: reason });
});

t.test(
  'a webhook delivery that crashes its process becomes a dead letter, and the webhook gets the other deliveries',
  async (t) => {
    const receiver = await startReceiver(t);
    const webhook = await addWebhook(call, receiver.url, ['link.created']);
    const { id } = await db.selectFrom('webhooks').select('id').executeTakeFirstOrThrow();
    const data = { webhookId: id };
    for (const slug of ['one', 'two']) await call('POST', '/links', { url: 'https://example.com/', slug });
    const deliveries = () => db.selectFrom('webhook_deliveries').select('id').orderBy('id').execute();
    await until(async () => (await deliveries()).length === 2);
    const [first] = await deliveries();
    const piece = `delivery ${first?.id}`;
    const poison = await leavePoison(t, stores, { queue: 'webhooks', id: `webhook-${id}`, data, piece });
    const worker = await startWebhooks(workerStores);
    t.teardown(() => worker.close());
    await poison.letRun();
    await until(() => receiver.received.length === 1);
    t.match(receiver.received[0]?.body, '"slug":"two"');
    const dead = (await deliveriesOf(call, webhook)).filter(({ status }) => status === 'dead');
    t.match(dead, [{ error: reason }]);
  },
);

t.test('a crashing job without a visible state is set aside for a day, then retried', async (t) => {
  const id = 'clear-away-7';
  const poison = await leavePoison(t, stores, { queue: 'domains', id, data: { id: 7, work: 'clear-away' } });
  const worker = startDomainChecks(workerStores);
  t.teardown(() => worker.close());
  await poison.letRun();
  const key = `{${stores.redisPrefix}}:domains:aside`;
  await until(async () => (await commands.hget(key, id)) === 'alone');
  t.equal(await failedIn('domains'), 1);
  t.ok((await commands.ttl(key)) > 86_000);
});
