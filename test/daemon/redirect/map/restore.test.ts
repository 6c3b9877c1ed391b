/** A database that is restored under the slug map from a real dump taken under load: the map matches it, running or stopped. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { recordLinkChanges } from '../../../../daemon/change-feed/changes.ts';
import type { Db, Trx } from '../../../../daemon/core/tables.ts';
import { listRowsAfter } from '../../../../daemon/redirect/map/rows.ts';
import type { SlugMap } from '../../../../daemon/redirect/map/slug-map.ts';
import { openSlugMap } from '../../../../daemon/redirect/map/slug-map-lifecycle.ts';
import { indexFromFeed } from '../../../../daemon/safety/scans/index-from-feed.ts';
import { createScanner } from '../../../../daemon/safety/scans/scanner.ts';
import { readConfig } from '../../../../shared/config/config.ts';
import { inTransaction } from '../../../../shared/db/db.ts';
import { addWorkspace, caller, startDaemon } from '../../../fixtures/daemon.ts';
import { log, openTestDb, putLink } from '../../../fixtures/redirects.ts';
import { createStores } from '../../../fixtures/stack.ts';
import { until } from '../../../fixtures/until.ts';
import { type Test, t } from '../../../runner/tap.ts';

const run = promisify(execFile);

async function differences(db: Db, map: SlugMap): Promise<string[]> {
  const rows = await listRowsAfter(db, 0, 1_000_000);
  const wrong = rows.filter(({ domain_id, slug, checksum }) => {
    const at = map.find(domain_id, slug);
    return at < 0 || map.checksum(at) !== checksum;
  });
  return [...wrong.map(({ slug }) => slug), ...(map.size === rows.length ? [] : [`${map.size} of ${rows.length}`])];
}

async function settles(check: () => Promise<string[]>, withinMs = 180_000): Promise<string[]> {
  for (const deadline = Date.now() + withinMs; ; await sleep(50)) {
    const left = await check().catch((error: Error) => [error.message]);
    if (left.length === 0 || Date.now() > deadline) return left.slice(0, 5);
  }
}

async function setUp(t: Test) {
  const stores = await createStores(t);
  const db = await openTestDb(t, stores);
  const directory = t.testdir();
  const config = readConfig({ LOCAL_DIR: directory, SYNC_EVERY_MS: '20' });
  for (let n = 0; n < 50; n++) await putLink(db, { slug: `old${n}` });
  const { username, searchParams, pathname } = new URL(stores.mysqlUrl);
  const at = [`--socket=${searchParams.get('socketPath')}`, `--user=${username}`];
  const file = path.join(directory, 'dump.sql');
  const database = pathname.slice(1);
  return {
    stores,
    db,
    config,
    dump: () => run('mariadb-dump', [...at, '--single-transaction', '--quick', `--result-file=${file}`, database]),
    restore: () => run('mariadb', [...at, database, '-e', `source ${file}`]),
  };
}

const change = (db: Db, slug: string, write: (trx: Trx) => Promise<unknown>) =>
  inTransaction(db, async (trx) => {
    await write(trx);
    await recordLinkChanges(trx, [{ domainId: 0, slug }]);
  });

/** Creates, changes and deletes links until stopped. */
function startWriting(db: Db) {
  let writing = true;
  const writers = Array.from({ length: 4 }, async (_, who) => {
    for (let n = 0; writing; n++) {
      await putLink(db, { slug: `w${who}-${n}` });
      if (n % 3 === 0)
        await change(db, `w${who}-${n}`, (trx) => trx.deleteFrom('links').where('slug', '=', `w${who}-${n}`).execute());
    }
  });
  return async () => {
    writing = false;
    await Promise.all(writers);
  };
}

t.test(
  'if a backup is restored under a running daemon, the map matches the restored data, and new links redirect',
  async (t) => {
    const { db, config, dump, restore } = await setUp(t);
    const slugMap = await openSlugMap({ config, db, log, writes: false });
    const stopWriting = startWriting(db);
    await sleep(200);
    await dump();
    await sleep(200);
    await stopWriting();
    await change(db, 'old1', (trx) => trx.deleteFrom('links').where('slug', '=', 'old1').execute());
    await putLink(db, { slug: 'lost' });
    t.same(await settles(() => differences(db, slugMap.current.map)), []);
    t.equal(slugMap.sync.state().reloads, 1);

    await restore();
    t.same(await settles(() => differences(db, slugMap.current.map)), [], 'the map is that of the backup');
    t.ok(slugMap.sync.state().reloads > 1);
    t.equal(slugMap.current.map.find(0, 'lost'), -1, 'a link created after the backup is gone');
    t.not(slugMap.current.map.find(0, 'old1'), -1, 'one deleted after it is back');
    await putLink(db, { slug: 'made-after' });
    t.same(await settles(() => differences(db, slugMap.current.map)), [], 'the feed is followed on');
    t.equal(slugMap.numbers.slug_map_differences?.value(), 0, 'a restore raises no alert');
    await slugMap.stop();
  },
);

t.test('during a restore under a running daemon, each request is answered as usual or with 503', async (t) => {
  const { stores, db, dump, restore } = await setUp(t);
  const daemon = await startDaemon(t, { stores });
  const { key } = await addWorkspace(db, 'scale');
  const call = caller(daemon, key);
  const made = await call('POST', '/links', { url: 'https://example.com/', tags: ['one'] });
  t.equal(made.status, 201);
  await dump();
  const paths = [
    '/links',
    `/links/${made.json.id}`,
    `/links/${made.json.id}/stats`,
    '/tags',
    '/workspace',
    '/members',
    '/stats',
  ];
  const answers = new Set<string>();
  let isRestoring = true;
  const asking = paths.map(async (at) => {
    while (isRestoring) {
      const { status, headers } = await call('GET', at);
      answers.add(`${status}${status === 503 && !headers.has('retry-after') ? ` without Retry-After` : ''}`);
    }
  });
  const writing = (async () => {
    while (isRestoring) answers.add(`${(await call('POST', '/links', { url: 'https://example.com/' })).status}`);
  })();
  const metNoTables = () => answers.has('503');
  for (let times = 0; times < 3 || (!metNoTables() && times < 50); times++) await restore();
  isRestoring = false;
  await Promise.all([...asking, writing]);
  // For a moment its rows are missing: the key is unknown, and the link is not found.
  const others = [...answers].filter((answer) => !['200', '201', '401', '404', '503'].includes(answer));
  t.same(others, []);
  t.ok(metNoTables(), 'some came while tables were missing');
  await until(
    async () => (await call('GET', '/links')).status,
    (status) => status === 200,
  );
});

for (const [what, changesAfter] of [
  ['and nothing has changed since', 0],
  ['and a few changes with reused ids have followed', 5],
  ['and more changes have followed than were lost', 400],
] as const) {
  t.test(`after a backup is restored while the daemon is stopped, ${what}, the snapshot is not used`, async (t) => {
    const { db, config, dump, restore } = await setUp(t);
    const stopWriting = startWriting(db);
    await dump();
    await sleep(100);
    await stopWriting();
    await putLink(db, { slug: 'lost' });
    await (await openSlugMap({ config, db, log, writes: true })).stop();
    await restore();
    for (let n = 0; n < changesAfter; n++) await putLink(db, { slug: `since${n}` });
    const slugMap = await openSlugMap({ config, db, log, writes: true });
    await slugMap.sync.caughtUp;
    t.equal(slugMap.sync.state().reloads, 1, 'everything was loaded again');
    t.same(await differences(db, slugMap.current.map), []);
    t.equal(slugMap.numbers.slug_map_differences?.value(), 0, 'a restore raises no alert');
    await slugMap.stop();
  });
}

t.test('a restored database is noticed even if it lacks only a change that filled a gap', async (t) => {
  const { db, config } = await setUp(t);
  const slugMap = await openSlugMap({ config, db, log, writes: false });
  const { id } = await db
    .selectFrom('link_changes')
    .select((e) => e.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  const gap = Number(id) + 1;
  const insert = (at: number, slug: string) =>
    sql`INSERT INTO link_changes (id, domain_id, slug, changed_at) VALUES (${at}, 0, ${slug}, UTC_TIMESTAMP(3))`.execute(
      db,
    );
  await insert(gap + 1, 'old1');
  await slugMap.sync.catchUp();
  await sql`DELETE FROM links WHERE slug = 'old2'`.execute(db);
  await insert(gap, 'old2');
  t.same(await settles(async () => (slugMap.current.map.find(0, 'old2') < 0 ? [] : ['old2'])), []);
  await sql`DELETE FROM link_changes WHERE id = ${gap}`.execute(db);
  await sql`INSERT INTO links (public_id, workspace_id, domain_id, slug, url, redirect_type, created_at, updated_at)
    VALUES ('lnk_back', 1, 0, 'old2', 'https://example.com/', 302, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`.execute(db);
  t.same(await settles(() => differences(db, slugMap.current.map)), []);
  await slugMap.stop();
});

t.test('removing old changes does not cause a reload', async (t) => {
  const { db, config } = await setUp(t);
  const slugMap = await openSlugMap({ config: { ...config, syncEveryMs: 60_000 }, db, log, writes: true });
  await putLink(db, { slug: 'next' });
  await sql`DELETE FROM link_changes WHERE id < (SELECT id FROM (SELECT MAX(id) AS id FROM link_changes) AS newest)`.execute(
    db,
  );
  t.equal(await slugMap.sync.catchUp(), true);
  t.not(slugMap.current.map.find(0, 'next'), -1);
  await slugMap.stop();
  const again = await openSlugMap({ config, db, log, writes: false });
  await again.sync.caughtUp;
  t.equal(again.sync.state().reloads, 0);
  await again.stop();
});

t.test(
  'if a backup is restored under the worker that indexes destinations, its index matches the links again',
  async (t) => {
    const { db, config, dump, restore } = await setUp(t);
    const scanner = await createScanner({ config, db, log, announceChanges: () => {} });
    t.teardown(() => scanner.lists.stop());
    const step = indexFromFeed(scanner);
    const indexAll = async () => {
      while (await step());
    };
    const unindexed = async () => {
      const { rows } = await sql<{
        slug: string;
      }>`SELECT slug FROM links LEFT JOIN link_scans ON link_scans.link_id = links.id
      WHERE link_scans.link_id IS NULL`.execute(db);
      return rows.map(({ slug }) => slug);
    };
    await indexAll();
    await dump();
    for (let n = 0; n < 30; n++) await putLink(db, { slug: `after${n}` });
    await indexAll();
    t.same(await unindexed(), []);
    await restore();
    for (let n = 0; n < 10; n++) await putLink(db, { slug: `since${n}` });
    await indexAll();
    t.same(await unindexed(), []);
    for (let n = 0; n < 60; n++) await putLink(db, { slug: `more${n}` });
    await indexAll();
    t.same(await unindexed(), []);
  },
);
