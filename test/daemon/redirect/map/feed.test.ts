/** The slug map equals MySQL, whatever order changes become visible in. */
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import t from 'tap';
import { recordDomainChange, recordLinkChanges } from '../../../../daemon/change-feed/changes.ts';
import { FeedCursor } from '../../../../daemon/change-feed/cursor.ts';
import { pruneChanges } from '../../../../daemon/change-feed/feed.ts';
import { listRowsAfter } from '../../../../daemon/redirect/map/rows.ts';
import type { SlugMap } from '../../../../daemon/redirect/map/slug-map.ts';
import { verifyMap } from '../../../../daemon/redirect/map/verify-map.ts';
import type { Db } from '../../../../shared/db.ts';
import { openTestDb, putLink, startRedirects } from '../../../fixtures/redirects.ts';
import { createStores } from '../../../fixtures/stack.ts';

/** What differs between a map and the table: slugs, or nothing. */
async function differences(db: Db, map: SlugMap): Promise<string[]> {
  const rows = await listRowsAfter(db, 0, 1_000_000);
  const wrong = rows.filter(({ domain_id, slug, checksum, id }) => {
    const at = map.find(domain_id, slug);
    return at < 0 || map.checksum(at) !== checksum || map.linkId(at) !== id;
  });
  return [...wrong.map(({ slug }) => slug), ...(map.size === rows.length ? [] : [`${map.size} of ${rows.length}`])];
}

async function settles(check: () => Promise<string[]>, withinMs: number): Promise<string[]> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const left = await check();
    if (left.length === 0 || Date.now() > deadline) return left;
    await sleep(50);
  }
}

t.test('every id of the feed is seen once, in whatever order and with whatever gaps it appears', async () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 7 }),
      (order, size) => {
        const cursor = new FeedCursor(0, 1_000);
        const seen: number[] = [];
        for (let from = 0; from < order.length; from += size)
          seen.push(...cursor.see(order.slice(from, from + size), 0));
        if (new Set(seen).size !== seen.length || seen.length !== order.length) throw new Error(`saw ${seen}`);
        const open = cursor
          .openGaps(0)
          .flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, n) => from + n));
        const missing = Array.from({ length: cursor.high }, (_, n) => n + 1).filter((id) => !order.includes(id));
        if (JSON.stringify([...open].sort((a, b) => a - b)) !== JSON.stringify(missing))
          throw new Error(`gaps ${open}`);
        if (cursor.see(order, 0).length !== 0) throw new Error('an id was seen twice');
        if (cursor.openGaps(1_001).length !== 0) throw new Error('a gap never died');
      },
    ),
    { numRuns: 500 },
  );
});

t.test(
  'transactions that commit late, out of order, in steps of three or not at all leave every map equal',
  async (t) => {
    const db = await openTestDb(t, await createStores(t));
    const maps = await Promise.all([startRedirects(t, db, { everyMs: 20 }), startRedirects(t, db, { everyMs: 60 })]);
    const random = (n: number) => Math.floor(Math.random() * n);
    const writer = async (who: number) => {
      for (let turn = 0; turn < 15; turn++) {
        const slug = `w${who}-${random(4)}`;
        const now = new Date();
        await db.connection().execute(async (connection) => {
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
              await sleep(random(10) === 0 ? 500 + random(1_500) : random(30));
              if (random(5) === 0) throw new Error('roll back');
            })
            .catch((error: Error) => {
              if (error.message !== 'roll back') throw error;
            });
          await sql`SET SESSION auto_increment_increment = DEFAULT`.execute(connection);
        });
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, who) => writer(who)));
    for (const { current } of maps) t.same(await settles(() => differences(db, current.map), 3_000), []);
    t.ok(maps.every(({ sync }) => sync.state().changes > 0));
  },
);

t.test('a change written while everything is being loaded is not lost', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  for (let n = 0; n < 50; n++) await putLink(db, { slug: `before${n}` });
  const writing = Promise.all(Array.from({ length: 50 }, (_, n) => putLink(db, { slug: `during${n}` })));
  const { current } = await startRedirects(t, db);
  await writing;
  t.same(await settles(() => differences(db, current.map), 3_000), []);
});

t.test('a link just committed elsewhere is found although the feed was not read yet', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const { visit, clicks } = await startRedirects(t, db, { everyMs: 60_000 });
  await putLink(db, { slug: 'fresh' });
  t.equal((await visit({ path: '/fresh' })).status, 302);
  t.equal(clicks.length, 1);
  t.equal((await visit({ path: '/never-made' })).status, 404);
});

t.test('a scan of random slugs costs MySQL a few reads of the feed, not one a slug', async (t) => {
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
  t.ok(queries - before < 100, `${queries - before} queries for 400 slugs`);
});

t.test('the verification finds and repairs a link that differs, is missing or should not be there', async (t) => {
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
    banned: false,
    location: 'https://x.test/',
    rare: [],
  });
  t.equal((await verifyMap(db, current, sync)).differing, 3);
  t.same(await differences(db, current.map), []);
  t.equal((await verifyMap(db, current, sync)).differing, 0);
});

t.test('a domain that is verified serves its links, one that is removed does not', async (t) => {
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

t.test('pruning leaves the newest change and what is young', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  for (let n = 0; n < 5; n++) await putLink(db, { slug: `s${n}` });
  await sql`UPDATE link_changes SET changed_at = changed_at - INTERVAL 3 HOUR`.execute(db);
  await putLink(db, { slug: 'young' });
  t.equal(await pruneChanges(db, 2, 100), 5);
  t.equal(await pruneChanges(db, 0, 100), 0);
});

t.test('the feed and the load read by index', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  for (let n = 0; n < 50; n++) await putLink(db, { slug: `s${n}` });
  const plans = [
    sql`EXPLAIN SELECT id, domain_id, slug FROM link_changes WHERE id > 10 ORDER BY id LIMIT 100`,
    sql`EXPLAIN SELECT id FROM links WHERE (domain_id, slug) IN ((0, 's1'), (0, 's2'))`,
    sql`EXPLAIN SELECT id FROM links WHERE id > 10 ORDER BY id LIMIT 100`,
    sql`EXPLAIN SELECT id FROM link_changes WHERE changed_at < UTC_TIMESTAMP(3) - INTERVAL 60 SECOND ORDER BY changed_at DESC, id DESC LIMIT 1`,
  ];
  for (const plan of plans) {
    const [row] = (await plan.execute(db)).rows as { key: string | null; type: string; Extra: string }[];
    t.ok(row?.key || /optimized away|no matching/i.test(row?.Extra ?? ''), JSON.stringify(row));
  }
});
