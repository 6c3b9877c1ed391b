/** Analytics of a tag's or a domain's links, of a time zone's days, and next to the previous window. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { dayMs, hourMs } from '../../../daemon/clicks/time.ts';
import { addUpCounts } from '../../../daemon/stats/core/queries.ts';
import { findLinkGroup } from '../../../daemon/stats/link-groups.ts';
import { agents, batchOf, clickOf, recordClicks, statsWindow } from '../../fixtures/clicks.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { explain, indexesOf, wholeReads } from '../../fixtures/explain.ts';
import { log } from '../../fixtures/redirects.ts';
import { type Test, t } from '../../runner/tap.ts';

const today = Math.floor(Date.now() / dayMs) * dayMs;
const iso = (ms: number) => new Date(ms).toISOString();

async function setUp(t: Test, plan: 'free' | 'scale' = 'scale') {
  const daemon = await startDaemon(t);
  const { db, config } = daemon.context;
  const workspace = await addWorkspace(db, plan);
  const call = caller(daemon, workspace.key);
  const addDomain = async (hostname: string) => {
    const { json } = await call('POST', '/domains', { hostname });
    await db.updateTable('domains').set({ status: 'verified' }).where('public_id', '=', json.id).execute();
  };
  const addLink = async (body: Json = {}) => {
    const { json, status } = await call('POST', '/links', { url: 'https://example.com/', ...body });
    if (status !== 201) throw new Error(JSON.stringify(json));
    const row = await db.selectFrom('links').select('id').where('public_id', '=', json.id).executeTakeFirstOrThrow();
    return { id: row.id, publicId: json.id as string };
  };
  const record = (clicks: ReturnType<typeof clickOf>[]) => recordClicks(db, log, batchOf(clicks), new Date());
  const ask = async (query: Record<string, string>, path = '/stats') =>
    call('GET', `${path}?${new URLSearchParams(query)}`);
  return { daemon, db, config, workspace, call, addDomain, addLink, record, ask };
}

t.test('a tag or a domain adds up its links, including deleted links of a custom domain', async (t) => {
  const { daemon, db, call, addDomain, addLink, record, ask } = await setUp(t);
  await addDomain('go.shop.example');
  const onDefault = await addLink({ tags: ['spring', 'Spring'] });
  const onShop = await addLink({ domain: 'go.shop.example', tags: ['spring'] });
  const untagged = await addLink({ domain: 'go.shop.example' });
  const gone = await addLink({ domain: 'go.shop.example', tags: ['spring'] });
  const goneDefault = await addLink();
  const other = await addWorkspace(db, 'scale');
  await caller(daemon, other.key)('POST', '/links', { url: 'https://example.com/', tags: ['spring'] });
  const at = today - 3 * hourMs;
  await record([
    ...Array.from({ length: 1 }, () => clickOf(onDefault.id, at, { country: 'DE' })),
    ...Array.from({ length: 2 }, () => clickOf(onShop.id, at, { country: 'FR', qr: true })),
    ...Array.from({ length: 4 }, () => clickOf(untagged.id, at - dayMs)),
    ...Array.from({ length: 8 }, () => clickOf(gone.id, at)),
    ...Array.from({ length: 16 }, () => clickOf(goneDefault.id, at)),
    clickOf(onShop.id, at, { userAgent: agents.bot }),
  ]);
  await call('DELETE', `/links/${gone.publicId}`);
  await call('DELETE', `/links/${goneDefault.publicId}`);
  await call('PATCH', `/links/${onShop.publicId}`, { archived: true });
  const window = { from: iso(today - 3 * dayMs), to: iso(today) };
  for (const [filter, clicks, links] of [
    [{}, 31, 5],
    [{ tag: 'spring' }, 3, 2],
    [{ tag: 'Spring' }, 1, 1],
    [{ tag: 'autumn' }, 0, 0],
    [{ domain: 'go.shop.example' }, 14, 3],
    [{ domain: 'GO.shop.example' }, 14, 3],
    [{ domain: 'localhost:8080' }, 17, 2],
    [{ domain: 'else.example' }, 0, 0],
    [{ tag: 'spring', domain: 'go.shop.example' }, 2, 1],
    [{ tag: 'spring', domain: 'localhost:8080' }, 1, 1],
    [{ tag: 'spring', domain: 'else.example' }, 0, 0],
  ] as const) {
    const { status, json } = await ask({ ...window, ...filter });
    t.equal(status, 200);
    const name = JSON.stringify(filter);
    t.equal(json.totals.clicks, clicks, name);
    t.equal(json.topLinks.length, links, name);
    const { variants: _, ...complete } = json.breakdown;
    for (const values of Object.values(complete) as { clicks: number }[][]) {
      t.equal(
        values.reduce((sum, value) => sum + value.clicks, 0),
        clicks,
        name,
      );
    }
  }
  const { json } = await ask({ ...window, tag: 'spring' });
  t.match(json.totals, { uniqueClicks: 3, qrScans: 2, botClicks: 1, lastClickAt: iso(at) });
  t.same(
    json.topLinks.map(({ linkId, clicks }: Json) => [linkId, clicks]),
    [
      [onShop.publicId, 2],
      [onDefault.publicId, 1],
    ],
  );
  t.same(
    json.timeseries.map(({ clicks }: Json) => clicks),
    [0, 0, 3],
  );
});

t.test(
  'many links are added up by look-ups, up to a limit; beyond it the answer explains what to request',
  async (t) => {
    const { db, config, workspace, addLink, ask } = await setUp(t);
    const first = await addLink({ tags: ['many'] });
    const { tag_id } = await db
      .selectFrom('link_tags')
      .selectAll()
      .where('link_id', '=', first.id)
      .executeTakeFirstOrThrow();
    const row = await db.selectFrom('links').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow();
    const { id: _, url_hash: __, ...fields } = row as typeof row & { url_hash: unknown };
    const names = Array.from({ length: 2_500 }, () => randomBytes(8).toString('hex'));
    const rows = names.map((slug) => ({ ...fields, slug, public_id: `lnk_${slug}` }));
    for (let at = 0; at < rows.length; at += 500)
      await db
        .insertInto('links')
        .values(rows.slice(at, at + 500))
        .execute();
    await sql`INSERT INTO link_tags (link_id, tag_id, position, archived, created_at)
    SELECT id, ${tag_id}, 0, archived, created_at FROM links WHERE workspace_id = ${workspace.id} AND id > ${first.id}`.execute(
      db,
    );
    await sql`INSERT INTO click_days (workspace_id, day, link_id, clicks, unique_clicks, bot_clicks, last_ms, breakdown)
    SELECT ${workspace.id}, day, id, 2, 1, 0, 5, '' FROM links
    JOIN (SELECT ${today / dayMs - 1} AS day UNION ALL SELECT ${today / dayMs - 2}) AS days
    WHERE workspace_id = ${workspace.id}`.execute(db);
    await sql`INSERT INTO click_days SELECT workspace_id, day, 0, SUM(clicks), SUM(unique_clicks), 0, 0, 5, '' FROM click_days
    WHERE workspace_id = ${workspace.id} GROUP BY workspace_id, day`.execute(db);
    await sql`ANALYZE TABLE click_days`.execute(db);
    const { json } = await ask({ tag: 'many', from: iso(today - 2 * dayMs), to: iso(today) });
    t.same([json.totals.clicks, json.totals.uniqueClicks], [2 * 2 * 2_501, 2 * 2_501]);
    t.equal(json.topLinks.length, 10);

    const window = statsWindow({ from: iso(today - 2 * dayMs), to: iso(today), interval: 'day' }, 30, Date.now());
    const explained = await explain(db, async (tables) =>
      addUpCounts(
        tables,
        await findLinkGroup({ db: tables, config }, { workspaceId: workspace.id }, { tag: 'many' }, [window]),
        window,
      ),
    );
    t.same(wholeReads(explained).length, 0);
    const counts = explained.filter(({ statement }) => statement.includes('click_days'));
    t.equal(counts.length, 6, 'at most 900 look-ups each');
    t.same([...new Set(indexesOf(counts).map((one) => one.split('.')[1]))], ['PRIMARY']);

    const long = { from: iso(today - 400 * dayMs), to: iso(today) };
    const refused = await ask({ tag: 'many', ...long });
    t.equal(refused.status, 422);
    t.equal(refused.json.error.details.field, 'tag');
    t.match(refused.json.error.message, /more than 1500 links.*shorter/);
    t.equal((await ask({ domain: 'localhost:8080', ...long })).json.error.details.field, 'domain');
    t.equal((await ask({ tag: 'few', ...long })).status, 200);
  },
);

t.test("analytics in a time zone count clicks by the zone's days, and exports use the zone's times", async (t) => {
  const { call, addLink, record, ask } = await setUp(t);
  const { id, publicId } = await addLink();
  // Both clock changes in Berlin; the second gives a day of 25 hours.
  const [summer, winter] = [Date.parse('2026-03-29T00:00:00+01:00'), Date.parse('2026-10-25T00:00:00+02:00')];
  await record([
    clickOf(id, summer - 1),
    clickOf(id, summer),
    clickOf(id, summer + 23 * hourMs - 1),
    clickOf(id, summer + 23 * hourMs),
    clickOf(id, winter),
    clickOf(id, winter + 25 * hourMs - 1),
    clickOf(id, winter + 25 * hourMs),
  ]);
  const timezone = 'Europe/Berlin';
  const seriesOf = async (from: string, to: string, more: Record<string, string> = {}) => {
    const { json } = await ask({ from, to, timezone, ...more }, `/links/${publicId}/stats`);
    t.equal(json.timezone, timezone);
    return json.timeseries.map(({ time, clicks }: Json) => [time, clicks]);
  };
  t.same(await seriesOf('2026-03-28', '2026-03-30'), [
    ['2026-03-28T00:00:00.000+01:00', 1],
    ['2026-03-29T00:00:00.000+01:00', 2],
    ['2026-03-30T00:00:00.000+02:00', 1],
  ]);
  t.same(await seriesOf('2026-10-25', '2026-10-26', { interval: 'day' }), [
    ['2026-10-25T00:00:00.000+02:00', 2],
    ['2026-10-26T00:00:00.000+01:00', 1],
  ]);
  const hours = await seriesOf('2026-10-25', '2026-10-25');
  t.equal(hours.length, 25, 'each hour of the long day');
  t.same(hours.slice(2, 4), [
    ['2026-10-25T02:00:00.000+02:00', 0],
    ['2026-10-25T02:00:00.000+01:00', 0],
  ]);
  const whole = await ask({ from: '2026-03-28', to: '2026-03-30', timezone });
  t.same([whole.json.from, whole.json.to], ['2026-03-27T23:00:00.000Z', '2026-03-30T22:00:00.000Z']);
  t.equal(whole.json.totals.clicks, 4);
  const { text } = await ask({ from: '2026-10-25', to: '2026-10-25', timezone }, '/stats/export');
  t.same(
    text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]),
    ['2026-10-25T00:00:00.000+02:00', '2026-10-25T23:59:59.999+01:00'],
  );
  for (const path of ['/stats', `/links/${publicId}/stats`, '/stats/export']) {
    const { status, json } = await ask({ timezone: 'Europe/Atlantis' }, path);
    t.equal(status, 422);
    t.equal(json.error.details.field, 'timezone', path);
  }
  t.notOk('timezone' in (await call('GET', '/stats')).json);
});

t.test(
  'the previous window is returned beside the requested one, with totals and series of the same shape',
  async (t) => {
    const { addLink, record, ask } = await setUp(t);
    const { id, publicId } = await addLink({ tags: ['a'] });
    const at = today - 2 * dayMs;
    await record([
      ...Array.from({ length: 3 }, (_, n) => clickOf(id, at + n, { visitor: 1 + n, country: 'DE' })),
      ...Array.from({ length: 5 }, (_, n) => clickOf(id, at - dayMs - n - 1, { visitor: n % 2, qr: n === 0 })),
      clickOf(id, at - 2 * dayMs - 1),
    ]);
    const window = { from: iso(at), to: iso(at + dayMs), interval: 'day', compare: 'previous' };
    const longer = { ...window, to: iso(at + 2 * dayMs) };
    for (const [path, more] of [
      ['/stats', {}],
      ['/stats', { tag: 'a' }],
      [`/links/${publicId}/stats`, {}],
    ] as const) {
      const { json } = await ask({ ...longer, ...more }, path);
      t.same(json.totals.clicks, 3, path);
      t.strictSame(json.previous, {
        from: iso(at - 2 * dayMs),
        to: iso(at),
        totals: {
          clicks: 5,
          uniqueClicks: 2,
          qrScans: 1,
          botClicks: 0,
          ownClicks: 0,
          lastClickAt: iso(at - dayMs - 1),
        },
        timeseries: [
          { time: iso(at - 2 * dayMs), clicks: 5, uniqueClicks: 2 },
          { time: iso(at - dayMs), clicks: 0, uniqueClicks: 0 },
        ],
      });
    }
    const { json } = await ask({ from: iso(at), to: iso(at + dayMs), interval: 'day' });
    t.notOk('previous' in json);
    const refused = await ask({ compare: 'next' });
    t.same([refused.status, refused.json.error.details.field], [422, 'compare']);
    const free = await setUp(t, 'free');
    const none = (await free.ask({ compare: 'previous' })).json.previous;
    t.equal(none.from, none.to, "nothing beyond the plan's retention");
    t.same(none.timeseries, []);
  },
);
