/** The sort orders of a tag's links: the copies in its rows equal the links once they have caught up, after any changes. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { retainClicks } from '../../../daemon/clicks/retain-clicks.ts';
import { dayMs } from '../../../daemon/clicks/time.ts';
import { followClicks } from '../../../daemon/tags/follow-clicks.ts';
import { startFollowingClicks } from '../../../daemon/workers/follow-clicks.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { ifAlone } from '../../../shared/db/if-alone.ts';
import { batchOf, clickOf, recordClicks } from '../../fixtures/clicks.ts';
import { addWorkspace, type Call, caller, startDaemon } from '../../fixtures/daemon.ts';
import { log } from '../../fixtures/redirects.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_SCALE_REQUESTS_PER_MINUTE: '1000000' } });
const { db } = daemon.context;
const now = new Date();
const never = new AbortController().signal;
const url = 'https://example.com/';

async function newLinks(count: number, tags: string[]) {
  const workspace = await addWorkspace(db, 'scale');
  const call = caller(daemon, workspace.key);
  const publicIds: string[] = [];
  for (let n = 0; n < count; n++)
    publicIds.push((await call('POST', '/links', { url, title: `link ${n}`, tags })).json.id);
  const rows = await db.selectFrom('links').select(['id', 'public_id']).where('public_id', 'in', publicIds).execute();
  const numbers = new Map(rows.map(({ id, public_id }) => [public_id, id]));
  return { call, publicIds, ids: publicIds.map((id) => numbers.get(id) as number) };
}

const click = (ids: number[], at = now.getTime()) =>
  recordClicks(db, log, batchOf(ids.map((id, n) => clickOf(id, at + n))), now);

async function followAll(): Promise<void> {
  while (await followClicks(db, never));
}

/** Rows of tags that differ from their links. */
async function countUnlike(): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT COUNT(*) AS n FROM link_tags AS k JOIN links AS l ON l.id = k.link_id
    WHERE NOT (k.clicks <=> l.clicks AND k.last_click_at <=> l.last_click_at AND k.title <=> l.title
      AND k.archived = l.archived AND k.created_at = l.created_at)`.execute(db);
  return Number(rows[0]?.n);
}

const listed = async (call: Call, query: string): Promise<string[]> =>
  (await call('GET', `/links?tag=a&${query}`)).json.links.map(({ id }: { id: string }) => id);

t.test("a tag's links are sorted by clicks once the tag's copies of the click totals are up to date", async (t) => {
  const { call, publicIds, ids } = await newLinks(3, ['a', 'b']);
  const [first, second, third] = publicIds as [string, string, string];
  await click([ids[1], ids[1], ids[0]] as number[]);
  await followAll();
  t.same(await listed(call, 'sort=clicks'), [second, first, third]);
  t.same(await listed(call, 'sort=lastClickAt'), [first, second, third]);
  await click([ids[2], ids[2], ids[2]] as number[], now.getTime() + 1_000);
  await followAll();
  t.same(await listed(call, 'sort=clicks'), [third, second, first]);
  t.same(await listed(call, 'sort=lastClickAt'), [third, first, second]);
  t.same(await db.selectFrom('clicked_links').selectAll().execute(), [], 'no record is kept');
});

t.test("changes to a link's title, tags and archived state take effect in sorted lists immediately", async (t) => {
  const { call, publicIds, ids } = await newLinks(3, ['a']);
  const [first, second, third] = publicIds as [string, string, string];
  t.same(await listed(call, 'sort=title&order=asc'), [first, second, third]);
  await call('PATCH', `/links/${first}`, { title: 'z' });
  t.same(await listed(call, 'sort=title&order=asc'), [second, third, first]);
  await call('PATCH', `/links/${second}`, { title: null });
  t.same(await listed(call, 'sort=title&order=asc'), [third, first, second]);
  await call('PATCH', `/links/${third}`, { archived: true });
  t.same(await listed(call, 'sort=title&order=asc'), [first, second]);
  await call('PATCH', `/links/${first}`, { tags: [] });
  await click([ids[0] as number]);
  await call('PATCH', `/links/${first}`, { tags: ['b', 'a'], title: 'y' });
  t.equal((await listed(call, 'sort=clicks'))[0], first, 'with the clicks it has');
  await followAll();
  t.equal(await countUnlike(), 0);
});

t.test('after any changes to links, applied to their tags in any order, the tags agree with the links', async (t) => {
  const { call, publicIds, ids } = await newLinks(6, ['a']);
  const place = fc.nat({ max: ids.length - 1 });
  const step = fc.oneof(
    fc.record({ click: fc.array(place, { minLength: 1, maxLength: 5 }), daysAgo: fc.constantFrom(0, 1, 2_000) }),
    fc.record({ patch: place, tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')) }),
    fc.record({ patch: place, title: fc.constantFrom(null, 'x', 'y') }),
    fc.record({ patch: place, archived: fc.boolean() }),
    fc.constant('follow' as const),
    fc.constant('forget' as const),
  );
  const take = async (each: typeof step extends fc.Arbitrary<infer Step> ? Step : never) => {
    if (each === 'follow') return followAll();
    if (each === 'forget') return ifAlone(db, 'retain-clicks', () => retainClicks(db, readConfig({}), now));
    if ('click' in each) {
      const at = now.getTime() - each.daysAgo * dayMs;
      return click(
        each.click.map((n) => ids[n] as number),
        at,
      );
    }
    const { patch, ...body } = each;
    const { status } = await call('PATCH', `/links/${publicIds[patch]}`, body);
    t.equal(status, 200);
  };
  for (const steps of fc.sample(fc.array(step, { minLength: 6, maxLength: 16 }), 12)) {
    for (let from = 0; from < steps.length; from += 4) await Promise.all(steps.slice(from, from + 4).map(take));
    await followAll();
    t.equal(await countUnlike(), 0, JSON.stringify(steps));
  }
});

t.test('a worker that is stopped midway leaves its work to the next worker', async (t) => {
  const { ids } = await newLinks(2, ['a']);
  await click(ids);
  const stopped = AbortSignal.abort(new Error('stopped'));
  await t.rejects(followClicks(db, stopped), { message: 'stopped' });
  t.not(await countUnlike(), 0);
  const worker = startFollowingClicks({ db, log }, 10);
  for (let tries = 0; tries < 500 && (await countUnlike()) > 0; tries++) await new Promise((go) => setTimeout(go, 20));
  await worker.close();
  t.equal(await countUnlike(), 0);
});
