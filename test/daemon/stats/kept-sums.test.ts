/** A group's cached sums equal a new look-up of its rows, despite clicks and tag changes in between. */
import { dayMs, hourMs } from '../../../daemon/clicks/time.ts';
import { addUpCounts, type Counts } from '../../../daemon/stats/core/queries.ts';
import { addUpGroup } from '../../../daemon/stats/group-counts.ts';
import { createKeptSums, linksBeyond } from '../../../daemon/stats/kept-sums.ts';
import { numbers } from '../../../shared/demo/chance.ts';
import { agents, batchOf, clickOf, recordClicks, statsWindow } from '../../fixtures/clicks.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { explain } from '../../fixtures/explain.ts';
import { log } from '../../fixtures/redirects.ts';
import { type Test, t } from '../../runner/tap.ts';

const today = Math.floor(Date.now() / dayMs) * dayMs;
const iso = (ms: number) => new Date(ms).toISOString();
const random = numbers(5);
const below = (most: number) => Math.floor(random() * most);
const pick = <T>(some: readonly T[]) => some[below(some.length)] as T;

const windowOf = (days: number, timezone?: string) =>
  statsWindow(
    { from: iso(today - days * dayMs - 5 * hourMs), to: iso(today - 7 * hourMs), ...(timezone ? { timezone } : {}) },
    400,
    Date.now(),
  );

/** Creates links with more hours and days than are looked up without caching. */
async function setUp(t: Test) {
  const daemon = await startDaemon(t);
  const { db } = daemon.context;
  const workspace = await addWorkspace(db, 'scale');
  const call = caller(daemon, workspace.key);
  const ids: number[] = [];
  for (let made = 0; made < 150; made += 50) {
    const links = Array.from({ length: 50 }, () => ({ url: 'https://example.com/' }));
    const { json } = await call('POST', '/links/bulk', { links });
    const publicIds = (json.results as { link: { id: string } }[]).map(({ link }) => link.id);
    const rows = await db.selectFrom('links').select('id').where('public_id', 'in', publicIds).execute();
    ids.push(...rows.map(({ id }) => id));
  }
  const click = () =>
    clickOf(pick(ids), today - 20 * dayMs + below(20 * dayMs), {
      country: pick(['DE', 'FR', '']),
      referrer: pick(['', 'a.example', 'b.example']),
      qr: random() < 0.2,
      visitor: below(50),
      ...(random() < 0.1 ? { userAgent: agents.bot } : {}),
    });
  const record = (count: number) => recordClicks(db, log, batchOf(Array.from({ length: count }, click)), new Date());
  return { db, workspaceId: workspace.id, ids: ids.sort((a, b) => a - b), record };
}

/** Makes counts comparable; some of them lack links without clicks. */
const shown = ({ byLink, breakdown, ...counts }: Counts) => ({
  ...counts,
  breakdown: breakdown.map((values) => [...values].sort(([a], [b]) => a - b)),
  byLink: [...byLink].sort(([a], [b]) => a - b),
});

t.test('counts of random groups, clicks and windows equal a look-up of every row', async (t) => {
  const { db, workspaceId, ids, record } = await setUp(t);
  const kept = createKeptSums(1 << 22);
  const group = { workspaceId, name: 'tag' };
  let members = new Set(ids.slice(0, 100));
  await record(800);
  for (let turn = 0; turn < 30; turn++) {
    const change = below(5);
    if (change === 0) await record(1 + below(60));
    if (change === 1) for (let added = below(6); added >= 0; added--) members.add(pick(ids));
    if (change === 2) members.delete(pick([...members]));
    if (change === 3) members = new Set(ids.filter(() => random() < 0.9));
    const linkIds = [...members].sort((a, b) => a - b);
    const window = windowOf(pick([18, 19, 21]), pick([undefined, 'Europe/Berlin', 'Asia/Kolkata']));
    const [found, expected] = [
      await addUpGroup(db, { ...group, linkIds }, window, { keptSums: kept }),
      await addUpCounts(db, { workspaceId, linkIds }, window),
    ];
    t.strictSame(shown(found), shown(expected), `turn ${turn}, change ${change}`);
    t.ok(expected.clicks > 0);
  }
});

t.test('a repeated query looks up only links that were clicked or tagged since the previous query', async (t) => {
  const { db, workspaceId, ids, record } = await setUp(t);
  const kept = createKeptSums(1 << 22);
  await record(800);
  const window = windowOf(18);
  const ask = (linkIds: number[], name = 'tag') =>
    explain(db, (tables) => addUpGroup(tables, { workspaceId, linkIds, name }, window, { keptSums: kept }));
  const rowsRead = async (...asked: Parameters<typeof ask>) =>
    (await ask(...asked)).filter(({ statement }) => statement.includes('`breakdown`')).length;
  const most = ids.slice(0, 140);
  t.ok((await rowsRead(most)) > 2);
  t.equal(await rowsRead(most), 0, 'nothing changed');
  t.equal(await rowsRead(ids), 2, 'the added links are looked up, once in days and once in hours');
  t.equal(await rowsRead(ids), 0);
  await recordClicks(db, log, batchOf([clickOf(ids[0] as number, today - 3 * dayMs)]), new Date());
  t.equal(await rowsRead(ids), 1, 'the day on which there was a click');
  t.ok((await rowsRead(most)) > 2, 'without one of its links all of the group is read');
  t.ok((await rowsRead(most, 'another tag')) > 2);
  const other = await addWorkspace(db, 'scale');
  const foreign = { workspaceId: other.id, linkIds: most, name: 'tag' };
  t.equal(
    (await addUpGroup(db, foreign, window, { keptSums: kept })).clicks,
    0,
    "another workspace's tag has none of it",
  );
});

t.test("concurrent queries over different links do not change each other's answers", async (t) => {
  const { db, workspaceId, ids, record } = await setUp(t);
  const kept = createKeptSums(1 << 22);
  await record(500);
  const window = windowOf(18);
  const some = ids.slice(0, 130);
  const count = (linkIds: number[]) =>
    addUpGroup(db, { workspaceId, linkIds, name: 'tag' }, window, { keptSums: kept });
  await count(some);
  const answers = await Promise.all([count(ids), count(some), count(ids), count(ids.slice(0, 140))]);
  const expected = async (linkIds: number[]) => (await addUpCounts(db, { workspaceId, linkIds }, window)).clicks;
  const [ofAll, ofSome, ofMore] = [await expected(ids), await expected(some), await expected(ids.slice(0, 140))];
  t.same(
    answers.map(({ clicks }) => clicks),
    [ofAll, ofSome, ofAll, ofMore],
  );
});

t.test('the cache has a size limit, and drops the least recently used entries', async (t) => {
  const sums = {
    clicks: 1,
    uniqueClicks: 1,
    botClicks: 0,
    ownClicks: 0,
    lastMs: 1,
    values: [new Float64Array(0)],
    ofLinks: new Uint32Array(2_500),
  };
  const one = { state: '1 0', links: new Uint32Array(0), sums };
  const kept = createKeptSums(40_000);
  for (const key of ['a', 'b', 'c']) kept.keep(key, one);
  t.ok(kept.find('a'));
  kept.keep('d', one);
  t.same(
    ['a', 'b', 'c', 'd'].map((key) => kept.find(key) !== undefined),
    [true, false, true, true],
  );
  kept.keep('large', { ...one, links: new Uint32Array(20_000) });
  t.notOk(kept.find('large'), 'an entry larger than the whole cache is not stored');
});

t.test('a group that contains another group reads only the links it adds', async (t) => {
  const beyond = (links: number[], others: number[]) => linksBeyond(Uint32Array.from(links), Uint32Array.from(others));
  t.same(beyond([1, 2, 3], [1, 2, 3]), []);
  t.same(beyond([1, 2, 3], []), [1, 2, 3]);
  t.same(beyond([1, 2, 3, 9], [2, 9]), [1, 3]);
  t.equal(beyond([1, 2, 3], [2, 4]), undefined);
  t.equal(beyond([], [1]), undefined);
});
