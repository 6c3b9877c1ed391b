/** Imports of links: each row once in every case; exports return unchanged; imports can be undone. */
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import fc from 'fast-check';
import { importFolder, linkEngine } from '../../../daemon/imports/engine.ts';
import { startImports } from '../../../daemon/workers/run-imports.ts';
import { clearImports } from '../../../shared/import/clear-imports.ts';
import { findImport, insertImport, listLiveImports } from '../../../shared/import/queries.ts';
import { runImport } from '../../../shared/import/runner.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { recordsOf } from '../../fixtures/csv.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, {
  env: {
    PLANS_SCALE_REQUESTS_PER_MINUTE: '100000',
    ADDRESS_REQUESTS_PER_MINUTE: '100000',
    PLANS_FREE_LINKS_PER_MONTH: '3',
    PLANS_PRO_IMPORTS_ROWS: '50',
    PLANS_PRO_IMPORTS_FAILURES: '3',
    PLANS_PRO_IMPORTS_MEGABYTES: '1',
    PLANS_PRO_IMPORTS_AT_ONCE: '2',
  },
});
const { context } = daemon;
const engine = linkEngine(context);
const never = new AbortController().signal;

type World = Awaited<ReturnType<typeof newWorld>>;
async function newWorld(plan: Parameters<typeof addWorkspace>[1] = 'scale') {
  const workspace = await addWorkspace(context.db, plan);
  return { ...workspace, call: caller(daemon, workspace.key) };
}

const addDomain = ({ id }: World, hostname: string) =>
  context.db
    .insertInto('domains')
    .values({
      ...{ public_id: hostname, workspace_id: id, hostname, status: 'verified' },
      ...{ created_at: new Date(), updated_at: new Date() },
    })
    .execute();

async function upload({ key }: { key: string }, file: string, query = ''): Promise<{ status: number; json: Json }> {
  const response = await fetch(`${daemon.origin}/api/imports?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
    body: file,
  });
  return { status: response.status, json: await response.json() };
}

async function run(world: World, id: string): Promise<Json> {
  const row = await findImport(engine.store, world.id, id);
  if (row) await runImport(engine, row.id, never);
  return (await world.call('GET', `/imports/${id}`)).json;
}

async function imported(world: World, file: string, query = ''): Promise<Json> {
  const { status, json } = await upload(world, file, query);
  if (status !== 202) throw new Error(JSON.stringify(json));
  return run(world, json.id);
}

const linksOf = async ({ call }: World) => {
  const { text } = await call('GET', '/links/export?format=jsonl&archived=all&sort=createdAt&order=asc');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Json);
};
const withoutIds = (links: Json[]) =>
  links
    .map(({ id: _id, createdBy: _by, updatedAt: _at, ...link }) => link)
    .sort((one, other) => (one.slug < other.slug ? -1 : 1));

/** The contents of a workspace's link tables, without ids and modification times. */
async function tablesOf({ id }: World) {
  const links = await context.db
    .selectFrom('links')
    .selectAll()
    .where('workspace_id', '=', id)
    .orderBy('slug')
    .execute();
  const tags = await context.db
    .selectFrom('link_tags as m')
    .innerJoin('tags as t', 't.id', 'm.tag_id')
    .innerJoin('links as l', 'l.id', 'm.link_id')
    .select(['l.slug', 't.name', 't.link_count', 'm.position', 'm.archived', 'm.created_at'])
    .where('l.workspace_id', '=', id)
    .orderBy('l.slug')
    .orderBy('m.position')
    .execute();
  const own = ({ id, public_id, workspace_id, created_by, updated_at, ...link }: (typeof links)[number]) => link;
  return { links: links.map(own), tags };
}

const awkward = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((text) => text.trim() === text);
const link = fc.record(
  {
    url: fc
      .webUrl({ withQueryParameters: true, withFragments: true })
      .filter((url) => !/\.(test|invalid|local|localhost)\b/.test(url)),
    title: awkward,
    note: awkward,
    tags: fc.uniqueArray(
      awkward.filter((tag) => !/\p{Cc}/u.test(tag)),
      { minLength: 1, maxLength: 4 },
    ),
    utm: fc.record({ source: awkward }),
    preview: fc.record({ title: awkward }),
    expiresAt: fc.constant('2031-01-01T00:00:00Z'),
    startsAt: fc.constant('2026-01-01T00:00:00Z'),
    maxClicks: fc.integer({ min: 1, max: 1_000 }),
    importedClicks: fc.nat(1_000_000),
    redirectType: fc.constantFrom(301, 302),
    geo: fc.constant({ DE: 'https://example.de/' }),
    externalId: fc.uuid(),
  },
  { requiredKeys: ['url'] },
);

t.test('an export imported elsewhere creates the same links, in both formats', async (t) => {
  const from = await newWorld();
  const samples = fc.sample(link, { numRuns: 150, seed: 31 });
  for (let at = 0; at < samples.length; at += 50) {
    const { json } = await from.call('POST', '/links/bulk', { links: samples.slice(at, at + 50) });
    t.equal(json.failed, 0, JSON.stringify(json.results?.find(({ ok }: Json) => !ok)));
  }
  const [first] = await linksOf(from);
  await from.call('PATCH', `/links/${first.id}`, { archived: true });
  const { id } = await context.db
    .selectFrom('links')
    .select('id')
    .where('public_id', '=', first.id)
    .executeTakeFirstOrThrow();
  const long = { created_at: new Date('2019-03-04T05:06:07.089Z') };
  await context.db.updateTable('links').set(long).where('id', '=', id).execute();
  await context.db.updateTable('link_tags').set(long).where('link_id', '=', id).execute();
  const before = withoutIds(await linksOf(from));
  const tables = await tablesOf(from);
  t.equal(before.length, samples.length);
  const files = {
    csv: (await from.call('GET', '/links/export?format=csv&archived=all')).text,
    jsonl: (await from.call('GET', '/links/export?format=jsonl&archived=all')).text,
  };
  // The default domain's slugs are in use: the links are deleted without reserving their slugs here.
  await giveUpLinks(from.id);
  for (const [form, file] of Object.entries(files)) {
    const to = await newWorld();
    const done = await imported(to, file, 'format=auto');
    t.match(done, { status: 'done', format: 'waypost', total: before.length, created: before.length, failed: 0 }, form);
    t.strictSame(withoutIds(await linksOf(to)), before, form);
    t.strictSame(await tablesOf(to), tables, form);
    await giveUpLinks(to.id);
  }
});

async function giveUpLinks(workspaceId: number): Promise<void> {
  const links = context.db.selectFrom('links').select('id').where('workspace_id', '=', workspaceId);
  await context.db.deleteFrom('link_tags').where('link_id', 'in', links).execute();
  await context.db.deleteFrom('links').where('workspace_id', '=', workspaceId).execute();
}

const csv = (slugs: string[], more = '') =>
  `Long URL,Short code,Title${more && ',Tags'}\n${slugs.map((slug) => `https://example.com/${slug},${slug},Title of ${slug}${more && `,${more}`}\n`).join('')}`;
const slugs = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}`);

t.test(
  'a row whose slug is taken is skipped, changes the link or gets a suffix; a dry run reports this and creates nothing',
  async (t) => {
    const world = await newWorld();
    await world.call('POST', '/links', { url: 'https://example.com/before', slug: 'taken1' });
    const file = csv(['taken1', 'fresh1', 'fresh1', 'not a slug']);
    const expected = {
      skip: { created: 1, changed: 0, skipped: 2, failed: 1 },
      change: { created: 1, changed: 2, skipped: 0, failed: 1 },
      suffix: { created: 3, changed: 0, skipped: 0, failed: 1 },
    };
    for (const [onTaken, counts] of Object.entries(expected)) {
      const dry = await imported(world, file, `dryRun=true&onTaken=${onTaken}`);
      t.match(
        dry,
        { status: 'done', format: 'shlink', dryRun: true, ...counts, allowance: { needed: counts.created } },
        onTaken,
      );
    }
    t.equal((await linksOf(world)).length, 1);
    const skipped = await imported(world, file);
    t.match(skipped, { status: 'done', ...expected.skip });
    const text = (await world.call('GET', `/imports/${skipped.id}/errors`)).text;
    t.match(recordsOf(text), [
      { 'Long URL': 'https://example.com/not a slug', 'Short code': 'not a slug', error: /slug/ },
    ]);
    t.equal(recordsOf((await world.call('GET', `/imports/${skipped.id}/errors?rows=all`)).text).length, 3);
    const headers = { Authorization: `Bearer ${world.key}` };
    const marked = await fetch(`${daemon.origin}/api/imports/${skipped.id}/errors?bom=1`, { headers });
    t.equal(String(Buffer.from(await marked.arrayBuffer())), `\ufeff${text}`);
    const why = 'The slug has characters other than letters, digits, - and _.';
    t.strictSame(skipped.reasons, [
      { fate: 'failed', text: why, rows: 1 },
      { fate: 'skipped', text: 'The slug already exists, with another destination.', rows: 1 },
      { fate: 'skipped', text: 'The link already exists, with the same destination.', rows: 1 },
    ]);
    t.match(skipped.fileForm, { kind: 'csv', encoding: 'utf-8', delimiter: ',', files: 1 });
    const firstOf = async (query: string) =>
      (await world.call('GET', `/imports/${skipped.id}/rows?${new URLSearchParams(query)}`)).json.rows;
    t.match(await firstOf(`reason=${why}`), [{ number: 4, columns: { 'Short code': 'not a slug' }, reason: why }]);
    t.match(await firstOf('rows=skipped&limit=1'), [{ number: 1, columns: { 'Short code': 'taken1' } }]);
    t.same(await firstOf('reason=another'), []);
    t.match(await imported(world, csv(['taken1']), 'onTaken=suffix'), { created: 1 });
    const after = await linksOf(world);
    t.same(after.map(({ slug }) => slug).sort(), ['fresh1', 'taken1', 'taken1-2']);
    const changed = await imported(world, csv(['taken1'], 'spring'), 'onTaken=change');
    t.match(changed, { changed: 1, created: 0 });
    const one = (await linksOf(world)).find(({ slug }) => slug === 'taken1');
    t.match(one, { url: 'https://example.com/taken1', title: 'Title of taken1', tags: ['spring'] });
    t.match(await imported(world, csv(['taken1'], 'spring'), 'onTaken=change'), { changed: 0, skipped: 1 });
  },
);

t.test("the plan's monthly limit applies, and a dry run shows how much of the limit an import uses", async (t) => {
  const world = await newWorld('free');
  const file = csv(slugs('plan', 5));
  const dry = await imported(world, file, 'dryRun=true');
  t.match(dry, { created: 3, failed: 2, allowance: { left: 3, needed: 5 } });
  const unlimited = await newWorld('unlimited');
  const free = await imported(unlimited, file, 'dryRun=true');
  t.match(free, { created: 5, failed: 0, allowance: { left: null, needed: 5 } }, 'unlimited is not a number');
  const { json } = await world.call('POST', `/imports/${dry.id}/start`, { dryRun: false });
  const done = await run(world, json.id);
  t.match(done, { status: 'done', dryRun: false, created: 3, failed: 2 });
  t.match((await world.call('GET', `/imports/${dry.id}/errors`)).text, /new links this month are used/);
});

/** Rows in each system's format, for five slugs on a foreign host. */
const five = Array.from({ length: 5 }, (_, n) => ({ slug: `plan${n}`, url: `https://example.com/${n}` }));
const table = (head: string, row: (one: (typeof five)[number]) => string) => `${head}\n${five.map(row).join('\n')}\n`;
const records = (member: string, row: (one: (typeof five)[number]) => object) =>
  JSON.stringify({ [member]: five.map(row) });
const old = 'https://old.example';
const byFormat: Record<string, string> = {
  csv: table('url,slug,domain', ({ slug, url }) => `${url},${slug},old.example`),
  bitly: table('Link,Custom Link,Destination URL', ({ slug, url }) => `${old}/${slug},,${url}`),
  dub: table('Short link,Destination URL,Clicks,Created at', ({ slug, url }) => `${old}/${slug},${url},1,2024-01-01`),
  shlink: table('Long URL,Short code,Domain', ({ slug, url }) => `${url},${slug},old.example`),
  yourls: table('shorturl,url,title,timestamp,ip,clicks', ({ slug, url }) => `${old}/${slug},${url},,2024-01-01,::1,1`),
  kutt: records('data', ({ slug, url }) => ({ address: slug, target: url, link: `${old}/${slug}`, visit_count: 1 })),
  shortio: records('links', ({ slug, url }) => ({ originalURL: url, path: slug, shortURL: `${old}/${slug}` })),
  waypost: five.map((one) => JSON.stringify({ id: one.slug, domain: 'old.example', ...one })).join('\n'),
};

for (const [format, file] of Object.entries(byFormat)) {
  t.test(
    `${format}: the plan’s monthly limit applies and domains are mapped, with each option for taken slugs`,
    async (t) => {
      const ways = {
        skip: { created: 2, changed: 0, skipped: 1, failed: 2, needed: 4 },
        change: { created: 2, changed: 1, skipped: 0, failed: 2, needed: 4 },
        suffix: { created: 2, changed: 0, skipped: 0, failed: 3, needed: 5 },
      };
      for (const [onTaken, { needed, ...counts }] of Object.entries(ways)) {
        const world = await newWorld('free');
        const hostname = `${format}-${onTaken}.example`;
        await addDomain(world, hostname);
        t.equal(
          (await world.call('POST', '/links', { url: 'https://example.com/', slug: 'plan0', domain: hostname })).status,
          201,
        );
        const query = `format=${format}&onTaken=${onTaken}&domains=${encodeURIComponent(JSON.stringify({ '*': hostname }))}`;
        const dry = await imported(world, file, `${query}&dryRun=true`);
        t.match(dry, { status: 'done', total: 5, ...counts, allowance: { left: 2, needed } }, onTaken);
        t.match(await imported(world, file, query), { status: 'done', total: 5, ...counts }, onTaken);
        const links = await linksOf(world);
        t.strictSame(
          links.map(({ domain, slug }) => `${domain}/${slug}`).sort(),
          ['plan0', ...(onTaken === 'suffix' ? ['plan0-2', 'plan1'] : ['plan1', 'plan2'])].map(
            (slug) => `${hostname}/${slug}`,
          ),
          onTaken,
        );
      }
    },
  );
}

t.test(
  "an imported link with an old date is found by search, keeps the date, and gets the import's domain",
  async (t) => {
    const world = await newWorld();
    for (let n = 0; n < 6; n++) {
      const links = Array.from({ length: 100 }, (_, each) => ({ url: `https://example.com/${n}/${each}` }));
      await world.call('POST', '/links/bulk', { links });
    }
    await world.call('GET', '/links?q=example');
    const row = 'https://example.com/longago,antique1,2015-05-05T10:00:00Z,old.example,77';
    const file = `url,slug,createdAt,domain,clicks\n${row}\n`;
    const refused = await imported(world, file);
    t.match(refused, { created: 0, failed: 1 });
    t.match((await world.call('GET', `/imports/${refused.id}/errors`)).text, /old\.example is not a domain/);
    const dry = await imported(world, file, `dryRun=true`);
    t.match(dry, { failed: 1, unknownHosts: [{ host: 'old.example', rows: 1 }], domains: {} });
    const again = await world.call('POST', `/imports/${dry.id}/start`, { dryRun: true, domains: { '*': '' } });
    t.equal(again.status, 202);
    t.match(
      await run(world, dry.id),
      { created: 1, failed: 0, unknownHosts: [{ host: 'old.example', rows: 1 }], domains: { '*': '' } },
      'a host that is mapped is still named, so that its domain can be changed',
    );
    const domains = encodeURIComponent('{"old.example":""}');
    t.match(await imported(world, file, `domains=${domains}`), { created: 1, failed: 0 });
    const { links } = (await world.call('GET', '/links?q=longago')).json;
    t.match(links, [{ slug: 'antique1', createdAt: '2015-05-05T10:00:00.000Z', importedClicks: 77 }]);
  },
);

t.test("undo removes the import's changes, and keeps later changes", async (t) => {
  const world = await newWorld();
  await world.call('POST', '/links', {
    url: 'https://example.com/mine',
    slug: 'undo-mine',
    title: 'Mine',
    tags: ['own'],
  });
  const before = withoutIds(await linksOf(world));
  const file = csv(['undo-mine', ...slugs('undo', 700)], 'imported');
  const done = await imported(world, file, 'onTaken=change&name=undo.csv');
  t.match(done, { status: 'done', created: 700, changed: 1, undoableUntil: /Z$/ });
  const touched = (await linksOf(world)).find(({ slug }) => slug === 'undo7');
  await world.call('PATCH', `/links/${touched.id}`, { title: 'Changed since' });
  const gone = (await linksOf(world)).find(({ slug }) => slug === 'undo8');
  await world.call('DELETE', `/links/${gone.id}`);
  t.equal((await world.call('POST', `/imports/${done.id}/undo`)).status, 200);
  t.equal((await world.call('POST', `/imports/${done.id}/undo`)).status, 409);
  const undone = await run(world, done.id);
  t.match(undone.undo, { status: 'done', deleted: 699, restored: 1, kept: 1 });
  const all: Json[] = (await world.call('GET', '/audit')).json.entries;
  const entries = all.filter(({ action }) => action !== 'links.export');
  const ofImport = { objectId: done.id, objectName: 'undo.csv' };
  t.match(
    entries.map(({ action, objectId, objectName, details }) => ({ action, objectId, objectName, details })),
    [
      { action: 'import.undo', ...ofImport, details: { count: 701 } },
      { action: 'link.delete', objectId: gone.id },
      { action: 'link.update', objectId: touched.id, objectName: /undo7$/ },
      { action: 'import.create', ...ofImport },
      { action: 'link.create' },
    ],
  );
  const why = 'The link was changed after the import.';
  t.match(undone.reasons.at(-1), { fate: 'kept', text: why, rows: 1 });
  const report = (await world.call('GET', `/imports/${done.id}/errors?rows=kept`)).text;
  t.match(recordsOf(report), [{ slug: 'undo7', url: 'https://example.com/undo7', error: why }]);
  const left = withoutIds(await linksOf(world));
  t.strictSame(
    left.filter(({ slug }) => slug !== 'undo7'),
    before,
  );
  t.match(
    left.find(({ slug }) => slug === 'undo7'),
    { title: 'Changed since' },
  );
  const { tags } = (await world.call('GET', '/tags')).json;
  t.same(tags, [
    { tag: 'imported', count: 1 },
    { tag: 'own', count: 1 },
  ]);
});

t.test(
  'undo keeps a link whose earlier external id now belongs to another link, and counts deleted links',
  async (t) => {
    const world = await newWorld();
    const { json: link } = await world.call('POST', '/links', {
      url: 'https://example.com/',
      slug: 'ext1',
      externalId: 'e1',
    });
    const file =
      'url,slug,externalId\nhttps://example.com/new,ext1,e2\nhttps://example.com/2,ext2,\nhttps://example.com/3,ext3,\n';
    const done = await imported(world, file, 'onTaken=change');
    t.match(done, { created: 2, changed: 1 });
    t.equal(
      (await world.call('POST', '/links', { url: 'https://example.com/', slug: 'ext4', externalId: 'e1' })).status,
      201,
    );
    const gone = (await linksOf(world)).find(({ slug }) => slug === 'ext3');
    await world.call('DELETE', `/links/${gone.id}`);
    await world.call('POST', `/imports/${done.id}/undo`);
    t.match((await run(world, done.id)).undo, { status: 'done', deleted: 2, restored: 0, kept: 1 });
    t.match((await world.call('GET', `/links/${link.id}`)).json, { url: 'https://example.com/new', externalId: 'e2' });
  },
);

t.test('an undo keeps the slugs reserved for their workspace, which can import the links again', async (t) => {
  const world = await newWorld();
  const stranger = await newWorld();
  const file = csv(['heldslug']);
  const done = await imported(world, file);
  await world.call('POST', `/imports/${done.id}/undo`);
  t.match((await run(world, done.id)).undo, { deleted: 1 });
  const refused = await imported(stranger, file);
  t.match(refused, { created: 0, failed: 1 });
  t.match((await stranger.call('GET', `/imports/${refused.id}/errors`)).text, /held|another workspace/i);
  t.match(await imported(stranger, file, 'onTaken=suffix'), { created: 1 });
  t.match(await imported(world, file), { created: 1, failed: 0 });
});

t.test('two concurrent runners create each row once; a paused import waits; a cancelled import ends', async (t) => {
  const world = await newWorld();
  const { json } = await upload(world, csv(slugs('two', 3_000)));
  const row = await findImport(engine.store, world.id, json.id);
  const id = row?.id ?? 0;
  // Without a lease only the position separates the two.
  const other = { ...engine, leases: context.db, store: engine.store };
  await Promise.all([runImport(engine, id, never), runImport(other, id, never)]);
  t.match(await run(world, json.id), { status: 'done', created: 3_000, failed: 0 });
  t.equal((await linksOf(world)).length, 3_000);

  const next = (await upload(world, csv(slugs('pause', 3_000)))).json;
  t.equal((await world.call('POST', `/imports/${next.id}/resume`)).status, 409);
  t.match((await world.call('POST', `/imports/${next.id}/pause`)).json, { status: 'paused' });
  t.match(await run(world, next.id), { status: 'paused', created: 0 });
  t.match((await world.call('POST', `/imports/${next.id}/resume`)).json, { status: 'queued' });
  const found = await findImport(engine.store, world.id, next.id);
  const running = runImport(engine, found?.id ?? 0, never);
  for (;;) {
    const now = (await world.call('GET', `/imports/${next.id}`)).json;
    if (now.position === 0 && now.status !== 'done') continue;
    await world.call('POST', `/imports/${next.id}/pause`);
    break;
  }
  await running;
  const paused = (await world.call('GET', `/imports/${next.id}`)).json;
  t.equal(paused.created, paused.position);
  t.equal((await linksOf(world)).length, 3_000 + paused.created);
  if (paused.status === 'paused') await world.call('POST', `/imports/${next.id}/resume`);
  t.match(await run(world, next.id), { status: 'done', created: 3_000 });

  const last = (await upload(world, csv(slugs('cancel', 10)))).json;
  t.match((await world.call('POST', `/imports/${last.id}/cancel`)).json, { status: 'cancelled', endedAt: /Z$/ });
  t.match(await run(world, last.id), { status: 'cancelled', created: 0 });
  t.equal((await world.call('POST', `/imports/${last.id}/pause`)).status, 409);
  t.equal((await world.call('DELETE', `/imports/${last.id}`)).status, 200);
  t.equal((await world.call('GET', `/imports/${last.id}`)).status, 404);
});

t.test('the worker starts an import, and stops when Redis fails midway', async (t) => {
  const world = await newWorld();
  const { config, db, log } = context;
  const queue = openRedis(daemon.stores.redisUrl, 'queue', log);
  const commands = openRedis(daemon.stores.redisUrl, 'commands', log);
  const worker = await startImports({ config, db, log, queue, commands });
  const { json } = await upload(world, csv(slugs('redis', 4_000)));
  const now = async () => (await world.call('GET', `/imports/${json.id}`)).json;
  await until(async () => (await now()).position > 0);
  for (const redis of [queue, commands]) redis.disconnect();
  await until(async () => (await now()).status === 'done');
  t.match(await now(), { created: 4_000, failed: 0 });
  t.equal((await linksOf(world)).length, 4_000);
  await worker.close();
});

t.test('only members of the workspace can see its imports, and the audit log records each import', async (t) => {
  const world = await newWorld();
  const { json } = await upload(world, csv(['own1']));
  const stranger = await newWorld();
  for (const [method, below] of [
    ['GET', ''],
    ['GET', '/errors'],
    ['POST', '/pause'],
    ['POST', '/undo'],
    ['DELETE', ''],
  ] as const) {
    t.equal((await stranger.call(method, `/imports/${json.id}${below}`)).status, 404, `${method} ${below}`);
  }
  t.equal((await stranger.call('POST', `/imports/${json.id}/start`, {})).status, 404);
  t.same((await stranger.call('GET', '/imports')).json, { imports: [], nextCursor: null });
  const viewer = await addWorkspace(context.db, 'scale', 'viewer');
  const before = await readdir(importFolder(context.config));
  t.equal((await upload(viewer, 'x'.repeat(1_000))).status, 403);
  t.equal((await upload({ key: 'wrong' }, 'x')).status, 401);
  t.same(await readdir(importFolder(context.config)), before, 'nothing was stored');
  await world.call('POST', `/imports/${json.id}/cancel`);
  const { entries } = (await world.call('GET', '/audit?action=import')).json;
  t.same(
    entries.map(({ action }: Json) => action),
    ['import.cancel', 'import.create'],
  );
});

t.test('a file that is not a table of links gets a readable error, and its data is deleted', async (t) => {
  const world = await newWorld();
  const cases: [string, RegExp][] = [
    [`${'a,'.repeat(1_000_000)}b\n1\n`, /columns|longer/],
    [`url,title\nhttps://example.com/,"${'x'.repeat(3_000_000)}`, /longer|never closed/],
    ['\0\0\0\0', /neither/],
    ['\n\n', /no rows/],
    [
      JSON.stringify([{ url: '', ...Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`c${n}`, n])) }]),
      /columns/,
    ],
    ['colour,size\nred,1\n', /format/],
  ];
  for (const [file, why] of cases) {
    const done = await imported(world, file);
    t.match(done, { status: 'failed', created: 0 });
    t.match(done.error, why);
  }
  const list = (await world.call('GET', '/imports?limit=2')).json;
  t.equal(list.imports.length, 2);
  t.equal((await world.call('GET', `/imports?limit=2&cursor=${list.nextCursor}`)).json.imports.length, 2);
  t.equal((await upload(world, 'x', 'mapping=nonsense')).json.error.code, 'validation_failed');
  const gone: string[] = [];
  const files = {
    list: async () => list.imports.map(({ id }: Json) => id),
    remove: async (file: string) => void gone.push(file),
    madeAt: async () => new Date(),
  };
  await clearImports(engine.store, files, new Date(Date.now() + 2 * 86_400_000));
  t.same([...new Set(gone)].sort(), list.imports.map(({ id }: Json) => id).sort());
  await clearImports(engine.store, files, new Date(Date.now() + 40 * 86_400_000));
  t.same((await world.call('GET', '/imports')).json.imports, []);
});

t.test("a machine deletes its imports' files, however many files other machines still have", async (t) => {
  const [others, world] = [await newWorld(), await newWorld()];
  const past = new Date(Date.now() - 3 * 86_400_000);
  for (let n = 0; n < 150; n++) {
    await insertImport(engine.store, {
      ...{ public_id: `imp_other${n}`, workspace_id: others.id, status: 'done', file: `imp_other${n}`, file_name: '' },
      ...{ actor: '{}', options: '{}', dry_run: false, requested_format: 'auto', on_taken: 'skip' },
      ...{ created_at: past, ended_at: past },
    });
  }
  const { id: file } = await imported(world, 'colour,size\nred,1\n');
  const removed: string[] = [];
  const files = {
    list: async () => [file],
    remove: async (name: string) => void removed.push(name),
    madeAt: async () => new Date(),
  };
  await clearImports(engine.store, files, new Date(Date.now() + 2 * 86_400_000));
  t.same([...new Set(removed)], [file]);
});

t.test('the plan limits rows, stored failed rows, bytes and open imports', async (t) => {
  const world = await newWorld('pro');
  const bad = (count: number) =>
    `url,slug\n${Array.from({ length: count }, (_, n) => `nonsense,bad-${n}`).join('\n')}\n`;
  t.match(await imported(world, bad(51)), { status: 'failed', failed: 0, error: /more than 50 rows/ });
  const full = await imported(world, bad(10));
  t.match(full, { status: 'done', failed: 10 });
  t.match(full.notes, [{ rows: 7, text: /report of this import is full/ }]);
  const { rows } = (await world.call('GET', `/imports/${full.id}/rows?limit=100`)).json;
  t.equal(rows.length, 3);
  const tooLarge = await upload(world, `url\nhttps://example.com/${'x'.repeat(1_000_000)}\n`);
  t.match(tooLarge, { status: 402, json: { error: { code: 'plan_limit_reached', details: { limit: 1 } } } });
  const open = [await upload(world, bad(1)), await upload(world, bad(1))];
  t.same(
    open.map(({ status }) => status),
    [202, 202],
  );
  t.match(await upload(world, bad(1)), { status: 402, json: { error: { details: { limit: 2 } } } });
  await world.call('POST', `/imports/${open[0]?.json.id}/cancel`);
  t.equal((await upload(world, bad(1))).status, 202);
});

t.test('a mysqldump file that is truncated between two statements gets a note', async (t) => {
  const insert = "INSERT INTO yourls_url (keyword,url) VALUES ('cut','https://example.com/');\n";
  const end = '-- Dump completed on 2026-01-01  0:00:00\n';
  for (const [dump, notes] of [
    [`-- MySQL dump 10.13  Distrib 8.0.36\n${insert}`, 1],
    [`/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19-11\n${insert}`, 1],
    [`-- MySQL dump 10.13  Distrib 8.0.36\n${insert}${end}`, 0],
    [`-- phpMyAdmin SQL Dump\n${insert}`, 0],
    [insert, 0],
  ] as const) {
    const done = await imported(await newWorld(), dump, `dryRun=true`);
    const said = done.notes.filter(({ text }: Json) => /may be truncated/.test(text));
    t.match([done.status, said.length], ['done', notes], dump);
  }
});

t.test("fifty concurrent imports stay within the workspace's limits on bytes and waiting imports", async (t) => {
  const world = await newWorld('pro');
  const file = `url\nhttps://example.com/${'x'.repeat(600_000)}\n`;
  const sendAll = async (text: string) => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => upload(world, text)));
    const refused = answers.filter(({ status }) => status !== 202);
    t.same([...new Set(refused.map(({ json }) => json.error?.code))], ['plan_limit_reached']);
    return answers.filter(({ status }) => status === 202).map(({ json }) => json.id as string);
  };
  const ofBytes = await sendAll(file);
  t.equal(ofBytes.length, 1, 'a second one would be beyond the megabytes');
  t.equal((await sendAll('url\nhttps://example.com\n')).length, 1, 'two can wait at a time');
  t.equal((await world.call('GET', '/imports')).json.imports.length, 2);
});

t.test('an upload reserves its space, is not listed, and frees the space if it fails', async (t) => {
  const world = await newWorld('pro');
  const [small, large] = ['', 'x'.repeat(200_000)].map((more) => `url\nhttps://example.com/${more}\n`) as [
    string,
    string,
  ];
  const sending = request(`${daemon.origin}/api/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.key}`, 'content-length': 900_000 },
  });
  sending.on('error', () => {}).write(small);
  const isOnItsWay = context.db.selectFrom('imports').select('id').where('status', '=', 'receiving');
  await until(() => isOnItsWay.where('workspace_id', '=', world.id).executeTakeFirst());
  t.equal((await upload(world, large)).status, 402);
  t.same((await world.call('GET', '/imports')).json.imports, []);
  sending.destroy();
  await until(async () => (await upload(world, large)).status === 202);
  const receiving = { actor: '{}', status: 'receiving', file_name: '', options: '{}', dry_run: false } as const;
  await insertImport(engine.store, {
    ...receiving,
    ...{ public_id: 'imp_left', workspace_id: world.id, requested_format: 'auto', on_taken: 'skip' },
    created_at: new Date(Date.now() - 7_200_000),
  });
  const none = { list: async () => [], madeAt: async () => new Date(), remove: async () => {} };
  t.equal((await upload(world, small)).status, 402, 'as of a process that was killed');
  await clearImports(engine.store, none, new Date());
  t.equal((await upload(world, small)).status, 202);
});

t.test("many imports of one workspace do not delay another workspace's import", async (t) => {
  const [many, one] = [await newWorld(), await newWorld()];
  const put = (world: World, name: string) =>
    insertImport(engine.store, {
      ...{
        public_id: name,
        workspace_id: world.id,
        actor: '{}',
        status: 'queued',
        created_at: new Date(),
        options: '{}',
      },
      ...{ requested_format: 'auto', on_taken: 'skip', dry_run: false, file: name, file_name: name },
    });
  for (let n = 0; n < 60; n++) await put(many, `many-${n}`);
  await put(one, 'one');
  const due = (await listLiveImports(engine.store, 50)).map(({ file }) => file);
  t.ok(due.includes('one'));
  t.same(
    due.filter((file) => file?.startsWith('many-')),
    ['many-0', 'many-1'],
  );
});
