/** Links by destination (`GET /links?url=`): exactly those, in any order and with any other filter, by their index. */
import { sql } from 'kysely';
import { sorts } from '../../../daemon/links/core/order.ts';
import { listPositions } from '../../../daemon/links/core/page-queries.ts';
import { listSorted } from '../../../daemon/links/order-queries.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { explain, indexesOf, wholeReads } from '../../fixtures/explain.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' } });
const { db } = daemon.context;
const workspace = await addWorkspace(db, 'scale');
const call = caller(daemon, workspace.key);
const url = 'https://example.com/Straße?a=1&b=ü';
const others = [url.toLowerCase(), url.replace('ß', 'ss'), `${url}2`, 'https://example.com/'];

const make = async (by: typeof call, links: object[]): Promise<string[]> =>
  (await by('POST', '/links/bulk', { links })).json.results.map(({ link }: Json) => link.id);
const search = (query: Record<string, string>) => call('GET', `/links?${new URLSearchParams(query)}`);
const idsOf = async (query: Record<string, string>) => (await search(query)).json.links.map(({ id }: Json) => id);

const twice = await make(call, [
  { url, tags: ['a'], title: 'first', slug: 'find-me' },
  { url, title: 'second' },
]);
const [first, second] = twice as [string, string];
const [archived] = (await make(call, [{ url, tags: ['a'] }])) as [string];
await call('PATCH', `/links/${archived}`, { archived: true });
await make(
  call,
  others.map((other) => ({ url: other, tags: ['a'] })),
);
await make(caller(daemon, (await addWorkspace(db, 'scale')).key), [{ url }]);

t.test("the API lists a workspace's links that have exactly the requested destination", async (t) => {
  for (const [query, expected] of [
    [{}, twice],
    [{ archived: 'true' }, [archived]],
    [{ archived: 'all' }, [first, second, archived]],
    [{ tag: 'a' }, [first]],
    [{ tag: 'a', archived: 'all' }, [first, archived]],
    [{ domain: 'localhost:8080' }, twice],
    [{ q: 'second' }, [second]],
    [{ q: 'find-me', archived: 'all' }, [first]],
    [{ q: 'localhost:8080/find-me' }, [first]],
    [{ url: others[3] as string, q: 'localhost:8080/find-me' }, []],
    [{ url: 'https://example.com/nothing' }, []],
  ] as [Record<string, string>, string[]][]) {
    for (const sort of sorts)
      t.same((await idsOf({ url, sort, ...query })).sort(), [...expected].sort(), JSON.stringify({ sort, ...query }));
    t.equal((await search({ url, ...query, count: 'true' })).json.total, expected.length, JSON.stringify(query));
  }
  for (const wrong of ['', 'x'.repeat(2_049)])
    t.match((await search({ url: wrong })).json.error, { code: 'validation_failed', details: { field: 'url' } });
});

t.test(
  'a page of links with one destination is read from the index of destinations, however many other links the workspace has',
  async (t) => {
    const filters = { workspaceId: workspace.id, archived: 'all', url } as const;
    for (const after of [undefined, { createdAt: new Date(), id: 1_000 }]) {
      const explained = await explain(db, (tables) => listPositions(tables, filters, { after }, { limit: 26 }));
      t.same([...new Set(indexesOf(explained))], ['k.links_by_url']);
      t.same(wholeReads(explained), []);
    }
    const order = { sort: 'clicks', order: 'desc' } as const;
    const sorted = await explain(db, (tables) => listSorted(tables, filters, order, { slice: {}, limit: 26 }));
    t.same([...new Set(indexesOf(sorted))], ['k.links_by_url', 'l.PRIMARY']);
    t.same(wholeReads(sorted), []);
  },
);

t.test('a page is complete while another transaction locks one of its links', async (t) => {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('links').set({ clicks: 1 }).where('public_id', '=', first).execute();
    for (const sort of sorts) t.same((await idsOf({ url, sort })).sort(), [...twice].sort(), sort);
  });
});

t.test('a link whose destination changes is found by the new destination', async (t) => {
  const [id] = (await make(call, [{ url: 'https://example.com/before' }])) as [string];
  await call('PATCH', `/links/${id}`, { url: 'https://example.com/after' });
  t.same(await idsOf({ url: 'https://example.com/before' }), []);
  t.same(await idsOf({ url: 'https://example.com/after' }), [id]);
  const { rows } = await sql<{ n: number }>`SELECT COUNT(*) AS n FROM links WHERE url_hash <> CRC32(url)`.execute(db);
  t.equal(Number(rows[0]?.n), 0);
});
