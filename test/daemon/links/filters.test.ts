/** Filters of the list of links: each combination gives the links that a plain filter in memory gives. */
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' } });
const { db } = daemon.context;
const { id: workspaceId, key } = await addWorkspace(db, 'scale');
const call = caller(daemon, key);
const other = await addWorkspace(db, 'scale');

const names = ['spring', 'summer', 'autumn', 'Winter 2030', 'été'];
type Model = { id: string; slug: string; tags: string[]; createdAt: string; archived: boolean; health: string };
const model: Model[] = [];

t.before(async () => {
  const links = Array.from({ length: 120 }, (_, n) => ({
    url: `https://example.com/${n % 7}`,
    slug: `f${n}`,
    title: n % 3 === 0 ? `Sale ${n}` : null,
    tags: names.filter((_, index) => (n >> index) % 2 === 1),
  }));
  await caller(daemon, other.key)('POST', '/links/bulk', {
    links: [{ url: 'https://example.com/1', tags: ['spring'] }],
  });
  for (let from = 0; from < links.length; from += 40) {
    const { json } = await call('POST', '/links/bulk', { links: links.slice(from, from + 40) });
    for (const { link } of json.results) model.push({ ...link, health: 'unknown' });
  }
  for (const [n, link] of model.entries()) {
    const at = new Date(Date.UTC(2026, 0, 1 + Math.floor(n / 10)));
    link.createdAt = at.toISOString();
    link.archived = n % 11 === 0;
    await db
      .updateTable('links')
      .set({ created_at: at, archived: link.archived })
      .where('public_id', '=', link.id)
      .execute();
    const { id } = await db.selectFrom('links').select('id').where('public_id', '=', link.id).executeTakeFirstOrThrow();
    await db
      .updateTable('link_tags')
      .set({ created_at: at, archived: link.archived })
      .where('link_id', '=', id)
      .execute();
    link.health = ['unknown', 'ok', 'ok', 'broken'][n % 4] as string;
    if (n % 8 === 0) continue;
    const scan = { link_id: id, workspace_id: workspaceId, lane: 2, due_at: new Date('2100-01-01') };
    await db
      .insertInto('link_scans')
      .values({ ...scan, health: link.health as 'ok' })
      .execute();
  }
});

type Query = Record<string, string>;

function matches(link: Model, { tags, tagsMode, withoutTags, tag, createdFrom, createdTo, health, archived }: Query) {
  const listed = (list = '') => list.split(',').filter(Boolean);
  const has = (name: string) => link.tags.includes(name);
  const some = tagsMode === 'any' ? listed(tags).some(has) : listed(tags).every(has);
  return (
    (tags === undefined || some) &&
    !listed(withoutTags).some(has) &&
    (tag === undefined || has(tag)) &&
    (createdFrom === undefined || link.createdAt >= createdFrom) &&
    (createdTo === undefined || link.createdAt <= createdTo) &&
    (health === undefined || link.health === health) &&
    (archived === 'all' || String(link.archived) === (archived ?? 'false'))
  );
}

/** Returns a number below `limit`, the same in each run. */
let seed = 7;
const random = (limit: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * limit);
};
const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;
const some = () => [...new Set([pick(names), pick(names)])].join(',');
const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();

t.test(
  'every combination of filters lists exactly the matching links, in the list, as ids and in the export',
  async (t) => {
    for (let round = 0; round < 150; round++) {
      const query: Query = { archived: pick(['false', 'true', 'all']) };
      if (random(2)) Object.assign(query, { tags: some(), tagsMode: pick(['all', 'any']) });
      if (random(3) === 0) query.withoutTags = some();
      if (random(4) === 0) query.tag = pick(names);
      if (random(3) === 0) query.createdFrom = day(1 + random(12));
      if (random(3) === 0) query.createdTo = day(1 + random(12));
      if (random(3) === 0) query.health = pick(['unknown', 'ok', 'broken']);
      const expected = model.filter((link) => matches(link, query)).map(({ slug }) => slug);
      const search = new URLSearchParams(query);
      const order = `sort=${pick(['createdAt', 'title', 'clicks', 'lastClickAt'])}&order=${pick(['asc', 'desc'])}`;
      const found: string[] = [];
      for (let cursor = ''; ; ) {
        const page = (await call('GET', `/links?limit=50&count=true&${order}&${search}${cursor}`)).json;
        found.push(...page.links.map(({ slug }: Model) => slug));
        if (cursor === '') t.equal(page.total, expected.length, `${search}`);
        if (page.nextCursor === null) break;
        cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
      }
      t.same(found.sort(), expected.toSorted(), `${search} ${order}`);
      if (round % 5 > 0) continue;
      const { ids } = (await call('GET', `/links/ids?${search}`)).json;
      t.equal(ids.length, expected.length, `ids ${search}`);
      const sales = expected.filter((slug) => Number(slug.slice(1)) % 3 === 0).length;
      t.equal((await call('GET', `/links?limit=100&q=sale&${search}`)).json.links.length, sales, `search ${search}`);
      const { text } = await call('GET', `/links/export?format=jsonl&${search}`);
      t.equal(text.split('\n').filter(Boolean).length, expected.length, `export ${search}`);
    }
  },
);

t.test('tags that the workspace does not have match no link, and add nothing to others', async (t) => {
  const count = async (query: string) => (await call('GET', `/links?archived=all&count=true&${query}`)).json.total;
  t.equal(await count('tags=none'), 0);
  t.equal(await count('tags=spring,none'), 0);
  t.equal(await count('tags=none&tagsMode=any'), 0);
  t.equal(await count('tags=spring,none&tagsMode=any'), await count('tags=spring'));
  t.equal(await count('withoutTags=none'), model.length);
  t.equal(await count('tags=%20,%20,'), model.length);
});

t.test('invalid filters answer 422 with the parameter', async (t) => {
  const many = Array.from({ length: 21 }, (_, n) => `t${n}`).join(',');
  for (const query of [`tags=${many}`, `withoutTags=${many}`, 'tagsMode=none', 'createdFrom=yesterday', 'health=bad']) {
    const { status, json } = await call('GET', `/links?${query}`);
    t.equal(status, 422, query);
    t.equal((json.error.details.issues?.[0] ?? json.error.details).field, query.split('=')[0]);
  }
});
