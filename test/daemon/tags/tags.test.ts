/** Renamed, merged and deleted tags: every answer is right at once, however many links must be updated. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { attachTags, countHolders } from '../../../daemon/links/core/tag-queries.ts';
import { listTags } from '../../../daemon/links/tag-counts.ts';
import { deleteTagOfLinks, renameTag } from '../../../daemon/tags/change-tags.ts';
import { followSome } from '../../../daemon/tags/follow-tag.ts';
import { listReplacedTags } from '../../../daemon/tags/queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { addWorkspace, type Call, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { explain, wholeReads } from '../../fixtures/explain.ts';
import { service } from '../../fixtures/processes.ts';
import { t } from '../../runner/tap.ts';

const env = { PLANS_SCALE_REQUESTS_PER_MINUTE: '1000000' };
const daemon = await startDaemon(t, { env });
const second = await startDaemon(t, { env, stores: daemon.stores });
const { config, db } = daemon.context;
const url = 'https://example.com/';

type Workspace = Awaited<ReturnType<typeof addWorkspace>>;

async function newCaller() {
  const workspace = await addWorkspace(db, 'scale');
  return { workspace, call: caller(daemon, workspace.key) };
}

const make = async (call: Call, tags: string[], more = {}) =>
  (await call('POST', '/links', { url, tags, ...more })).json.id as string;

/** Adds more links than one request handles. */
async function seed({ id, publicId }: Workspace, count: number, tagsOf: (n: number) => string[]): Promise<void> {
  for (let from = 0; from < count; from += 500) {
    await inTransaction(db, async (trx) => {
      const rows = Array.from({ length: Math.min(500, count - from) }, (_, index) => {
        const n = from + index;
        const at = new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 1_000);
        return {
          ...{
            public_id: `lnk_${publicId.slice(3)}${n}`,
            workspace_id: id,
            slug: `t${id}n${n}`,
            url,
            redirect_type: 302,
          },
          ...{ domain_id: 0, archived: n % 10 === 0, created_at: at, updated_at: at },
        };
      });
      const { insertId } = await trx.insertInto('links').values(rows).executeTakeFirstOrThrow();
      const links = rows.map((row, index) => ({
        ...{
          id: Number(insertId) + index,
          workspaceId: id,
          archived: row.archived,
          createdAt: row.created_at,
          title: null,
        },
        tags: tagsOf(from + index),
      }));
      await attachTags(trx, links);
    });
  }
}

const tagsOf = async (call: Call) =>
  Object.fromEntries(((await call('GET', '/tags')).json.tags as Json[]).map(({ tag, count }) => [tag, count]));

/** Every link of a list, page by page. */
async function walk(call: Call, query: string): Promise<{ id: string; tags: string[] }[]> {
  const links = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { json } = await call('GET', `/links?limit=100&${query}${cursor ? `&cursor=${cursor}` : ''}`);
    links.push(...json.links);
    cursor = json.nextCursor;
  }
  return links;
}

const followAll = async () => {
  for (const id of await listReplacedTags(db, 100)) while (await followSome(db, id, config));
};
const authOf = (workspace: Workspace) =>
  ({ workspaceId: workspace.id, actor: { type: 'session', userId: workspace.userId } }) as Parameters<
    typeof renameTag
  >[1];

/** Compares every list, count and filter with the existing links. */
async function isConsistent(t: Tap, call: Call, what: string): Promise<void> {
  const links = await walk(call, 'archived=all');
  const expected: Record<string, number> = {};
  for (const { tags } of links) for (const tag of tags) expected[tag] = (expected[tag] ?? 0) + 1;
  t.strictSame(await tagsOf(call), expected, `${what}: the counts`);
  for (const tag of Object.keys(expected)) {
    t.strictSame(
      (await walk(call, `archived=all&tag=${encodeURIComponent(tag)}`)).map(({ id }) => id),
      links.filter(({ tags }) => tags.includes(tag)).map(({ id }) => id),
      `${what}: the links of ${tag}`,
    );
  }
}
type Tap = Pick<typeof t, 'strictSame'>;

t.test('a renamed tag has its new name on every link, in filters and in the list of tags', async (t) => {
  const { call } = await newCaller();
  const id = await make(call, ['first', 'Old name/ü', 'last']);
  await make(call, ['old name/ü']);
  const { status, json } = await call('PATCH', `/tags/${encodeURIComponent('Old name/ü')}`, { name: 'new' });
  t.strictSame([status, json], [200, { tag: 'new', merged: false }]);
  t.strictSame((await call('GET', `/links/${id}`)).json.tags, ['first', 'new', 'last']);
  t.strictSame((await walk(call, 'tag=new')).length, 1);
  t.strictSame(await tagsOf(call), { first: 1, last: 1, new: 1, 'old name/ü': 1 }, 'tags are case-sensitive');
  t.strictSame((await call('PATCH', '/tags/new', { name: 'new' })).json, { tag: 'new', merged: false });
  const entries = (await call('GET', '/audit')).json.entries as Json[];
  t.match(
    entries.filter(({ action }) => action.startsWith('tag.')),
    [{ action: 'tag.rename', objectId: 'Old name/ü', details: { name: 'new' } }],
  );
});

t.test('unknown tags and invalid names are refused', async (t) => {
  const { call } = await newCaller();
  await make(call, ['there']);
  const gone = await make(call, ['gone']);
  await call('DELETE', `/links/${gone}`);
  const other = await newCaller();
  await make(other.call, ['theirs']);
  for (const tag of ['nothing', 'gone', 'theirs', 'There', '%FF', 'x'.repeat(300)]) {
    t.equal((await call('DELETE', `/tags/${tag}`)).status, 404, tag);
    t.equal((await call('PATCH', `/tags/${tag}`, { name: '' })).status, 404, tag);
  }
  for (const [body, field] of [
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(41) }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'a\tb' }, 'name'],
    [{ name: 1 }, 'name'],
    [{ name: 'x', colour: 'red' }, 'colour'],
  ] as const) {
    const { status, json } = await call('PATCH', '/tags/there', body);
    t.strictSame([status, json.error.details.field], [422, field]);
  }
  t.strictSame(await tagsOf(call), { there: 1 });
  t.strictSame((await call('PATCH', '/tags/there', { name: ' here ' })).json, { tag: 'here', merged: false });
  t.strictSame(await tagsOf(call), { here: 1 });
});

t.test(
  'a merged tag is replaced by the kept tag: each link has the kept tag once, at the position of the first of the two tags',
  async (t) => {
    const { call } = await newCaller();
    const both = await make(call, ['x', 'from', 'y', 'to']);
    const alone = await make(call, ['from']);
    const other = await make(call, ['to', 'z']);
    t.strictSame((await call('PATCH', '/tags/from', { name: 'to' })).json, { tag: 'to', merged: true });
    const tags = async (id: string) => (await call('GET', `/links/${id}`)).json.tags;
    t.strictSame([await tags(both), await tags(alone), await tags(other)], [['x', 'to', 'y'], ['to'], ['to', 'z']]);
    t.strictSame(await tagsOf(call), { to: 3, x: 1, y: 1, z: 1 });
    t.equal((await call('PATCH', '/tags/from', { name: 'to' })).status, 404);
    await make(call, ['from']);
    t.strictSame(await tagsOf(call), { from: 1, to: 3, x: 1, y: 1, z: 1 }, 'the name is free');
    t.strictSame(await listReplacedTags(db, 10), [], 'a tag of few links has followed at once');
  },
);

t.test('a tag without links does not reserve its name', async (t) => {
  const { call } = await newCaller();
  const id = await make(call, ['used']);
  const other = await make(call, ['empty']);
  await call('PATCH', `/links/${other}`, { tags: [] });
  t.strictSame((await call('PATCH', '/tags/used', { name: 'empty' })).json, { tag: 'empty', merged: false });
  t.strictSame((await call('GET', `/links/${id}`)).json.tags, ['empty']);
  await isConsistent(t, call, 'after it');
});

t.test('a deleted tag is on no link, and its links stay', async (t) => {
  const { call } = await newCaller();
  const id = await make(call, ['kept', 'doomed']);
  await make(call, ['doomed'], { slug: 'only-doomed' });
  t.strictSame((await call('DELETE', '/tags/doomed')).json, { deleted: true });
  t.strictSame((await call('GET', `/links/${id}`)).json.tags, ['kept']);
  t.strictSame(await tagsOf(call), { kept: 1 });
  t.equal((await walk(call, '')).length, 2);
  t.equal((await call('DELETE', '/tags/doomed')).status, 404);
});

const many = 1_200;

t.test('before, during and after a merge over many links every answer is the same', async (t) => {
  const { workspace, call } = await newCaller();
  await seed(workspace, many, (n) => [...(n % 2 ? ['a'] : []), 'always', ...(n % 3 ? ['b'] : [])]);
  const all = await walk(call, 'archived=all');
  const held = all.filter(({ tags }) => tags.includes('a') || tags.includes('b')).map(({ id }) => id);
  t.strictSame((await call('PATCH', '/tags/a', { name: 'b' })).json, { tag: 'b', merged: true });
  const [replaced] = (await listReplacedTags(db, 10)) as [number];
  t.ok(replaced, 'links are left to follow');
  for (let more = true; ; ) {
    t.strictSame(await tagsOf(call), { always: many, b: held.length });
    t.strictSame(
      (await walk(call, 'archived=all&tag=b')).map(({ id }) => id),
      held,
    );
    t.equal((await walk(call, 'archived=true&tag=b')).length, held.length - (await walk(call, 'tag=b')).length);
    t.strictSame(await walk(call, 'archived=all&tag=a'), []);
    if (!more) break;
    more = await followSome(db, replaced, config);
  }
  t.strictSame(await listReplacedTags(db, 10), []);
  await isConsistent(t, call, 'in the end');
});

t.test('links can be changed, archived, deleted and created during a merge', async (t) => {
  const { workspace, call } = await newCaller();
  await seed(workspace, many, (n) => (n % 2 ? ['from', 'to'] : ['from']));
  await seed(await addWorkspace(db, 'scale'), 10, () => ['from', 'to']);
  const links = await walk(call, 'archived=all');
  await call('PATCH', '/tags/from', { name: 'to' });
  const [one, two, three, four] = links.slice(many / 2).map(({ id }) => id) as [string, string, string, string];
  const patch = async (id: string, body: object) => (await call('PATCH', `/links/${id}`, body)).json.tags;
  t.strictSame(await patch(one, { tags: ['to', 'from', 'x'] }), ['to', 'from', 'x']);
  t.strictSame(await patch(two, { tags: [] }), []);
  t.strictSame(await patch(three, { archived: true }), ['to']);
  t.equal((await call('DELETE', `/links/${four}`)).status, 200);
  await make(call, ['to', 'from']);
  await isConsistent(t, call, 'on the way');
  await followAll();
  await isConsistent(t, call, 'in the end');
  t.strictSame((await call('GET', `/links/${one}`)).json.tags, ['to', 'from', 'x']);
});

t.test('the kept tag can be merged, renamed and deleted while links are still moving to it', async (t) => {
  const { workspace, call } = await newCaller();
  await seed(workspace, many, (n) => [['a', 'b', 'c'][n % 3] as string, ...(n % 5 ? [] : ['b'])].filter(unlessTwice));
  const auth = authOf(workspace);
  const step = async (from: string, to: string) => renameTag(db, auth, from, { to, now: new Date() });
  await step('a', 'b');
  await step('b', 'c');
  await step('c', 'd');
  t.strictSame(await tagsOf(call), { d: many });
  await isConsistent(t, call, 'two merges and a new name');
  for (const id of await listReplacedTags(db, 10)) await followSome(db, id, config);
  await isConsistent(t, call, 'a part of each has followed');
  await deleteTagOfLinks(db, auth, 'd', new Date());
  t.strictSame(await tagsOf(call), {});
  t.strictSame(await walk(call, 'archived=all&tag=d'), []);
  t.ok((await walk(call, 'archived=all')).every(({ tags }) => tags.length === 0));
  await followAll();
  t.strictSame(await db.selectFrom('tags').select('id').where('workspace_id', '=', workspace.id).execute(), []);
});
const unlessTwice = (tag: string, index: number, all: string[]) => all.indexOf(tag) === index;

t.test('concurrent changes to tags and links leave consistent data', async (t) => {
  const { workspace, call: first } = await newCaller();
  const other = caller(second, workspace.key);
  const names = ['a', 'b', 'c', 'd'];
  const pick = (n: number) => names[n % names.length] as string;
  const ids = await Promise.all(Array.from({ length: 40 }, (_, n) => make(first, [pick(n), pick(n + 1)])));
  const acts = Array.from({ length: 160 }, (_, n) => async () => {
    const call = n % 2 ? first : other;
    const id = ids[n % ids.length] as string;
    if (n % 4 === 0) return call('PATCH', `/tags/${pick(n * 7)}`, { name: pick(n * 3 + 1) });
    if (n % 4 === 1) return call('PATCH', `/links/${id}`, { tags: names.slice(n % 3) });
    if (n % 16 === 2) return call('DELETE', `/tags/${pick(n)}`);
    if (n % 16 === 3) return call('DELETE', `/links/${id}`);
    return n % 3
      ? call('POST', '/links', { url, tags: names.slice(n % 4) })
      : call('PATCH', `/links/${id}`, { archived: n % 2 === 0 });
  });
  for (let from = 0; from < acts.length; from += 16) {
    const answers = await Promise.all(acts.slice(from, from + 16).map((act) => act()));
    for (const { status, text } of answers) t.ok([200, 201, 404].includes(status), `${status} ${text}`);
  }
  await isConsistent(t, first, 'before the rest follows');
  await followAll();
  await isConsistent(t, first, 'in the end');
  const rows = await db.selectFrom('tags').selectAll().where('workspace_id', '=', workspace.id).execute();
  for (const { id, link_count } of rows) {
    const holders = await db.selectFrom('link_tags').select('link_id').where('tag_id', '=', id).execute();
    t.equal(holders.length, link_count);
  }
});

t.test("no statement reads other workspaces' tags or links", async (t) => {
  const { workspace } = await newCaller();
  await seed(workspace, 100, () => ['large', 'other']);
  await renameTag(db, authOf(workspace), 'large', { to: 'other', now: new Date() });
  t.strictSame(wholeReads(await explain(db, (tables) => listTags(tables, workspace.id))), []);
  const ids = await db.selectFrom('tags').select('id').where('workspace_id', '=', workspace.id).execute();
  t.strictSame(wholeReads(await explain(db, (tables) => countHolders(tables, ids[0]?.id ?? 0))), []);
  await followAll();
});

t.test(
  'GET /tags does not wait until the links of large tags in a merge are counted, and soon shows their number',
  async (t) => {
    const { workspace, call } = await newCaller();
    await seed(workspace, 7_000, (n) => [...(n < 5_800 ? ['going'] : []), ...(n >= 1_000 ? ['staying'] : [])]);
    const { json } = await call('PATCH', '/tags/going', { name: 'staying' });
    t.same(json, { tag: 'staying', merged: true });
    const { staying: atFirst } = await tagsOf(call);
    t.ok(atFirst === 7_000 || (atFirst > 7_000 && atFirst <= 11_800), String(atFirst));
    let now = atFirst;
    for (let tries = 0; tries < 500 && now !== 7_000; tries++) {
      await sleep(20);
      now = (await tagsOf(call)).staying;
    }
    t.equal(now, 7_000, 'each once, long before they have followed');
    t.not((await listReplacedTags(db, 10)).length, 0);
    await followAll();
    t.same(await tagsOf(call), { staying: 7_000 });
  },
);

t.test('a worker finishes a merge that a killed worker started', async (t) => {
  const { workspace, call } = await newCaller();
  await seed(workspace, 6_000, () => ['going', 'staying']);
  await deleteTagOfLinks(db, authOf(workspace), 'going', new Date());
  const localDir = await mkdtemp(path.join(tmpdir(), 'waypost-worker-'));
  t.teardown(() => rm(localDir, { recursive: true, force: true }));
  const { mysqlUrl, redisUrl, redisPrefix } = daemon.stores;
  const stores = { MYSQL_URL: mysqlUrl, REDIS_URL: redisUrl, REDIS_PREFIX: redisPrefix, LOCAL_DIR: localDir };
  const worker = await service(t, 'daemon/worker.js', 'METRICS_PORT', stores, '/metrics');
  const left = async () => {
    const [row] = await db.selectFrom('tags').select('link_count as n').where('replaced_by', 'is not', null).execute();
    return row?.n;
  };
  const before = await left();
  t.equal(before, 6_000);
  await worker.start();
  while ((await left()) === before) await sleep(2);
  await worker.end('SIGKILL');
  const between = await left();
  t.ok(between !== undefined && between > 0, `${between} were left`);
  t.strictSame(await tagsOf(call), { staying: 6_000 });
  await worker.start();
  while ((await left()) !== undefined) await sleep(100);
  await isConsistent(t, call, 'in the end');
  await worker.end('SIGTERM');
});
