/** Sorted lists of links: pages equal a full sort, with any filter, by their order's index. */
import { sql } from 'kysely';
import type { Db } from '../../../daemon/core/tables.ts';
import { fromLinkCursor } from '../../../daemon/links/core/cursor.ts';
import { type LinkOrder, type SortedPosition, sorts } from '../../../daemon/links/core/order.ts';
import type { Filters } from '../../../daemon/links/core/page-queries.ts';
import { findPage } from '../../../daemon/links/find-page.ts';
import { listSorted } from '../../../daemon/links/order-queries.ts';
import { sealAll } from '../../../daemon/links/search/block-queries.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { explain, indexesOf, wholeReads } from '../../fixtures/explain.ts';
import { listIdsOfTag } from '../../fixtures/tags.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' } });
const { context } = daemon;
const { db } = context;
const titles = [
  'sale',
  'Sale',
  'SALE',
  'Zürich',
  'zurich',
  'été',
  'x',
  '',
  '犬',
  '🙂 rare',
  'a very, very "long" title\\',
];
const orders: LinkOrder[] = sorts.flatMap((sort) => [
  { sort, order: 'asc' },
  { sort, order: 'desc' },
]);
const nameOf = ({ sort, order }: LinkOrder) => `${sort} ${order}`;

/**
 * Many links share a key, and some have none. Each tenth is archived, each fiftieth on another domain; many have the tag
 * `many`, few have `few`.
 */
async function seed(workspaceId: number, count: number, domainId = 0): Promise<void> {
  const start = Date.UTC(2026, 0, 1);
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count - from) }, (_, index) => {
      const n = from + index;
      const at = new Date(start + Math.floor(n / 3) * 1_000);
      const clicks = n % 3 === 0 ? 0 : (n * 7_919) % 50;
      return {
        public_id: `lnk_${workspaceId}_${n}`,
        workspace_id: workspaceId,
        domain_id: n % 50 === 7 ? domainId : 0,
        slug: `w${workspaceId}n${n}`,
        url: `https://shop-${n % 50}.example/${n.toString(36)}`,
        title: n % 4 === 0 ? null : (titles[(n * 31) % titles.length] as string),
        redirect_type: 302,
        archived: n % 10 === 0,
        created_at: at,
        updated_at: at,
        clicks,
        last_click_at: clicks === 0 ? null : new Date(start + ((n * 104_729) % 900) * 60_000),
      };
    });
    await db.insertInto('links').values(rows).execute();
  }
  for (const [name, condition] of [
    ['many', sql`MOD(id, 10) < 6`],
    ['few', sql`MOD(id, 97) = 3`],
  ] as const) {
    await db.insertInto('tags').values({ workspace_id: workspaceId, name, link_count: 1 }).execute();
    const [tagId] = await listIdsOfTag(db, workspaceId, name);
    await sql`
      INSERT INTO link_tags (link_id, tag_id, position, archived, created_at, clicks, last_click_at, title)
      SELECT id, ${tagId}, 0, archived, created_at, clicks, last_click_at, title FROM links WHERE workspace_id = ${workspaceId} AND ${condition}
    `.execute(db);
  }
  await db.insertInto('workspace_link_states').values({ workspace_id: workspaceId, period: '2026-01' }).execute();
}

const columns = { createdAt: 'created_at', clicks: 'clicks', lastClickAt: 'last_click_at', title: 'title' } as const;

/** All links of a list, sorted by the server without any index. */
async function bySorting({ workspaceId, archived, tagIds, domainId }: Filters, { sort, order }: LinkOrder, q?: string) {
  const key = sql.ref(columns[sort]);
  const direction = sql.raw(order);
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM links IGNORE INDEX (links_by_clicks, links_by_last_click, links_by_title)
    WHERE workspace_id = ${workspaceId}
      AND ${archived === 'all' ? sql`TRUE` : sql`archived = ${archived === 'true'}`}
      AND ${tagIds === undefined ? sql`TRUE` : sql`id IN (SELECT link_id FROM link_tags WHERE tag_id IN (${sql.join(tagIds)}))`}
      AND ${domainId === undefined ? sql`TRUE` : sql`domain_id = ${domainId}`}
      AND ${q === undefined ? sql`TRUE` : sql`INSTR(CONCAT_WS('\n', LOWER(CONVERT(slug USING utf8mb4)), LOWER(url), LOWER(title)) COLLATE utf8mb4_bin, LOWER(${q})) > 0`}
    ORDER BY ${key} IS NULL, ${key} ${direction}, id ${direction}`.execute(db);
  return rows.map(({ id }) => id);
}

async function byPages(filters: Filters, order: LinkOrder, limit: number, q?: string): Promise<number[]> {
  const ids: number[] = [];
  for (let after: SortedPosition | undefined; ; ) {
    const page = await findPage(context, filters, { ...order, q, limit }, after);
    ids.push(...page.ids);
    if (page.nextCursor === null) return ids;
    if (page.ids.length !== limit) throw new Error('only the last page can be short');
    after = fromLinkCursor(order, page.nextCursor);
  }
}

const workspace = await addWorkspace(db, 'scale');
const now = new Date();
const { insertId } = await db
  .insertInto('domains')
  .values({
    public_id: 'dom_sorted',
    workspace_id: workspace.id,
    hostname: 'sorted.example.com',
    status: 'verified',
    created_at: now,
    updated_at: now,
  })
  .executeTakeFirstOrThrow();
const domainId = Number(insertId);
await seed(workspace.id, 10_200, domainId);
await seed((await addWorkspace(db, 'scale')).id, 500);
const all: Filters = { workspaceId: workspace.id, archived: 'all' };
const tags = {
  few: await listIdsOfTag(db, workspace.id, 'few'),
  many: await listIdsOfTag(db, workspace.id, 'many'),
};

const lists: [name: string, filters: Filters][] = [
  ['links', { ...all, archived: 'false' }],
  ['archived links', { ...all, archived: 'true' }],
  ['all links', all],
  ['a tag few links have', { ...all, tagIds: tags.few }],
  ['a tag many links have', { ...all, tagIds: tags.many }],
  ['a tag many links have, archived', { ...all, archived: 'true', tagIds: tags.many }],
  ['a domain with few links', { ...all, domainId }],
  ['a domain with many links', { ...all, archived: 'false', domainId: 0 }],
  ['a tag of a domain', { ...all, tagIds: tags.many, domainId }],
];

for (const order of orders) {
  t.test(`the pages of a list sorted by ${nameOf(order)} contain all links in that order`, async (t) => {
    for (const [name, filters] of lists) {
      t.strictSame(await byPages(filters, order, 900), await bySorting(filters, order), name);
    }
    t.strictSame(
      await byPages({ ...all, tagIds: tags.few }, order, 7),
      await bySorting({ ...all, tagIds: tags.few }, order),
      'in small pages, too',
    );
  });
}

t.test('search results are sorted as requested, whether few or many links match', async (t) => {
  for (const sealed of [false, true]) {
    if (sealed) await sealAll(db, workspace.id);
    for (const order of orders) {
      for (const q of ['rare', 'shop-7.', 'sale', 'no such text', 'n1234']) {
        const name = `${q} by ${nameOf(order)}, ${sealed ? '' : 'not '}sealed`;
        t.strictSame(await byPages(all, order, 900, q), await bySorting(all, order, q), name);
      }
      const filters = { ...all, archived: 'false' as const, tagIds: tags.many };
      t.strictSame(await byPages(filters, order, 900, 'sale'), await bySorting(filters, order, 'sale'));
    }
  }
});

t.test('total is exact up to 10,000, and marked as a minimum above that', async (t) => {
  const call = caller(daemon, workspace.key);
  const totals = async (query: string) => {
    const { json } = await call('GET', `/links?limit=1&${query}`);
    return [json.total, json.totalIsAtLeast];
  };
  const lengthOf = async (filters: Filters, q?: string) =>
    (await bySorting(filters, { sort: 'clicks', order: 'asc' }, q)).length;
  t.same(await totals('archived=all'), [undefined, undefined], 'only when asked');
  t.same(await totals('archived=all&count=true'), [undefined, 10_000]);
  t.same(await totals('count=true'), [await lengthOf({ ...all, archived: 'false' }), undefined]);
  t.same(await totals('count=true&tag=few&archived=all'), [await lengthOf({ ...all, tagIds: tags.few }), undefined]);
  t.same(await totals('count=true&domain=sorted.example.com&archived=all'), [
    await lengthOf({ ...all, domainId }),
    undefined,
  ]);
  for (const sort of sorts) {
    t.same(await totals(`count=true&q=rare&archived=all&sort=${sort}`), [await lengthOf(all, 'rare'), undefined]);
  }
  t.same(await totals('count=true&q=shop&archived=all'), [undefined, 10_000]);
  t.same(await totals('count=true&q=no-such-text'), [0, undefined]);
  t.same(await totals('count=true&tag=unheard-of'), [0, undefined]);
  t.same(await totals(`count=true&q=${encodeURIComponent(`localhost:8080/w${workspace.id}n1`)}`), [1, undefined]);
});

t.test('pages stay complete and free of repeats during concurrent changes', async (t) => {
  const own = await addWorkspace(db, 'scale');
  const call = caller(daemon, own.key);
  const make = async (count: number) =>
    (
      await call('POST', '/links/bulk', {
        links: Array.from({ length: count }, (_, n) => ({ url: 'https://example.com/', title: titles[n % 7] })),
      })
    ).json.results.map(({ link }: { link: { id: string } }) => link.id);
  for (const order of orders) {
    const kept: string[] = await make(30);
    const passing: string[] = await make(20);
    await sql`UPDATE links SET clicks = MOD(id, 5), last_click_at = IF(MOD(id, 5) = 0, NULL, created_at) WHERE workspace_id = ${own.id}`.execute(
      db,
    );
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = `sort=${order.sort}&order=${order.order}&limit=7${cursor ? `&cursor=${cursor}` : ''}`;
      const { json } = await call('GET', `/links?${query}`);
      seen.push(...json.links.map(({ id }: { id: string }) => id));
      cursor = json.nextCursor;
      await make(1);
      for (const id of passing.splice(0, 2)) await call('DELETE', `/links/${id}`);
    }
    t.equal(new Set(seen).size, seen.length, `${nameOf(order)}: none twice`);
    t.same(
      kept.filter((id) => !seen.includes(id)),
      [],
      `${nameOf(order)}: all that were there throughout`,
    );
  }
});

t.test('a cursor of another order and an unknown order are refused', async (t) => {
  const call = caller(daemon, workspace.key);
  const cursors: Record<string, string> = {};
  for (const { sort, order } of orders) {
    const { status, json } = await call('GET', `/links?limit=1&sort=${sort}&order=${order}`);
    t.equal(status, 200);
    cursors[`sort=${sort}&order=${order}`] = json.nextCursor;
  }
  for (const [from, cursor] of Object.entries(cursors)) {
    for (const at of Object.keys(cursors)) {
      const { status, json } = await call('GET', `/links?${at}&cursor=${cursor}`);
      if (at === from) t.equal(status, 200, at);
      else t.match([status, json.error], [422, { details: { field: 'cursor' } }], `${from} at ${at}`);
    }
  }
  for (const [field, query] of [
    ['sort', 'sort=slug'],
    ['sort', 'sort='],
    ['order', 'order=up'],
    ['count', 'count=yes'],
    ['cursor', `cursor=${Buffer.from('["links by title desc",{},1]').toString('base64url')}&sort=title`],
    ['cursor', `cursor=${Buffer.from('["links by clicks desc",1]').toString('base64url')}&sort=clicks`],
    ['cursor', `cursor=${Buffer.from('["links by clicks desc",9e15,1]').toString('base64url')}&sort=clicks`],
    ['cursor', `cursor=${Buffer.from('["links by lastClickAt desc","x",1]').toString('base64url')}&sort=lastClickAt`],
  ] as [string, string][]) {
    const { status, json } = await call('GET', `/links?${query}`);
    t.match([status, json.error], [422, { code: 'validation_failed', details: { field } }], query);
  }
  const long = await addWorkspace(db, 'scale');
  const titled = caller(daemon, long.key);
  for (const each of ['\u0001', '🙂', 'x'])
    await titled('POST', '/links', { url: 'https://example.com/', title: each.repeat(200) });
  t.equal((await byPages({ workspaceId: long.id, archived: 'false' }, { sort: 'title', order: 'asc' }, 1)).length, 3);
  const first = (await titled('GET', '/links?sort=title&limit=1')).json;
  t.equal((await titled('GET', `/links?sort=title&limit=1&cursor=${first.nextCursor}`)).status, 200, 'the longest');
});

t.test(
  "each order is read from its index, a tag's order from the tag's own index, and a domain's few links are sorted",
  async (t) => {
    await sql`ANALYZE TABLE links, link_tags`.execute(db);
    const orderOf = { clicks: 'by_clicks', lastClickAt: 'by_last_click', title: 'by_title' } as const;
    const someIds = (await bySorting({ ...all, domainId }, { sort: 'clicks', order: 'asc' })).slice(0, 20);
    const keys = { clicks: 3, lastClickAt: new Date('2026-01-01T05:00:00Z'), title: 'sale' };
    for (const sort of ['clicks', 'lastClickAt', 'title'] as const) {
      for (const order of ['asc', 'desc'] as const) {
        for (const after of [
          undefined,
          { key: keys[sort], id: 1_000 },
          ...(sort === 'clicks' ? [] : [{ key: null, id: 1_000 }]),
        ]) {
          const used = async (filters: Filters, ids?: number[]) => {
            const slice = { after, ...(ids ? { ids } : {}) };
            const explained = await explain(db, (tables) =>
              listSorted(tables, filters, { sort, order }, { slice, limit: 26 }),
            );
            t.same(wholeReads(explained), [], JSON.stringify(filters));
            const [last] = explained.slice(-1);
            return { indexes: [...new Set(indexesOf(last ? [last] : []))].sort(), plans: last?.plans ?? [] };
          };
          const walked = `l.links_${orderOf[sort]}`;
          const walkedOfTag = [`k.link_tags_${orderOf[sort]}`, 'l.PRIMARY'];
          for (const [name, filters, expected] of [
            ['links', { ...all, archived: 'false' }, [walked]],
            ['all links', all, [walked]],
            ['a domain with many links', { ...all, archived: 'false', domainId: 0 }, [walked]],
            ['a tag many links have', { ...all, tagIds: tags.many }, walkedOfTag],
            ['a tag few links have', { ...all, tagIds: tags.few }, walkedOfTag],
          ] as [string, Filters, string[]][]) {
            const { indexes, plans } = await used(filters);
            t.same(indexes, expected, `${name} by ${sort} ${order}`);
            for (const { table, Extra } of plans)
              if (table === 'l' || table === 'k')
                t.notMatch(Extra, /filesort|temporary/, `${name} by ${sort} ${order}`);
          }
          t.same((await used({ ...all, domainId })).indexes, ['l.links_newest_by_domain']);
          t.same((await used({ ...all, tagIds: tags.many, domainId })).indexes, [
            'k.PRIMARY',
            'l.links_newest_by_domain',
          ]);
          t.same((await used(all, someIds)).indexes, ['l.PRIMARY']);
        }
      }
    }
  },
);

t.test('a page reads few rows, for any tag and order, however many links share a key', async (t) => {
  const own = await addWorkspace(db, 'scale');
  await seed(own.id, 3_000);
  const [tagId] = await listIdsOfTag(db, own.id, 'many');
  // Links with the tag come last in any order; half of all links have it.
  await sql`UPDATE links SET clicks = 9, last_click_at = NOW(3), title = 'a' WHERE workspace_id = ${own.id}
    AND id NOT IN (SELECT link_id FROM link_tags WHERE tag_id = ${tagId})`.execute(db);
  await sql`UPDATE links JOIN link_tags ON link_id = id SET links.clicks = 1, link_tags.clicks = 1,
    links.title = 'x', link_tags.title = 'x' WHERE tag_id = ${tagId}`.execute(db);
  const middle = {
    id: Number((await bySorting({ ...all, workspaceId: own.id }, { sort: 'clicks', order: 'asc' }))[500]),
  };
  const filters: Filters = { workspaceId: own.id, archived: 'false' };
  for (const order of orders.filter(({ sort }) => sort === 'clicks' || sort === 'title')) {
    for (const tagIds of [undefined, [tagId as number]]) {
      for (const after of [undefined, { key: order.sort === 'clicks' ? 1 : 'x', id: middle.id }]) {
        const read = await db.transaction().execute(async (trx) => {
          const before = await rowsRead(trx);
          const page = await listSorted(trx, { ...filters, tagIds }, order, { slice: { after }, limit: 26 });
          t.equal(page.length, 26);
          return (await rowsRead(trx)) - before;
        });
        t.ok(read < 500, `${nameOf(order)}, ${tagIds ? 'a tag' : 'all'}, ${after ? 'deep' : 'first'}: ${read}`);
      }
    }
  }
});

/** Rows that the connection has read so far, including this statement's. */
async function rowsRead(connection: Db): Promise<number> {
  const { rows } = await sql<{ Value: string }>`SHOW SESSION STATUS LIKE 'Handler_read%'`.execute(connection);
  return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
}
