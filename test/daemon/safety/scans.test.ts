/** Links after their creation: scans, bans and unbans, doubtful findings, offenders, and the order of scans. */

import { destinationColumns } from '../../../daemon/links/core/fields.ts';
import { setRule } from '../../../daemon/safety/commands.ts';
import { commandLine } from '../../../daemon/safety/core/actions.ts';
import { setBanned } from '../../../daemon/safety/core/bans.ts';
import { fingerprintOf } from '../../../daemon/safety/core/destinations.ts';
import { listOpenReviews } from '../../../daemon/safety/core/review-queries.ts';
import { type Decision, decideReview } from '../../../daemon/safety/decide-review.ts';
import { indexLinks } from '../../../daemon/safety/scans/index-links.ts';
import { listLinksAfter } from '../../../daemon/safety/scans/queries.ts';
import { createScanner } from '../../../daemon/safety/scans/scanner.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { addWorkspace, type Call, caller, type Daemon, startDaemon } from '../../fixtures/daemon.ts';
import { startDns, startScanning, startWeb } from '../../fixtures/safety.ts';
import { startServers } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

/**
 * Starts a daemon whose scans resolve every name to one web server. That server answers `/to?<URL>` with a redirect to that URL
 * while `state` allows it, and otherwise not at all.
 */
async function setUp(t: Test, env: Record<string, string> = {}) {
  const names = await startDns(t, () => ['127.0.0.1']);
  const state = { redirects: true, answers: true };
  const web = await startWeb(t, ({ url = '/' }, response) => {
    if (!state.answers) return;
    const target = /^\/to\?(.*)$/.exec(url)?.[1];
    if (target && state.redirects) response.writeHead(302, { Location: decodeURIComponent(target) }).end();
    else response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Hello</h1>');
  });
  const daemon = await startDaemon(t, { env: { SAFETY_RESOLVERS: names.server, ...env } });
  const workspace = await addWorkspace(daemon.context.db, 'scale');
  const call = caller(daemon, workspace.key);
  const page = (host: string, path = '/') => `http://${host}:${web.port}${path}`;
  const leadingTo = (target: string) => page('front.example.com', `/to?${encodeURIComponent(target)}`);
  const post = async (url: string) => {
    const { status, json, text } = await call('POST', '/links', { url });
    if (status !== 201) throw new Error(text);
    return json.id as string;
  };
  return { daemon, workspace, call, web, page, leadingTo, post, state };
}

const isBanned = (call: Call, id: string) => async () => (await call('GET', `/links/${id}`)).json.banned as boolean;

const scanOf =
  ({ context: { db } }: Daemon, id: string) =>
  () =>
    db
      .selectFrom('link_scans')
      .innerJoin('links', 'links.id', 'link_scans.link_id')
      .where('links.public_id', '=', id)
      .select([
        'link_scans.link_id',
        'fingerprint',
        'stage',
        'failures',
        'lane',
        'due_at',
        'scanned_at',
        ...destinationColumns,
      ])
      .executeTakeFirst();

/** Resolves once the link, with its present destinations, was scanned this many times. */
const scanned = (daemon: Daemon, id: string, stage = 1) =>
  until(
    scanOf(daemon, id),
    (scan) =>
      scan?.scanned_at != null && scan.stage >= stage && fingerprintOf(scan).equals(scan.fingerprint ?? Buffer.of()),
  );

t.test(
  "a destination's redirects can ban the link; changing to a safe destination lifts that ban, but never an operator’s",
  async (t) => {
    const { daemon, workspace, call, page, leadingTo, post } = await setUp(t);
    const { db } = daemon.context;
    await setRule(db, 'block', 'evil.example.org', false);
    await startScanning(t, daemon);
    const id = await post(leadingTo(page('evil.example.org', '/kit')));
    const good = await post(page('good.example.com'));
    await until(isBanned(call, id), Boolean);
    await scanned(daemon, good);
    t.equal(await isBanned(call, good)(), false);

    const ban = await db.selectFrom('link_bans').selectAll().executeTakeFirstOrThrow();
    t.match(ban, { source: 'scanner', reason: 'listed', field: 'url', detail: /evil\.example\.org/ });
    const entry = await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'link.ban')
      .executeTakeFirstOrThrow();
    t.match(entry, { actor: 'system', object_id: id, workspace_id: workspace.id });
    const mail = await db.selectFrom('mails').selectAll().executeTakeFirstOrThrow();
    t.equal(mail.kind, 'link-banned');
    t.match(JSON.parse(mail.data), { shortUrl: /^http:\/\/localhost:8080\//, reason: /list of unsafe URLs/ });

    const { json } = await call('PATCH', `/links/${id}`, { title: 'another title' });
    t.equal(json.banned, true);
    t.equal((await call('PATCH', `/links/${id}`, { url: leadingTo(page('evil.example.org')) })).status, 200);
    await scanned(daemon, id);
    t.equal(await isBanned(call, id)(), true, 'a change to an equally unsafe URL lifts nothing');
    t.equal((await call('PATCH', `/links/${id}`, { url: page('good.example.com', '/new') })).status, 200);
    await until(isBanned(call, id), (banned) => !banned);
    t.match(await db.selectFrom('audit_entries').selectAll().where('action', '=', 'link.unban').executeTakeFirst(), {
      actor: 'system',
      object_id: id,
    });
    t.same(await db.selectFrom('link_bans').selectAll().execute(), []);

    await inTransaction(db, (trx) =>
      setBanned(trx, daemon.context.config, id, {
        operatorBan: { banned: true },
        actor: { type: 'operator' },
        now: new Date(),
      }),
    );
    t.equal((await call('PATCH', `/links/${id}`, { url: page('good.example.com', '/newest') })).status, 200);
    await scanned(daemon, id);
    t.equal(await isBanned(call, id)(), true, 'an operator’s ban stays');
    t.equal((await db.selectFrom('link_bans').select('source').executeTakeFirstOrThrow()).source, 'operator');
  },
);

t.test('a new link is scanned at once, even if the scan of all links reached it first', async (t) => {
  const { daemon, call, page, leadingTo, post } = await setUp(t);
  const { config, db, log } = daemon.context;
  await setRule(db, 'block', 'evil.example.org', false);
  const id = await post(leadingTo(page('evil.example.org')));
  const scanner = await createScanner({ config, db, log, announceChanges: () => {} });
  t.teardown(() => scanner.lists.stop());
  t.equal(await indexLinks(scanner, await listLinksAfter(db, 0, 10), 'later', new Date()), 1);
  t.match(await scanOf(daemon, id)(), { lane: 2, stage: 3, scanned_at: null });
  await startScanning(t, daemon);
  await until(isBanned(call, id), Boolean);
});

t.test('a ban stays after its destination looks clean again', async (t) => {
  const { daemon, call, page, leadingTo, post, state, web } = await setUp(t);
  const { db } = daemon.context;
  await setRule(db, 'block', 'evil.example.org', false);
  await startScanning(t, daemon);
  const id = await post(leadingTo(page('evil.example.org')));
  await until(isBanned(call, id), Boolean);
  await scanned(daemon, id);
  state.redirects = false;
  const before = web.requests.length;
  await db
    .updateTable('link_scans')
    .set({ due_at: new Date(0) })
    .execute();
  await scanned(daemon, id, 2);
  t.ok(web.requests.length > before, 'it was scanned again, and has no redirect');
  t.equal(await isBanned(call, id)(), true);
});

t.test('a destination that times out is scanned again soon, and lifts no ban in the meantime', async (t) => {
  const { daemon, call, page, post, state } = await setUp(t);
  const { db } = daemon.context;
  const hasty = await startScanning(t, daemon, () => true, 200);
  const id = await post(page('evil.example.org'));
  await setRule(db, 'block', 'evil.example.org', false);
  await until(isBanned(call, id), Boolean);
  state.answers = false;
  t.equal((await call('PATCH', `/links/${id}`, { url: page('slow.example.com') })).status, 200);
  const scan = await until(
    scanOf(daemon, id),
    (scan) => scan !== undefined && scan.failures > 0 && fingerprintOf(scan).equals(scan.fingerprint ?? Buffer.of()),
  );
  t.match(scan, { stage: 0, failures: 1 });
  t.equal(Math.round((Number(scan?.due_at) - Number(scan?.scanned_at)) / 60_000), 10, 'in ten minutes');
  t.equal(await isBanned(call, id)(), true);
  await hasty.stop();
  state.answers = true;
  await startScanning(t, daemon);
  await db
    .updateTable('link_scans')
    .set({ due_at: new Date(0) })
    .execute();
  await until(isBanned(call, id), (banned) => !banned);
});

t.test('a link that an operator cleared is not banned again, until it changes', async (t) => {
  const { daemon, call, page, post } = await setUp(t);
  const { db } = daemon.context;
  await startScanning(t, daemon);
  const id = await post(page('evil.example.org', '/1'));
  await scanned(daemon, id);
  await setRule(db, 'block', 'evil.example.org', false);
  await until(isBanned(call, id), Boolean);
  await inTransaction(db, (trx) =>
    setBanned(trx, daemon.context.config, id, {
      operatorBan: { banned: false },
      actor: { type: 'operator' },
      now: new Date(),
    }),
  );
  await db
    .updateTable('link_scans')
    .set({ due_at: new Date(0) })
    .execute();
  await scanned(daemon, id, 2);
  t.equal(await isBanned(call, id)(), false);
  const front = page('front.example.com', `/to?${encodeURIComponent(page('evil.example.org', '/2'))}`);
  t.equal((await call('PATCH', `/links/${id}`, { url: front })).status, 200);
  await until(isBanned(call, id), Boolean);
});

t.test(
  'an operator’s block bans existing links; an operator who allows the host or removes the block lifts the bans',
  async (t) => {
    const { daemon, call, page, post } = await setUp(t);
    const { db } = daemon.context;
    await startScanning(t, daemon);
    const one = await post(page('shop.example.com', '/a/1'));
    const two = await post(page('shop.example.com', '/b/2'));
    const deep = await post(page('sub.shop.example.com', '/a/1/deep/page?x=1'));
    for (const id of [one, two, deep]) await scanned(daemon, id);
    await setRule(db, 'block', 'https://shop.example.com/a/', false);
    await until(isBanned(call, one), Boolean);
    await until(isBanned(call, deep), Boolean);
    t.equal(await isBanned(call, two)(), false);
    const refused = () => call('POST', '/links', { url: page('shop.example.com', '/a/9') });
    t.match((await until(refused, ({ status }) => status === 422)).json.error.details, {
      field: 'url',
      reason: 'listed',
    });

    await setRule(db, 'allow', 'sub.shop.example.com', false);
    await until(isBanned(call, deep), (banned) => !banned);
    t.equal(await isBanned(call, one)(), true);
    await setRule(db, 'block', 'https://shop.example.com/a/', true);
    await until(isBanned(call, one), (banned) => !banned);
    t.equal((await until(refused, ({ status }) => status === 201)).status, 201);
    await t.rejects(setRule(db, 'block', 'https://shop.example.com/a/', true), /is not on the block list/);
    await t.rejects(setRule(db, 'allow', 'no host', false), /neither a host nor/);
  },
);

t.test('a doubtful link waits for review only once', async (t) => {
  const { daemon, call, leadingTo, post } = await setUp(t);
  const { db } = daemon.context;
  await startScanning(t, daemon);
  const id = await post(leadingTo('http://169.254.169.254/latest/meta-data/'));
  await scanned(daemon, id);
  const other = await post(leadingTo('http://10.0.0.1/'));
  await scanned(daemon, other);
  const reviews = await listOpenReviews(db, 10);
  t.match(
    reviews.map(({ linkId, reason, detail, banned }) => ({ linkId, reason, detail, banned })),
    [
      { linkId: id, reason: 'private_address', detail: /169\.254/, banned: false },
      { linkId: other, reason: 'private_address', detail: /10\.0\.0\.1/, banned: false },
    ],
  );
  const decide = (index: number, decision: Decision) =>
    decideReview(db, daemon.context.config, Number(reviews[index]?.id), { decision, by: commandLine, now: new Date() });
  t.same(await decide(0, 'banned'), { linkId: id, banned: true });
  await until(isBanned(call, id), Boolean);
  t.equal((await db.selectFrom('link_bans').select('source').executeTakeFirstOrThrow()).source, 'operator');
  t.same(await decide(1, 'cleared'), { linkId: other, banned: false });
  t.equal(await decide(1, 'banned'), 'decided', 'once decided');

  await db
    .updateTable('link_scans')
    .set({ due_at: new Date(0) })
    .execute();
  await scanned(daemon, other, 2);
  t.same(await listOpenReviews(db, 10), [], 'a cleared link is not reported again');
  const row = await db
    .selectFrom('safety_reviews')
    .select(['times', 'status'])
    .where('status', '=', 'cleared')
    .execute();
  t.same(row, [{ times: 2, status: 'cleared' }]);
});

t.test('a workspace with many bans is flagged, and its doubtful links are banned', async (t) => {
  const { daemon, workspace, call, page, leadingTo, post } = await setUp(t, { SAFETY_FLAG_AFTER_BANS: '2' });
  const { db } = daemon.context;
  await setRule(db, 'block', 'evil.example.org', false);
  await startScanning(t, daemon);
  const flagged = async () =>
    (await db.selectFrom('workspace_offences').select('flagged_at').executeTakeFirst())?.flagged_at != null;
  await until(isBanned(call, await post(leadingTo(page('evil.example.org', '/1')))), Boolean);
  t.equal(await flagged(), false);
  const second = page('other-front.example.com', `/to?${encodeURIComponent(page('evil.example.org', '/2'))}`);
  await until(isBanned(call, await post(second)), Boolean);
  t.equal(await flagged(), true);
  t.match(await db.selectFrom('audit_entries').selectAll().where('action', '=', 'workspace.flag').execute(), [
    { workspace_id: workspace.id, object_id: workspace.publicId, actor: 'system' },
  ]);
  await until(isBanned(call, await post(leadingTo('http://192.168.1.1/'))), Boolean);
});

t.test('a link is scanned immediately, after an hour, after a day, and then every week', async (t) => {
  const { daemon, page, post } = await setUp(t);
  const { db } = daemon.context;
  await startScanning(t, daemon);
  const id = await post(page('a.example.com'));
  const hours: number[] = [];
  for (let stage = 1; stage <= 3; stage++) {
    const scan = await scanned(daemon, id, stage);
    hours.push(Math.round((Number(scan?.due_at) - Number(scan?.scanned_at)) / 3_600_000));
    await db
      .updateTable('link_scans')
      .set({ due_at: new Date(0) })
      .execute();
  }
  const last = await until(scanOf(daemon, id), (scan) => Number(scan?.due_at) > 0);
  hours.push(Math.round((Number(last?.due_at) - Number(last?.scanned_at)) / 3_600_000));
  t.same(hours, [1, 23, 168, 168]);
  t.equal(last?.lane, 2, 'nobody clicked it');
});

t.test('frequently clicked links are scanned first', async (t) => {
  const { daemon, workspace, web, page, post } = await setUp(t, { SAFETY_SCANS_AT_ONCE: '1' });
  const { db } = daemon.context;
  const first = await startScanning(t, daemon);
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push(await post(page('a.example.com', `/${n}`)));
  const rows = await Promise.all(ids.map((id) => scanned(daemon, id)));
  await first.stop();
  const day = Math.floor(Date.now() / 86_400_000) - 1;
  const clicks = [0, 5, 0, 50, 500, 0];
  for (const [n, count] of clicks.entries()) {
    if (count === 0) continue;
    const counts = { clicks: count, unique_clicks: count, bot_clicks: 0, last_ms: 1, breakdown: Buffer.alloc(0) };
    await db
      .insertInto('click_days')
      .values({ workspace_id: workspace.id, link_id: Number(rows[n]?.link_id), day, ...counts })
      .execute();
  }
  await db
    .updateTable('link_scans')
    .set({ due_at: new Date(0) })
    .execute();
  const second = await startScanning(t, daemon);
  for (const id of ids) await scanned(daemon, id, 2);
  await second.stop();
  // A link that became due during the end of its scan is queued again, before all later ones.
  const redis = openRedis(daemon.stores.redisUrl, 'queue', daemon.context.log);
  for (const key of await redis.keys(`{${daemon.stores.redisPrefix}}*`)) await redis.del(key);
  redis.disconnect();
  web.requests.length = 0;
  await db
    .updateTable('link_scans')
    .set({ due_at: new Date(0) })
    .execute();
  await startScanning(t, daemon);
  for (const id of ids) await scanned(daemon, id, 3);
  t.same(
    web.requests.slice(0, 3).map(({ url }) => url),
    ['/4', '/3', '/1'],
  );
});

t.test('a deleted link leaves nothing behind', async (t) => {
  const { daemon, call, leadingTo, post } = await setUp(t);
  const { db } = daemon.context;
  await startScanning(t, daemon);
  const id = await post(leadingTo('http://10.0.0.1/'));
  await scanned(daemon, id);
  const { link_id: linkId } = (await scanOf(daemon, id)()) as { link_id: number };
  t.equal((await call('DELETE', `/links/${id}`)).status, 200);
  await db
    .updateTable('link_scans')
    .set({ due_at: new Date(0) })
    .where('link_id', '=', linkId)
    .execute();
  const left = async () => [
    ...(await db.selectFrom('link_scans').select('link_id').execute()),
    ...(await db.selectFrom('link_expressions').select('link_id').execute()),
    ...(await db.selectFrom('safety_reviews').select('link_id').execute()),
  ];
  await until(left, (rows) => rows.length === 0);
});

t.test('links created while Redis is down, or without a worker, are scanned later', async (t) => {
  const { mysql, redis } = await startServers(t);
  const stores = { mysqlUrl: mysql.url, redisUrl: redis.url, redisPrefix: 'x' };
  const names = await startDns(t, () => ['127.0.0.1']);
  const daemon = await startDaemon(t, { stores, env: { SAFETY_RESOLVERS: names.server } });
  const { db } = daemon.context;
  const workspace = await addWorkspace(db, 'pro');
  const call = caller(daemon, workspace.key);
  await redis.kill('SIGKILL');
  const { status, json } = await call('POST', '/links', { url: 'http://later.example.org/' });
  t.equal(status, 201);
  const bulk = await call('POST', '/links/bulk', {
    links: [{ url: 'http://a.example.org/' }, { url: 'http://10.1/' }],
  });
  t.match(bulk.json, { created: 1, failed: 1 });
  t.same(await db.selectFrom('link_scans').selectAll().execute(), []);
  await setRule(db, 'block', 'later.example.org', false);
  await redis.start();
  await startScanning(t, daemon, () => false);
  await until(isBanned(call, json.id), Boolean);
  await until(
    () => db.selectFrom('link_scans').select(['stage', 'scanned_at']).execute(),
    (rows) => rows.length === 2 && rows.every(({ stage, scanned_at }) => stage > 0 && scanned_at !== null),
  );
});
