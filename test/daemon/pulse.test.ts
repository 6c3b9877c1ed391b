/** An idle process still learns of every change, and reads again as soon as a request needs it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { recordLinkChanges } from '../../daemon/change-feed/changes.ts';
import { openLinksPulse } from '../../daemon/pulse/open-pulse.ts';
import { inTransaction } from '../../shared/db/db.ts';
import { openRedis } from '../../shared/redis/redis.ts';
import { addWorkspace, startDaemon } from '../fixtures/daemon.ts';
import { explain, indexesOf } from '../fixtures/explain.ts';
import { log, putLink } from '../fixtures/redirects.ts';
import { until } from '../fixtures/until.ts';
import { t } from '../runner/tap.ts';

/** Time without requests, longer than the wait for a pulse. */
const silentMs = 1_000;

const daemon = await startDaemon(t);
const { db, config } = daemon.context;
const { sync, current } = daemon.slugMap;
const workspace = await addWorkspace(db, 'scale');
const isKnown = (slug: string) => current.map.find(0, slug) >= 0;

/** Waits until the feed is no longer read. */
const rest = () =>
  until(async () => {
    const { lastReadAt } = sync.state();
    await sleep(silentMs);
    return sync.state().lastReadAt === lastReadAt;
  });

/** Writes a link like a process whose messages get lost. */
const putUnsent = (slug: string) => putLink(db, { slug, workspace_id: workspace.id });

t.test(
  'an idle process does not read the feed but knows that it is current, and a lost message loses no change',
  async (t) => {
    // A busy machine can be silent for a moment, and then reads.
    await until(async () => {
      await rest();
      const { lastReadAt, lastKnownAt } = sync.state();
      await until(() => sync.state().lastKnownAt > lastKnownAt);
      return sync.state().lastReadAt === lastReadAt;
    });
    t.equal(daemon.slugMap.fault(), undefined);
    await putUnsent('unsent');
    await until(() => isKnown('unsent'), Boolean);
  },
);

t.test('polling finds a change at once, even if it became visible after a later change', async (t) => {
  await rest();
  let commit = () => {};
  const held = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let hasWritten = () => {};
  const written = new Promise<void>((resolve) => {
    hasWritten = resolve;
  });
  const row = { workspace_id: workspace.id, domain_id: 0, url: 'https://example.com/', redirect_type: 302 };
  const now = new Date();
  await db
    .insertInto('links')
    .values({ ...row, public_id: 'lnk_overtaken', slug: 'overtaken', created_at: now, updated_at: now })
    .execute();
  const overtaken = inTransaction(db, async (trx) => {
    await recordLinkChanges(trx, [{ domainId: 0, slug: 'overtaken' }]);
    hasWritten();
    await held;
  });
  await written;
  await putUnsent('overtaking');
  await until(() => isKnown('overtaking'), Boolean);
  t.equal(sync.state().gaps, 1);
  commit();
  await overtaken;
  await until(() => isKnown('overtaken'), Boolean);
});

t.test('an idle process notices a restored database, even if its last id is the same', async (t) => {
  await putUnsent('before');
  await until(() => isKnown('before'), Boolean);
  await rest();
  const { reloads } = sync.state();
  await sql`UPDATE link_changes SET changed_at = changed_at - INTERVAL 1 SECOND ORDER BY id DESC LIMIT 1`.execute(db);
  await until(
    () => sync.state().reloads,
    (count) => count > reloads,
  );
  t.ok(isKnown('before'));
});

t.test('after a caller has needed recent data, the feed is read at every poll for a while', async (t) => {
  await rest();
  const before = sync.knownUntil();
  await until(
    () => sync.knownUntil(),
    (at) => at > before,
  );
  const polled = sync.state().lastReadAt;
  await until(
    () => sync.state().lastReadAt,
    (at) => at > polled,
  );
  t.pass('it continues by itself');
});

t.test('every poll reads an index or a small table', async (t) => {
  const [commands, subscriber] = ['commands', 'subscriber'] as const;
  const connections = [
    openRedis(daemon.stores.redisUrl, commands, log),
    openRedis(daemon.stores.redisUrl, subscriber, log),
  ] as const;
  t.teardown(() => connections.map((redis) => redis.disconnect()));
  for (let n = 0; n < 50; n++) await putUnsent(`one-of-many-${n}`);
  const explained = await explain(db, async (noted) => {
    const [first, second] = connections;
    const explained = { config: { ...config, redisPrefix: 'explained' }, db: noted };
    const pulse = openLinksPulse({ ...explained, commands: first, subscriber: second, log });
    await until(() => pulse.news('feed').isHeard(), Boolean);
    await pulse.close();
  });
  const small = [
    'installation',
    'safety_lists',
    'webhook_clicks',
    'clicked_links',
    'noted_clicks',
    'address_erasures',
    'imports',
    'click_workers',
  ];
  const withoutIndex = indexesOf(explained).filter((index) => index.endsWith('.null'));
  t.same(
    withoutIndex.filter((index) => !small.includes(index.replace('.null', ''))),
    [],
  );
  t.ok(indexesOf(explained).length > withoutIndex.length);
});
