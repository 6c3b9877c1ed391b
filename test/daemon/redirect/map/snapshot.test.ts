/** The snapshot on disk: read completely or refused, and continued only on its own database. */

import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import type { Tables } from '../../../../daemon/core/tables.ts';
import { Rare, SlugMap } from '../../../../daemon/redirect/map/slug-map.ts';
import { openSlugMap, snapshotFile } from '../../../../daemon/redirect/map/slug-map-lifecycle.ts';
import { readSnapshot, writeSnapshot } from '../../../../daemon/redirect/map/snapshot.ts';
import { readConfig } from '../../../../shared/config/config.ts';
import { openDb } from '../../../../shared/db/db.ts';
import { log, openTestDb, putLink } from '../../../fixtures/redirects.ts';
import { createStores } from '../../../fixtures/stack.ts';
import { type Test, t } from '../../../runner/tap.ts';

const position = { installation: 'here', changeId: 42 };
const domains = [{ id: 3, hostname: 'links.example' }];

function sampleMap(links: number): SlugMap {
  const map = new SlugMap();
  for (let n = 0; n < links; n++) {
    const rare: [number, string][] = n % 3 === 0 ? [[1, '1893456000000']] : [];
    map.set(n % 2, `slug${n}`, {
      linkId: n,
      checksum: n,
      permanent: n % 5 === 0,
      takesContacts: n % 3 === 0,
      banned: false,
      location: `https://example.com/${n}`,
      rare,
    });
  }
  for (let n = 0; n < links; n += 7) map.delete(n % 2, `slug${n}`);
  return map;
}

/** Rewrites the file with another header. */
async function rewriteHeader(file: string, change: object): Promise<void> {
  const whole = await readFile(file);
  const length = whole.readUInt32LE(0);
  const header = JSON.parse(whole.toString('utf8', 8, 8 + length));
  const text = Buffer.from(JSON.stringify({ ...header, ...change }));
  const prefix = Buffer.alloc(8);
  prefix.writeUInt32LE(text.length, 0);
  prefix.writeUInt32LE(crc32(text), 4);
  await writeFile(file, Buffer.concat([prefix, text, whole.subarray(8 + length)]));
}

t.test('a snapshot is read back as it was written', async (t) => {
  const file = path.join(t.testdir(), 'deep', 'map');
  const map = sampleMap(3_000);
  await writeSnapshot(file, map, position, domains);
  const read = await readSnapshot(file);
  t.same(read?.position, position);
  t.same(read?.domains, domains);
  t.equal(read?.map.size, map.size);
  let wrong = 0;
  for (let n = 0; n < 3_000; n++) {
    const [mine, theirs] = [map.find(n % 2, `slug${n}`), read?.map.find(n % 2, `slug${n}`) ?? -2];
    if (mine < 0 !== theirs < 0) wrong++;
    else if (mine >= 0 && Buffer.compare(map.location(mine), (read as { map: SlugMap }).map.location(theirs)) !== 0)
      wrong++;
  }
  t.equal(wrong, 0);
});

t.test('an empty map is read back, and a missing file gives no snapshot', async (t) => {
  const file = path.join(t.testdir(), 'map');
  t.equal(await readSnapshot(file), undefined);
  await writeSnapshot(file, new SlugMap(), position, []);
  t.equal((await readSnapshot(file))?.map.size, 0);
});

t.test("a killed process's unfinished file is removed, and another process's current file is not", async (t) => {
  const dir = t.testdir({
    map: '',
    'map.1.tmp': 'left',
    'map.2.tmp': 'under way',
    'other.1.tmp': '',
    'map.tmp.old': '',
  });
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const name of await readdir(dir)) {
    if (name !== 'map.2.tmp') await utimes(path.join(dir, name), longAgo, longAgo);
  }
  await writeSnapshot(path.join(dir, 'map'), new SlugMap(), position, []);
  t.same((await readdir(dir)).sort(), ['map', 'map.2.tmp', 'map.tmp.old', 'other.1.tmp']);
});

t.test('a torn or changed file is refused, wherever the damage is', async (t) => {
  const file = path.join(t.testdir(), 'map');
  await writeSnapshot(file, sampleMap(200), position, domains);
  const whole = await readFile(file);
  for (let cut = 0; cut < whole.length; cut += 97) {
    await writeFile(file, whole.subarray(0, cut));
    await t.rejects(readSnapshot(file), /ends too early/, `cut at ${cut}`);
  }
  const header = 8 + whole.readUInt32LE(0);
  for (let at = 0; at < whole.length; at += at < header ? 7 : 131) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] as number) ^ 0x10;
    await writeFile(file, changed);
    // The first four bytes are the header's length.
    const said =
      at < 4 ? /not a snapshot|ends too early|does not match/ : at < header ? /header does not match/ : /part .* match/;
    await t.rejects(readSnapshot(file), said, `changed at ${at} of ${whole.length}`);
  }
  await writeFile(file, 'PK\u0003\u0004 something else entirely, long enough to hold a header');
  await t.rejects(readSnapshot(file), /not a snapshot/);
});

t.test('a complete file with another layout or contradictory content is refused', async (t) => {
  const file = path.join(t.testdir(), 'map');
  await writeSnapshot(file, sampleMap(200), position, domains);
  const whole = await readFile(file);
  const header = JSON.parse(whole.toString('utf8', 8, 8 + whole.readUInt32LE(0)));
  await rewriteHeader(file, {});
  t.equal((await readSnapshot(file))?.map.size, header.links, 'as it was');
  await rewriteHeader(file, { format: 'waypost-slug-map 0' });
  await t.rejects(readSnapshot(file), /has the format waypost-slug-map 0/);
  await rewriteHeader(file, { format: header.format, links: header.links + 1 });
  await t.rejects(readSnapshot(file), /links, not/);
  await rewriteHeader(file, { links: header.links, chunks: [{ ...header.chunks[0], bytes: 2 ** 40 }] });
  await t.rejects(readSnapshot(file), /too large/);
});

async function setUp(t: Test) {
  const stores = await createStores(t);
  const db = await openTestDb(t, stores);
  const config = readConfig({ LOCAL_DIR: t.testdir(), SYNC_EVERY_MS: '20' });
  return { stores, db, config };
}

t.test('a process that starts from a snapshot also serves changes made after the snapshot', async (t) => {
  const { db, config } = await setUp(t);
  await putLink(db, { slug: 'kept' });
  await putLink(db, { slug: 'gone' });
  await (await openSlugMap({ config, db, log, writes: true })).stop();
  await sql`DELETE FROM links WHERE slug = 'gone'`.execute(db);
  await sql`INSERT INTO link_changes (domain_id, slug, changed_at) VALUES (0, 'gone', UTC_TIMESTAMP(3))`.execute(db);
  await putLink(db, { slug: 'new' });
  const slugMap = await openSlugMap({ config, db, log, writes: true });
  t.not(slugMap.current.map.find(0, 'kept'), -1, 'at once');
  t.not(slugMap.current.map.find(0, 'gone'), -1, 'as it was then');
  await slugMap.sync.caughtUp;
  t.equal(slugMap.current.map.find(0, 'gone'), -1);
  t.not(slugMap.current.map.find(0, 'new'), -1);
  t.equal(slugMap.sync.state().reloads, 0, 'nothing was loaded again');
  await slugMap.stop();
});

t.test('a snapshot from a release that read fewer columns is used, and soon compared with MySQL', async (t) => {
  const { db, config } = await setUp(t);
  for (const slug of ['kept', 'limited']) await putLink(db, { slug });
  await (await openSlugMap({ config, db, log, writes: true })).stop();
  // The old release read this change of the link, but not its limit.
  await sql`UPDATE links SET max_clicks = 5 WHERE slug = 'limited'`.execute(db);
  for (const isOld of [false, true]) {
    if (isOld) await rewriteHeader(snapshotFile(config), { recordsKnow: 'id' });
    const slugMap = await openSlugMap({ config, db, log, writes: false });
    const { current, numbers } = slugMap;
    const isLimited = () => current.map.has(current.map.find(0, 'limited'), Rare.clickLimit);
    for (let waited = 0; waited < 60_000 && isOld && !isLimited(); waited += 50) await sleep(50);
    t.equal(isLimited(), isOld);
    t.equal(numbers.slug_map_differences?.value(), 0, 'an upgrade raises no alert');
    await slugMap.stop();
  }
});

t.test(
  'the first load writes a snapshot before anything is served, and a map that has grown a lot is written again before the interval ends',
  async (t) => {
    const { db, config } = await setUp(t);
    await putLink(db, { slug: 'first' });
    const slugMap = await openSlugMap({ config, db, log, writes: true });
    t.equal((await readSnapshot(snapshotFile(config)))?.map.size, 1, 'at once');
    for (let n = 0; n < 20; n++) await putLink(db, { slug: `more${n}` });
    await slugMap.sync.catchUp();
    let found = 0;
    for (let tries = 0; tries < 300 && found < 21; tries++) {
      await sleep(100);
      found = (await readSnapshot(snapshotFile(config)))?.map.size ?? 0;
    }
    t.equal(found, 21, 'though ten minutes have not passed');
    await slugMap.stop();
  },
);

t.test('while MySQL is down, a snapshot is served, and readiness reports this', async (t) => {
  const { db, config } = await setUp(t);
  await putLink(db, { slug: 'kept' });
  await (await openSlugMap({ config, db, log, writes: true })).stop();
  const nowhere = openDb<Tables>('mysql://root@127.0.0.1:1/nothing', { poolSize: 1 });
  const slugMap = await openSlugMap({ config, db: nowhere, log, writes: false });
  t.not(slugMap.current.map.find(0, 'kept'), -1);
  t.match(slugMap.fault(), /snapshot/);
  t.equal(await slugMap.sync.catchUp(), false);
  await slugMap.stop();
  await nowhere.destroy();
});

for (const [what, change] of [
  ['of another database', "UPDATE installation SET id = 'another'"],
  ['older than the oldest change in the feed', 'UPDATE link_changes SET id = id + 1000 ORDER BY id DESC'],
  ['newer than a database restored from a backup', 'DELETE FROM link_changes'],
] as const) {
  t.test(`a snapshot ${what} is replaced by a full load`, async (t) => {
    const { db, config } = await setUp(t);
    await putLink(db, { slug: 'kept' });
    const first = await openSlugMap({ config: { ...config, feedGapSeconds: 0 }, db, log, writes: true });
    await first.stop();
    await sql`UPDATE links SET slug = 'moved'`.execute(db);
    await sql.raw(change).execute(db);
    const slugMap = await openSlugMap({ config, db, log, writes: false });
    await slugMap.sync.caughtUp;
    t.equal(slugMap.sync.state().reloads, 1);
    t.equal(slugMap.current.map.find(0, 'kept'), -1);
    t.not(slugMap.current.map.find(0, 'moved'), -1);
    await slugMap.stop();
  });
}

t.test('an unreadable snapshot is reported and everything is loaded', async (t) => {
  const { db, config } = await setUp(t);
  await putLink(db, { slug: 'kept' });
  await writeFile(snapshotFile(config), 'torn');
  const slugMap = await openSlugMap({ config, db, log, writes: false });
  t.equal(slugMap.sync.state().reloads, 1);
  t.not(slugMap.current.map.find(0, 'kept'), -1);
  await slugMap.stop();
});
