/** MySQL goes silent behind open connections: the feed continues on another one, and clients get 503 in time. */

import type { Tables } from '../../daemon/core/tables.ts';
import { openDb, withinMs } from '../../shared/db/db.ts';
import { batchOf, clickOf, recordClicks } from '../fixtures/clicks.ts';
import { addWorkspace, caller, startDaemon } from '../fixtures/daemon.ts';
import { log, putLink } from '../fixtures/redirects.ts';
import { ask } from '../fixtures/requests.ts';
import { migrateLinks } from '../fixtures/schema.ts';
import { isStatement, startSilentProxy } from '../fixtures/silent-proxy.ts';
import { createStores } from '../fixtures/stack.ts';
import { until } from '../fixtures/until.ts';
import { type Test, t } from '../runner/tap.ts';

async function setUp(t: Test) {
  const stores = await createStores(t);
  await migrateLinks(stores.mysqlUrl);
  const proxy = await startSilentProxy(t, stores.mysqlUrl);
  const direct = openDb<Tables>(stores.mysqlUrl, { poolSize: 2 });
  t.teardown(() => direct.destroy());
  const daemon = await startDaemon(t, {
    stores: { ...stores, mysqlUrl: proxy.url },
    env: { MYSQL_QUERY_SECONDS: '2', DEFAULT_SHORT_DOMAIN: 'go.test' },
  });
  const workspace = await addWorkspace(direct, 'scale');
  const call = caller(daemon, workspace.key);
  const visit = (slug: string, headers: Record<string, string> = {}) =>
    ask(Number(new URL(daemon.origin).port), { path: `/${slug}`, headers: { Host: 'go.test', ...headers } });
  return { proxy, direct, daemon, stores, workspace, call, visit };
}

t.test(
  'if MySQL stops answering, the feed continues within seconds, requests end with 503 and Retry-After, and everything recovers',
  async (t) => {
    const { proxy, direct, workspace, call, visit } = await setUp(t);
    t.equal((await call('GET', '/links')).status, 200);
    await Promise.all(Array.from({ length: 16 }, () => call('GET', '/links')));
    proxy.silence();
    const asked = Array.from({ length: 40 }, () => call('GET', '/links'));
    await putLink(direct, { slug: 'meanwhile', workspace_id: workspace.id });
    // Without a limit it took minutes.
    await until(async () => (await visit('meanwhile')).status === 302);
    for (const { status, headers } of await Promise.all(asked)) {
      t.ok(status === 200 || status === 503, String(status));
      if (status === 503) t.ok(Number(headers.get('retry-after')) > 0);
    }
    t.equal((await call('GET', '/links')).status, 200);
  },
);

t.test(
  'a process whose MySQL is silent redirects a link that was created with 201, and answers 503, not 404, for an unknown slug',
  async (t) => {
    const { proxy, stores, visit, call: callSilent } = await setUp(t);
    const working = await startDaemon(t, { stores, env: { DEFAULT_SHORT_DOMAIN: 'go.test' } });
    const { key } = await addWorkspace(working.context.db, 'scale');
    const call = caller(working, key);
    t.equal((await callSilent('GET', '/links')).status, 200);
    proxy.silence(true);
    const wanted = [];
    for (let n = 0; n < 20; n++) {
      const to = `https://example.com/${n}`;
      const { status, json } = await call('POST', '/links', {
        url: to,
        ...(n % 2 ? { expiresAt: '2099-01-01T00:00:00Z' } : {}),
      });
      t.equal(status, 201);
      wanted.push({ slug: json.slug, to });
    }
    const { json } = await call('POST', '/links/bulk', {
      links: Array.from({ length: 50 }, (_, n) => ({ url: `https://example.com/b${n}` })),
    });
    for (const { link } of json.results) wanted.push({ slug: link.slug, to: link.url });
    for (const { slug, to } of wanted) t.match(await visit(slug), { status: 302, headers: { location: to } });
    for (const Accept of ['text/html', 'application/json']) {
      const unknown = await visit('never-made', { Accept });
      t.match([unknown.status, unknown.headers['cache-control']], [503, 'no-store']);
      t.ok(Number(unknown.headers['retry-after']) > 0);
    }

    proxy.restore();
    await until(async () => (await visit('never-made')).status === 404);
    for (const { slug, to } of wanted) t.equal((await visit(slug)).headers.location, to);
  },
);

t.test(
  'if a COMMIT gets no answer, the request gets 503, and the same Idempotency-Key never creates a second link',
  async (t) => {
    const { proxy, direct, call } = await setUp(t);
    const count = async (slug: string) =>
      (await direct.selectFrom('links').select('id').where('slug', '=', slug).execute()).length;
    for (const [verdict, slug] of [
      ['silent-after', 'committed'],
      ['silent-before', 'not-committed'],
    ] as const) {
      const send = () =>
        call('POST', '/links', { url: 'https://example.com/', slug }, { 'Idempotency-Key': `key-${slug}` });
      t.equal((await call('GET', '/links')).status, 200);
      proxy.watch((packet) => (isStatement(packet, 'COMMIT') ? verdict : 'pass'));
      const answer = await send();
      proxy.watch(() => 'pass');
      t.equal(answer.status, 503, verdict);
      t.ok(Number(answer.headers.get('retry-after')) > 0);
      const again = await send();
      if (verdict === 'silent-after') {
        t.equal(again.status, 201);
        t.equal(again.headers.get('idempotency-replayed'), 'true');
        t.equal(await count(slug), 1);
      } else {
        // The server still has the transaction open, so its outcome is unknown.
        t.ok([409, 503].includes(again.status), `${again.status}`);
        t.equal(await count(slug), 0);
      }
    }
  },
);

t.test('a batch of clicks whose COMMIT got no answer is counted once when it is retried', async (t) => {
  const { proxy, direct, workspace } = await setUp(t);
  const linkId = await putLink(direct, { slug: 'clicked', workspace_id: workspace.id });
  const db = openDb<Tables>(proxy.url, { poolSize: 2, queryMs: 60_000 });
  t.teardown(() => db.destroy());
  for (const verdict of ['silent-after', 'silent-before'] as const) {
    const batch = batchOf([clickOf(linkId, Date.now())]);
    proxy.watch((packet) => (isStatement(packet, 'COMMIT') ? verdict : 'pass'));
    const short = openDb<Tables>(proxy.url, { poolSize: 1, queryMs: 1_000 });
    await t.rejects(recordClicks(short, log, batch, new Date()), { code: 'COMMIT_UNKNOWN' });
    await short.destroy();
    proxy.watch(() => 'pass');
    proxy.endSilent();
    await recordClicks(withinMs(db, 5_000), log, batch, new Date());
  }
  const { clicks } = await direct
    .selectFrom('click_hours')
    .select('clicks')
    .where('link_id', '=', linkId)
    .executeTakeFirstOrThrow();
  t.equal(clicks, 2);
});
