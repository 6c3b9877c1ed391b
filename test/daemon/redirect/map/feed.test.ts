/** The slug map equals MySQL, in any order of visible changes. */

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { recordDomainChange, recordLinkChanges } from '../../../../daemon/change-feed/changes.ts';
import { linkFeed } from '../../../../daemon/change-feed/feed.ts';
import type { Db, Tables, Trx } from '../../../../daemon/core/tables.ts';
import { rowsIn, toMessages } from '../../../../daemon/redirect/map/handed-rows.ts';
import { readAllLinks, refreshLinks } from '../../../../daemon/redirect/map/read-links.ts';
import {
  findLastLinkId,
  listRowsAfter,
  listRowsByKeys,
  type RecordRow,
  sumRows,
} from '../../../../daemon/redirect/map/rows.ts';
import { SlugMap } from '../../../../daemon/redirect/map/slug-map.ts';
import { verifyMap } from '../../../../daemon/redirect/map/verify-map.ts';
import { FeedFollower } from '../../../../shared/change-feed/follow.ts';
import { inTransaction, openDb } from '../../../../shared/db/db.ts';
import { explain, indexesOf, wholeReads } from '../../../fixtures/explain.ts';
import { log, openTestDb, putLink, startRedirects } from '../../../fixtures/redirects.ts';
import { createStores } from '../../../fixtures/stack.ts';
import { t } from '../../../runner/tap.ts';

/** Slugs that differ between a map and the table. */
async function differences(db: Db, map: SlugMap): Promise<string[]> {
  const rows = await listRowsAfter(db, 0, 1_000_000);
  const wrong = rows.filter(({ domain_id, slug, checksum, id }) => {
    const at = map.find(domain_id, slug);
    return at < 0 || map.checksum(at) !== checksum || map.linkId(at) !== id;
  });
  return [...wrong.map(({ slug }) => slug), ...(map.size === rows.length ? [] : [`${map.size} of ${rows.length}`])];
}

async function settles(check: () => Promise<string[]>): Promise<string[]> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const left = await check();
    if (left.length === 0 || Date.now() > deadline) return left;
    await sleep(50);
  }
}

/** Reads the feed like a reader. Reports the number of changes, and of those after changes with higher ids. */
function watchFeed(db: Db) {
  const seen = new Set<number>();
  let late = 0;
  let watching = true;
  const look = async () => {
    const high = Math.max(0, ...seen);
    for (const { id } of await db.selectFrom('link_changes').select('id').execute()) {
      if (seen.has(id)) continue;
      seen.add(id);
      if (id < high) late++;
    }
  };
  const running = (async () => {
    for (; watching; await sleep(60)) await look();
    await look();
  })();
  return {
    async end() {
      watching = false;
      await running;
      return { seen: seen.size, late };
    },
  };
}

t.test(
  'every map ends up equal to MySQL even if transactions commit late, out of order, in steps of three or never',
  async (t) => {
    const stores = await createStores(t);
    const db = await openTestDb(t, stores);
    // Separate connections, so that readers do not wait for writers.
    const writers = openDb<Tables>(stores.mysqlUrl, { poolSize: 8 });
    t.teardown(() => writers.destroy());
    const maps = await Promise.all([startRedirects(t, db, { everyMs: 20 }), startRedirects(t, db, { everyMs: 60 })]);
    const random = (n: number) => Math.floor(Math.random() * n);
    let rolledBack = 0;
    const writer = async (who: number) => {
      for (let turn = 0; turn < 30; turn++) {
        const slug = `w${who}-${random(4)}`;
        const now = new Date();
        await writers.connection().execute(async (connection) => {
          await sql`SET SESSION auto_increment_increment = 3`.execute(connection);
          await connection
            .transaction()
            .execute(async (trx) => {
              const url = `https://example.com/${who}/${turn}`;
              if (random(3) === 0) await trx.deleteFrom('links').where('slug', '=', slug).execute();
              else {
                await trx
                  .insertInto('links')
                  .values({
                    public_id: `lnk_${slug}_${turn}`,
                    workspace_id: 1,
                    domain_id: 0,
                    slug,
                    url,
                    redirect_type: 302,
                    created_at: now,
                    updated_at: now,
                  })
                  .onDuplicateKeyUpdate({ url })
                  .execute();
              }
              await recordLinkChanges(trx, [{ domainId: 0, slug }]);
              await sleep(random(6) === 0 ? 200 + random(600) : random(30));
              if (random(5) === 0) throw new Error('roll back');
            })
            .catch((error: NodeJS.ErrnoException) => {
              const isLock = error.code === 'ER_LOCK_DEADLOCK' || error.code === 'ER_LOCK_WAIT_TIMEOUT';
              if (error.message !== 'roll back' && !isLock) throw error;
              rolledBack++;
            });
          await sql`SET SESSION auto_increment_increment = DEFAULT`.execute(connection);
        });
      }
    };
    const watch = watchFeed(db);
    await Promise.all(Array.from({ length: 8 }, (_, who) => writer(who)));
    const { seen, late } = await watch.end();
    for (const { current } of maps) t.same(await settles(() => differences(db, current.map)), []);
    // A map can be right before the last change is read.
    const unread = async (sync: (typeof maps)[number]['sync']) =>
      [seen - sync.state().changes].filter((n) => n !== 0).map(String);
    for (const { sync } of maps) t.same(await settles(() => unread(sync)), [], 'each change was read once');
    // A busy machine has fewer, because a read of the feed then takes longer.
    t.ok(late > 0, `${late} of ${seen} changes appeared below ids that had been read`);
    t.ok(rolledBack > 10, `${rolledBack} ids never appeared`);
  },
);

t.test('a change committed after its row is loaded, but before the load ends, is not lost', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  for (let n = 0; n < 20; n++) await putLink(db, { slug: `s${n}` });
  // Normally the load starts long after these changes, beyond the gaps it checks.
  await sql`UPDATE link_changes SET changed_at = changed_at - INTERVAL 1 HOUR`.execute(db);
  let changed = false;
  const interrupted = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (changed || !result.rows.some(({ slug }) => slug === 's7')) return result;
      changed = true;
      await db.transaction().execute(async (trx) => {
        await trx.updateTable('links').set({ url: 'https://example.com/new' }).where('slug', '=', 's7').execute();
        await trx.deleteFrom('links').where('slug', '=', 's8').execute();
        await recordLinkChanges(trx, [
          { domainId: 0, slug: 's7' },
          { domainId: 0, slug: 's8' },
        ]);
      });
      return result;
    },
  });
  const { current } = await startRedirects(t, interrupted);
  t.ok(changed, 'it was changed in between');
  t.same(await settles(() => differences(db, current.map)), []);
});

t.test('a change that could not be applied is read again', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  for (let n = 0; n < 3; n++) await putLink(db, { slug: `s${n}` });
  const follower = new FeedFollower(linkFeed, { changeId: 0 }, 10);
  const fault = new Error('MySQL went away');
  await t.rejects(
    follower.read(db, async () => {
      throw fault;
    }),
    fault,
  );
  t.same([follower.position, follower.changes], [{ changeId: 0, seen: [] }, 0]);
  const applied: unknown[] = [];
  await follower.read(db, async (changes) => void applied.push(...changes));
  t.same(
    applied,
    [0, 1, 2].map((n) => ({ kind: 'link', domainId: 0, slug: `s${n}` })),
  );
  t.equal(follower.changes, 3);
});

t.test('a link whose record is too long stops neither the feed, nor a start, nor other new links', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const running = await startRedirects(t, db);
  const referrer = Array.from({ length: 280 }, () => 'a.'.repeat(120));
  const rules = JSON.stringify([{ when: { referrer }, url: 'https://example.com/rule' }]);
  await putLink(db, { slug: 'changed' });
  t.equal((await running.visit({ path: '/changed' })).status, 302);
  await inTransaction(db, async (trx) => {
    await trx.updateTable('links').set({ rules }).where('slug', '=', 'changed').execute();
    await recordLinkChanges(trx, [{ domainId: 0, slug: 'changed' }]);
  });
  await putLink(db, { slug: 'long', rules });
  await putLink(db, { slug: 'next' });
  const isRead = async () => ((await running.sync.catchUp()) ? [] : ['unread changes']);
  t.same(await settles(isRead), [], 'the feed is read to its end');
  const started = await startRedirects(t, db);
  const taker = await startRedirects(t, await openTestDb(t, await createStores(t)), { everyMs: 60_000 });
  taker.sync.take(await listRowsAfter(db, 0, 10));
  for (const [name, { current }] of Object.entries({ running, started, taker })) {
    const found = ['changed', 'long', 'next'].filter((slug) => current.map.find(0, slug) >= 0);
    t.same(found, ['next'], name);
  }
});

t.test('a feed whose first ids never appear is not mistaken for a restored feed', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const follower = new FeedFollower(linkFeed, { changeId: 0 }, 10);
  t.equal(await follower.holds(db), true);
  await sql`ALTER TABLE link_changes AUTO_INCREMENT = 4`.execute(db);
  await inTransaction(db, (trx) => recordLinkChanges(trx, [{ domainId: 0, slug: 'a' }]));
  await follower.read(db, async () => {});
  t.equal(follower.changes, 1);
  t.equal(await follower.holds(db), true);
  await sql`DELETE FROM link_changes`.execute(db);
  t.equal(await follower.holds(db), false);
});

t.test('a link that another process has just committed is found before the feed is read', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const { visit, clicks } = await startRedirects(t, db, { everyMs: 60_000 });
  await putLink(db, { slug: 'fresh' });
  t.equal((await visit({ path: '/fresh' })).status, 302);
  t.equal(clicks.length, 1);
  t.equal((await visit({ path: '/never-made' })).status, 404);
});

t.test(
  'pushed links are in the map at once, and the map equals MySQL in the end, however late they arrive',
  async (t) => {
    const db = await openTestDb(t, await createStores(t));
    const { current, sync } = await startRedirects(t, db, { everyMs: 60_000 });
    const handOver = (rows: RecordRow[]) => {
      for (const message of toMessages(rows)) sync.take(rowsIn(message));
    };
    const read = (slugs: string[]) =>
      listRowsByKeys(
        db,
        slugs.map((slug) => ({ domainId: 0, slug })),
      );
    const change = (slug: string, write: (trx: Trx) => Promise<unknown>) =>
      inTransaction(db, async (trx) => {
        await write(trx);
        await recordLinkChanges(trx, [{ domainId: 0, slug }]);
      });
    const deleted = (slug: string) => change(slug, (trx) => trx.deleteFrom('links').where('slug', '=', slug).execute());

    const slugs = Array.from({ length: 200 }, (_, n) => `s${n}`);
    const url = `https://example.com/${'x'.repeat(500)}`;
    for (const slug of slugs) await putLink(db, { slug, url, starts_at: new Date(1), expires_at: new Date(4e12) });
    const made = await read(slugs);
    handOver(made);
    t.same(await differences(db, current.map), [], 'in the order they came');
    t.ok(toMessages(made).every(({ length }) => length < 40_000));
    await sync.catchUp();

    await deleted('s1');
    await change('s2', (trx) =>
      trx.updateTable('links').set({ url: 'https://b.test/' }).where('slug', '=', 's2').execute(),
    );
    await deleted('s3');
    await putLink(db, { slug: 's3', url: 'https://c.test/' });
    await sync.catchUp();
    handOver(made);
    t.same(current.map.size, 200, 'a deleted link is back for a moment');
    t.ok(await sync.catchUp());
    t.same(await differences(db, current.map), []);

    await deleted('s4');
    await putLink(db, { slug: 's4', url: 'https://d.test/' });
    handOver(await read(['s4']));
    t.same(await differences(db, current.map), [], 'a newer link replaces a deleted one');
    t.same(rowsIn('{"columns":"id,slug","rows":[{}]}'), [], "another release's rows come from the feed");
  },
);

t.test('concurrent requests for unknown slugs share reads of the feed', async (t) => {
  const { mysqlUrl } = await createStores(t);
  const db = await openTestDb(t, { mysqlUrl });
  let queries = 0;
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      queries++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { visit } = await startRedirects(t, counted, { everyMs: 60_000 });
  const before = queries;
  const answers = await Promise.all(Array.from({ length: 400 }, (_, n) => visit({ path: `/scan${n}` })));
  t.ok(answers.every(({ status }) => status === 404));
  t.ok(queries - before < answers.length, `${queries - before} queries for 400 slugs`);
});

t.test('verification finds and repairs a link that differs, is missing or should not exist', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  for (let n = 0; n < 20; n++) await putLink(db, { slug: `s${n}` });
  const { current, sync } = await startRedirects(t, db);
  t.equal((await verifyMap(db, current, sync)).differing, 0);
  await sql`UPDATE links SET url = 'https://example.com/behind-our-back' WHERE slug = 's1'`.execute(db);
  current.map.delete(0, 's2');
  current.map.set(0, 'ghost', {
    linkId: 3,
    checksum: 1,
    permanent: false,
    takesContacts: false,
    banned: false,
    location: 'https://x.test/',
    rare: [],
  });
  t.equal((await verifyMap(db, current, sync)).differing, 3);
  t.same(await differences(db, current.map), []);
  t.equal((await verifyMap(db, current, sync)).differing, 0);
});

t.test('a verified domain serves its links, and a removed domain does not', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const { visit, sync } = await startRedirects(t, db);
  const now = new Date();
  const domain = {
    id: 7,
    public_id: 'dom_7',
    workspace_id: 1,
    hostname: 'links.example',
    created_at: now,
    updated_at: now,
  };
  const announce = () => db.transaction().execute((trx) => recordDomainChange(trx, 7));
  await db
    .insertInto('domains')
    .values({ ...domain, status: 'pending' })
    .execute();
  await putLink(db, { slug: 'a', domain_id: 7, url: 'https://example.com/seven' });
  await putLink(db, { slug: 'a', url: 'https://example.com/zero' });
  await announce();
  await sync.catchUp();
  const status = async () => (await visit({ path: '/a', headers: { Host: 'links.example' } })).headers.location;
  t.equal(await status(), undefined, 'pending');
  for (const state of ['verified', 'misconfigured'] as const) {
    await db.updateTable('domains').set({ status: state }).where('id', '=', 7).execute();
    await announce();
    await sync.catchUp();
    t.equal(await status(), 'https://example.com/seven', state);
  }
  t.equal((await visit({ path: '/a' })).headers.location, 'https://example.com/zero');
  await db.deleteFrom('domains').where('id', '=', 7).execute();
  await announce();
  await sync.catchUp();
  t.equal(await status(), undefined, 'removed');
});

t.test('pruning deletes old changes in limited steps, and keeps the newest change at any age', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  for (let n = 0; n < 5; n++) await putLink(db, { slug: `s${n}` });
  await sql`UPDATE link_changes SET changed_at = changed_at - INTERVAL 3 HOUR`.execute(db);
  for (const slug of ['young', 'younger']) await putLink(db, { slug });
  const left = async () =>
    (await db.selectFrom('link_changes').select('slug').orderBy('id').execute()).map((c) => c.slug);
  t.equal(await linkFeed.prune(db, 2, 3), 3);
  t.equal(await linkFeed.prune(db, 2, 3), 2);
  t.same(await left(), ['young', 'younger']);
  await sql`UPDATE link_changes SET changed_at = changed_at - INTERVAL 3 HOUR`.execute(db);
  t.equal(await linkFeed.prune(db, 2, 3), 1);
  t.same(await left(), ['younger']);
});

/** Adds so many links and changes that a full read would be worse, with missing ids and runs of ids. */
async function fill(db: Db): Promise<void> {
  const rows = 4_000;
  const idOf = (n: number) => (n < 2_000 ? 2 * n + 2 : 3 * n);
  const [now, old] = [new Date(), new Date(Date.now() - 3 * 3_600_000)];
  for (let from = 0; from < rows; from += 1_000) {
    const part = Array.from({ length: 1_000 }, (_, n) => from + n);
    const link = { workspace_id: 1, domain_id: 0, redirect_type: 302, created_at: now, updated_at: now };
    await db
      .insertInto('links')
      .values(part.map((n) => ({ ...link, public_id: `lnk_${n}`, slug: `s${n}`, url: `https://example.com/${n}` })))
      .execute();
    await db
      .insertInto('link_changes')
      .values(part.map((n) => ({ id: idOf(n), domain_id: 0, slug: `s${n}`, changed_at: n < 100 ? old : now })))
      .execute();
  }
  await sql`ANALYZE TABLE links, link_changes`.execute(db);
}

t.test('the feed, the load and the comparison use an index and no full scan', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  await fill(db);
  const followAll = async (tables: Db) => {
    // MySQL sees no bound in a read from 0, and then reports a full index scan.
    const follower = new FeedFollower(linkFeed, { changeId: 1 }, 10);
    while (await follower.read(tables, async () => {}));
    t.equal(follower.openGaps, 3_999, 'there are many gaps to read again');
  };
  const someKeys = Array.from({ length: 1_200 }, (_, n) => ({ domainId: 0, slug: `s${n * 3}` }));
  const ofWorkspace = ['contact_sites.contact_sites_workspace', 'own_networks.PRIMARY'];
  const cases: [what: string, run: (tables: Db) => Promise<unknown>, indexes: string[]][] = [
    ['new and missing changes', followAll, ['link_changes.PRIMARY']],
    ['the starting place', (tables) => linkFeed.findStart(tables, 60), ['link_changes.link_changes_changed_at']],
    ['whether it reaches back', (tables) => linkFeed.holdsAfter(tables, 10), []],
    ['pruning', (tables) => linkFeed.prune(tables, 2, 100), ['link_changes.link_changes_changed_at']],
    [
      'some links',
      (tables) => refreshLinks(tables, new SlugMap(), someKeys, log),
      ['links.links_domain_slug', ...ofWorkspace],
    ],
    ['all links', (tables) => readAllLinks(tables, log, () => false), ['links.PRIMARY', ...ofWorkspace]],
    ['the last link', findLastLinkId, []],
    ['links summed up', (tables) => sumRows(tables, 1_000, 2_000, 100), ['links.PRIMARY', ...ofWorkspace]],
  ];
  for (const [what, run, indexes] of cases) {
    const explained = await explain(db, run);
    t.same([...new Set(indexesOf(explained))], indexes, what);
    t.same(wholeReads(explained), [], what);
  }
});
