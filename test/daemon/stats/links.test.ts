/** The clicks of many links at once: equal to each link's own analytics, in the requested order. */

import { sql } from 'kysely';
import { dayMs, hourMs } from '../../../daemon/clicks/time.ts';
import { linksAStatement, listBuckets, listCountsOfLinks } from '../../../daemon/stats/link-counts-queries.ts';
import { findLinkId, findLinkIds } from '../../../daemon/stats/link-name-queries.ts';
import { agents, batchOf, clickOf, recordClicks, statsWindow } from '../../fixtures/clicks.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { explain, indexesOf, wholeReads } from '../../fixtures/explain.ts';
import { log } from '../../fixtures/redirects.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, {
  env: {
    PLANS_TEAM_REQUESTS_PER_MINUTE: '100000',
    PLANS_SCALE_REQUESTS_PER_MINUTE: '100000',
    PLANS_TEAM_RETENTION_DAYS: 'unlimited',
  },
});
const { db } = daemon.context;
const now = Date.now();
const url = 'https://example.com/';

async function makeLinks(plan: 'free' | 'team' | 'scale', count: number) {
  const workspace = await addWorkspace(db, plan);
  const call = caller(daemon, workspace.key);
  const { json } = await call('POST', '/links/bulk', { links: Array.from({ length: count }, () => ({ url })) });
  const ids: string[] = json.results.map(({ link }: Json) => link.id);
  const numbers = await findLinkIds(db, workspace.id, ids);
  return { workspace, call, ids, numbers: ids.map((id) => numbers.get(id) as number) };
}

t.test("each link's totals and series match its own analytics, in any window", async (t) => {
  const { call, ids, numbers } = await makeLinks('team', 12);
  const clicks = Array.from({ length: 400 }, (_, n) =>
    clickOf(numbers[(n * n) % 11] as number, now - ((n * 7_919) % (70 * 24)) * hourMs, {
      visitor: 1 + (n % 9),
      userAgent: n % 6 === 0 ? agents.bot : agents.chrome,
    }),
  );
  await recordClicks(db, log, batchOf(clicks), new Date());
  const iso = (ago: number) => new Date(now - ago).toISOString();
  const asked = [...ids].reverse();
  for (const window of [
    {},
    { from: iso(36 * hourMs) },
    { from: iso(60 * dayMs), to: iso(3 * dayMs) },
    { from: iso(25 * dayMs + 5 * hourMs), to: iso(2 * hourMs), interval: 'hour' },
    { from: iso(25 * dayMs + 5 * hourMs), to: iso(2 * hourMs), interval: 'day' },
    { from: iso(30 * hourMs), to: iso(20 * hourMs), interval: 'day' },
    { from: iso(-3 * hourMs), to: iso(-5 * dayMs) },
    { interval: 'day', timezone: 'Asia/Tokyo' },
    { from: iso(60 * dayMs).slice(0, 10), to: iso(3 * dayMs).slice(0, 10), timezone: 'America/New_York' },
    { from: iso(20 * dayMs), to: iso(2 * hourMs), interval: 'hour', timezone: 'Asia/Kolkata' },
    { from: '2020-01-01', timezone: 'Asia/Tokyo' },
  ] as Record<string, string>[]) {
    const query = new URLSearchParams(window).toString();
    const { status, json } = await call('GET', `/stats/links?ids=${asked.join(',')}&${query}`);
    t.equal(status, 200);
    t.same(
      json.links.map(({ id }: Json) => id),
      asked,
      'in the requested order',
    );
    for (const link of json.links) {
      const own = (await call('GET', `/links/${link.id}/stats?${query}`)).json;
      t.same([json.from, json.to, json.interval, json.timezone], [own.from, own.to, own.interval, own.timezone]);
      const { clicks, uniqueClicks, lastClickAt } = own.totals;
      t.strictSame(
        link,
        {
          ...{ id: link.id, clicks, uniqueClicks, lastClickAt },
          series: own.timeseries.map(({ time, clicks }: Json) => ({ start: time, clicks })),
        },
        query,
      );
    }
  }
});

t.test(
  "unknown, deleted and other workspaces' links are left out, and a link named twice is returned once",
  async (t) => {
    const { call, ids } = await makeLinks('team', 3);
    const others = await makeLinks('team', 1);
    await call('DELETE', `/links/${ids[1]}`);
    const answered = async (asked: string[]) =>
      (await call('GET', `/stats/links?ids=${encodeURIComponent(asked.join(','))}`)).json.links.map(
        ({ id }: Json) => id,
      );
    t.same(await answered([ids[2], ...others.ids, 'é', 'nothing', ids[1], ids[0], ids[2]] as string[]), [
      ids[2],
      ids[0],
    ]);
    t.same(await answered(['nothing']), []);
  },
);

t.test(
  'a request for no ids, more than 100 ids or an invalid window is refused, and the error names the field',
  async (t) => {
    const { call, ids } = await makeLinks('team', 1);
    for (const [query, field] of [
      ['', 'ids'],
      ['ids=', 'ids'],
      ['ids=%20,,', 'ids'],
      [`ids=${Array.from({ length: 101 }, (_, n) => `lnk_${n}`)}`, 'ids'],
      [`ids=${ids}&from=yesterday`, 'from'],
      [`ids=${ids}&from=2099-01-01`, 'from'],
      [`ids=${ids}&timezone=Asia/Atlantis`, 'timezone'],
      [`ids=${ids}&interval=week`, 'interval'],
      [`ids=${ids}&interval=hour&from=2026-01-01`, 'interval'],
    ] as [string, string][]) {
      const { status, json } = await call('GET', `/stats/links?${query}`);
      t.match([status, json.error], [422, { code: 'validation_failed', details: { field } }], query);
    }
    const free = await makeLinks('free', 1);
    const { json } = await free.call('GET', `/stats/links?ids=${free.ids}&from=2020-01-01`);
    t.ok(now - Date.parse(json.from) < 31 * dayMs, "as far back as the plan's retention");
  },
);

t.test('a window that is too long for the number of links is refused', async (t) => {
  const { call, ids } = await makeLinks('team', 8);
  const ask = (links: number, query: string) => call('GET', `/stats/links?ids=${ids.slice(0, links)}&${query}`);
  for (const [links, query] of [
    [8, 'from=1900-01-01'],
    [3, 'from=1900-01-01&timezone=Asia/Tokyo'],
  ] as const) {
    const { status, json } = await ask(links, query);
    t.match([status, json.error], [422, { code: 'validation_failed', details: { field: 'from' } }], query);
  }
  t.equal((await ask(1, 'from=1900-01-01')).status, 200);
  t.equal((await ask(8, 'from=1990-01-01')).status, 200);
});

/** Writes so many counts of another workspace that reading all of them would be the worse choice. */
async function fillCounts(): Promise<void> {
  const counts = {
    workspace_id: 4_000_000,
    clicks: 1,
    unique_clicks: 1,
    bot_clicks: 0,
    last_ms: 0,
    breakdown: Buffer.alloc(0),
  };
  const day = Math.floor(now / dayMs);
  for (let link = 1; link <= 40_000; link += 2_000) {
    const rows = Array.from({ length: 2_000 }, (_, n) => ({ ...counts, link_id: link + n }));
    await db
      .insertInto('click_days')
      .values(rows.map((row) => ({ ...row, day })))
      .execute();
    await db
      .insertInto('click_hours')
      .values(rows.map((row) => ({ ...row, hour: day * 24 })))
      .execute();
  }
  await sql`ANALYZE TABLE click_days, click_hours`.execute(db);
}

t.test("a hundred links over years are answered completely, by the counts' primary keys", async (t) => {
  const { call, ids, numbers, workspace } = await makeLinks('scale', 50);
  const more = await call('POST', '/links/bulk', { links: Array.from({ length: 50 }, () => ({ url })) });
  ids.push(...more.json.results.map(({ link }: Json) => link.id));
  numbers.push((await findLinkId(db, workspace.id, ids[99] as string)) as number);
  const clicks = [0, 400, 1_800].flatMap((days) =>
    [numbers[0], numbers[50]].map((id) => clickOf(id as number, now - days * dayMs)),
  );
  await recordClicks(db, log, batchOf(clicks), new Date());
  const { json } = await call('GET', `/stats/links?ids=${ids}&from=2020-01-01&interval=day`);
  t.equal(json.links.length, 100);
  t.same(json.links.map((link: Json) => link.clicks).filter(Boolean), [3, 3]);
  t.ok(json.links.every(({ series }: Json) => series.length >= 1_825));
  const month = statsWindow({}, 1_825, now);
  t.ok(linksAStatement(listBuckets(month)) >= 100, 'a usual page is one read');
  await fillCounts();
  for (const interval of ['day', 'hour'] as const) {
    const window = statsWindow({ from: new Date(now - 29 * dayMs).toISOString(), interval }, 1_825, now);
    const buckets = listBuckets(window);
    const some = numbers.slice(0, linksAStatement(buckets));
    const explained = await explain(db, (tables) => listCountsOfLinks(tables, workspace.id, some, buckets));
    t.equal(explained.length, 1);
    t.same(wholeReads(explained), []);
    t.ok(indexesOf(explained).every((index) => index.endsWith('.PRIMARY')));
  }
});
