/** The analytics API: its answers, windows, limits and export, over clicks recorded like by the worker. */
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { sql } from 'kysely';
import type { Place } from '../../../daemon/clicks/core/click.ts';
import { mergeBlocks } from '../../../daemon/clicks/merge-blocks.ts';
import { dayMs, hourMs } from '../../../daemon/clicks/time.ts';
import { Choice } from '../../../daemon/redirect/core/visit.ts';
import { readPage } from '../../../daemon/stats/export-page.ts';
import { findLinkId } from '../../../daemon/stats/link-name-queries.ts';
import { agents, batchOf, clickOf, recordClicks } from '../../fixtures/clicks.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { log } from '../../fixtures/redirects.ts';
import { type Test, t } from '../../runner/tap.ts';

const now = new Date();
const recent = Math.floor(now.getTime() / hourMs) * hourMs - 2 * hourMs;

async function setUp(t: Test, plan: 'free' | 'team' = 'team') {
  const daemon = await startDaemon(t);
  const { db } = daemon.context;
  const workspace = await addWorkspace(db, plan);
  const call = caller(daemon, workspace.key);
  const link = (await call('POST', '/links', { url: 'https://example.com/', title: '=SUM(A1),"x"' })).json;
  const { id } = await db.selectFrom('links').select('id').where('public_id', '=', link.id).executeTakeFirstOrThrow();
  const record = async (clicks: ReturnType<typeof clickOf>[]) => recordClicks(db, log, batchOf(clicks), new Date());
  return { daemon, db, workspace, call, link, id, record };
}

t.test('the analytics of a link and of its workspace have totals, a zero-filled series and a breakdown', async (t) => {
  const { call, link, id, record } = await setUp(t);
  await record([
    clickOf(id, recent + 5, { visitor: 1, country: 'DE', referrer: 'www.t.co' }),
    clickOf(id, recent + 6, { visitor: 1, country: 'DE', qr: true, variant: 'größer' }),
    clickOf(id, recent + hourMs, { visitor: 2, userAgent: agents.iphone, language: 'de-AT', utm: 'news\n\nspät' }),
    clickOf(id, recent, { userAgent: agents.bot }),
    clickOf(id, recent, { userAgent: '' }),
  ]);
  const from = new Date(recent - hourMs).toISOString();
  const to = new Date(recent + 2 * hourMs).toISOString();
  const { status, json } = await call('GET', `/links/${link.id}/stats?from=${from}&to=${to}`);
  t.equal(status, 200);
  const zero = { clicks: 0, uniqueClicks: 0 };
  t.strictSame(json, {
    linkId: link.id,
    from,
    to,
    interval: 'hour',
    totals: {
      clicks: 3,
      uniqueClicks: 2,
      qrScans: 1,
      botClicks: 2,
      ownClicks: 0,
      lastClickAt: new Date(recent + hourMs).toISOString(),
    },
    timeseries: [
      { time: from, ...zero },
      { time: new Date(recent).toISOString(), clicks: 2, uniqueClicks: 1 },
      { time: new Date(recent + hourMs).toISOString(), clicks: 1, uniqueClicks: 1 },
    ],
    breakdown: {
      country: [
        { value: 'DE', clicks: 2, uniqueClicks: 1 },
        { value: 'Unknown', clicks: 1, uniqueClicks: 1 },
      ],
      device: [
        { value: 'desktop', clicks: 2, uniqueClicks: 1 },
        { value: 'mobile', clicks: 1, uniqueClicks: 1 },
      ],
      os: [
        { value: 'Windows', clicks: 2, uniqueClicks: 1 },
        { value: 'iOS', clicks: 1, uniqueClicks: 1 },
      ],
      browser: [
        { value: 'Chrome', clicks: 2, uniqueClicks: 1 },
        { value: 'Safari', clicks: 1, uniqueClicks: 1 },
      ],
      referrer: [
        { value: '(direct)', clicks: 2, uniqueClicks: 1 },
        { value: 't.co', clicks: 1, uniqueClicks: 1 },
      ],
      trigger: [
        { value: 'link', clicks: 2, uniqueClicks: 2 },
        { value: 'qr', clicks: 1, uniqueClicks: 0 },
      ],
      language: [
        { value: 'Unknown', clicks: 2, uniqueClicks: 1 },
        { value: 'de-at', clicks: 1, uniqueClicks: 1 },
      ],
      utmSource: [
        { value: '(none)', clicks: 2, uniqueClicks: 1 },
        { value: 'news', clicks: 1, uniqueClicks: 1 },
      ],
      utmMedium: [{ value: '(none)', clicks: 3, uniqueClicks: 2 }],
      utmCampaign: [
        { value: '(none)', clicks: 2, uniqueClicks: 1 },
        { value: 'spät', clicks: 1, uniqueClicks: 1 },
      ],
      variants: [{ value: 'größer', clicks: 1, uniqueClicks: 0 }],
    },
  });
  const whole = (await call('GET', `/stats?from=${from}&to=${to}`)).json;
  t.same(whole.totals, json.totals);
  t.strictSame(whole.topLinks, [
    { linkId: link.id, shortUrl: link.shortUrl, title: link.title, clicks: 3, uniqueClicks: 2 },
  ]);
  t.notOk('linkId' in whole);
});

t.test('without a window the last 30 days are returned by day', async (t) => {
  const { call, link } = await setUp(t);
  const { json } = await call('GET', `/links/${link.id}/stats`);
  t.equal(json.interval, 'day');
  t.ok([31, 32].includes(json.timeseries.length));
  t.equal(json.totals.lastClickAt, null);
});

t.test('the plan limits the window, and the answer gives the first counted day', async (t) => {
  const { call, link, id, record } = await setUp(t, 'free');
  await record([clickOf(id, now.getTime() - 40 * 24 * hourMs), clickOf(id, now.getTime() - 20 * 24 * hourMs)]);
  const { json } = await call('GET', `/links/${link.id}/stats?from=2020-01-01`);
  t.equal(json.totals.clicks, 1);
  const age = Date.now() - Date.parse(json.from);
  t.ok(age >= 30 * 24 * hourMs && age < 30 * 24 * hourMs + 2 * hourMs);
});

t.test('analytics and export of any window count the same clicks, and name the window they counted', async (t) => {
  const { call, id, record } = await setUp(t, 'team');
  const at = (hours: number) => recent + Math.round(hours * hourMs);
  await record(
    Array.from({ length: 200 }, (_, n) =>
      clickOf(id, at(-n / 4), { userAgent: n % 5 === 0 ? agents.bot : agents.chrome }),
    ),
  );
  const iso = (hours: number) => new Date(at(hours)).toISOString();
  for (const [from, to] of [
    [-5, -2],
    [-5.5, -2.25],
    [-5.5, -5.4],
    [-30.1, -3.9],
    [-60, 1_000],
    [-3, -1 / 3_600_000],
    [5, 9],
    [-30_000, -29_000],
  ] as const) {
    const query = new URLSearchParams({ from: iso(from), to: iso(to) });
    const { json } = await call('GET', `/stats?${query}`);
    const rows = parseCsv((await call('GET', `/stats/export?${query}`)).text).slice(1);
    const bots = rows.filter((row) => row[11] === 'true').length;
    t.same([json.totals.clicks, json.totals.botClicks], [rows.length - bots, bots], `${from} to ${to}`);
    const outside = rows.filter(([time = '']) => time < json.from || time >= json.to);
    t.same(outside, [], `${from} to ${to}: no row is outside of the reported window`);
    const again = await call('GET', `/stats?${new URLSearchParams({ from: json.from, to: json.to })}`);
    if (json.from !== json.to) t.same(again.json.totals, json.totals, `${from} to ${to}: asked as answered`);
  }
});

t.test('invalid analytics queries are refused', async (t) => {
  const { daemon, db, call, link } = await setUp(t, 'free');
  for (const [query, field] of [
    ['from=yesterday', 'from'],
    ['to=2026-02-30', 'to'],
    ['from=2026-05-02&to=2026-05-01', 'from'],
    ['interval=week', 'interval'],
  ]) {
    const { status, json } = await call('GET', `/stats?${query}`);
    t.equal(status, 422, `${query}`);
    t.equal(json.error.details.field, field);
  }
  t.equal((await call('GET', '/links/lnk_nobody/stats')).status, 404);
  const other = caller(daemon, (await addWorkspace(db, 'team')).key);
  t.equal((await other('GET', `/links/${link.id}/stats`)).status, 404, 'another workspace cannot see it');
  t.equal((await other('GET', `/stats/export?linkId=${link.id}`)).status, 404);
  t.equal((await call('GET', '/stats/export')).status, 402);
  const hourly = new URLSearchParams({ from: new Date(Date.now() - 40 * 24 * hourMs).toISOString(), interval: 'hour' });
  t.equal((await other('GET', `/stats?${hourly}`)).status, 422);
});

t.test(
  'more than a hundred values are returned as the top hundred and the rest, and still add up to the total',
  async (t) => {
    const { call, link, id, record } = await setUp(t);
    const clicks = Array.from({ length: 150 }, (_, n) => n).flatMap((n) =>
      Array.from({ length: n < 100 ? 2 : 1 }, () => clickOf(id, recent, { referrer: `site${n}.example` })),
    );
    await record(clicks);
    const { totals, breakdown } = (await call('GET', `/links/${link.id}/stats`)).json;
    t.equal(breakdown.referrer.length, 101);
    t.same(breakdown.referrer.at(-1), { value: '(other)', clicks: 50, uniqueClicks: 50 });
    const { variants: _, ...complete } = breakdown;
    for (const values of Object.values(complete) as { clicks: number }[][]) {
      t.equal(
        values.reduce((sum, { clicks }) => sum + clicks, 0),
        totals.clicks,
      );
    }
  },
);

/** An RFC 4180 parser that is independent of the writer. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const c = text[at] as string;
    if (quoted) {
      if (c !== '"') cell += c;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (c === '"' && cell === '') quoted = true;
    else if (c === ',' || (c === '\r' && text[at + 1] === '\n')) {
      record.push(cell);
      cell = '';
      if (c === ',') continue;
      at++;
      records.push(record);
      record = [];
    } else cell += c;
  }
  if (cell !== '' || record.length > 0) throw new Error('the last line is not ended');
  return records;
}

t.test('the export is CSV that a parser reads back, over many pages, including bots and deleted links', async (t) => {
  const { call, link, id, record } = await setUp(t);
  const formula = (await call('POST', '/links', { url: 'https://example.com/?q="a,b"&x=1', slug: 'second' })).json;
  await call('PATCH', `/links/${link.id}`, { slug: 'first' });
  await record(
    Array.from({ length: 4_500 }, (_, n) => clickOf(id, recent + (n % 3), { visitor: n + 1, country: 'DE' })),
  );
  await record([
    clickOf(id, recent + hourMs, {
      userAgent: agents.bot,
      qr: true,
      referrer: '=cmd',
      language: 'fr',
      utm: '\n=1+1\n',
      variant: 'B',
    }),
  ]);
  await call('DELETE', `/links/${link.id}`);
  const { status, headers, text } = await call('GET', '/stats/export');
  t.equal(status, 200);
  t.match(headers.get('content-type'), /^text\/csv/);
  const [head, ...rows] = parseCsv(text);
  t.same(
    head,
    'clickedAt,linkId,domain,slug,destination,country,device,os,browser,referrer,trigger,isBot,visitorId'.split(','),
  );
  t.equal(rows.length, 4_501);
  t.equal(new Set(rows.map((row) => row[12])).size, 4_501, 'no click is doubled');
  const [at, linkId, , slug, destination, country] = rows[0] as string[];
  t.same([at, linkId, slug, destination, country], [new Date(recent).toISOString(), link.id, 'first', link.url, 'DE']);
  t.same(rows.at(-1)?.slice(9, 12), ['Unknown', 'qr', 'true']);
  const all = parseCsv((await call('GET', '/stats/export?columns=all')).text);
  t.same(all[0], [...(head as string[]), 'language', 'utmSource', 'utmMedium', 'utmCampaign', 'variant']);
  t.same(all.at(-1), [...(rows.at(-1) as string[]), 'fr', '(none)', "'=1+1", '(none)', 'B']);
  const some = parseCsv((await call('GET', '/stats/export?columns=utmMedium,slug')).text);
  t.same(
    [some[0], some.at(-1)],
    [
      ['utmMedium', 'slug'],
      ["'=1+1", rows.at(-1)?.[3]],
    ],
  );
  for (const columns of ['', 'slug,', 'secret', 'slug,all']) {
    t.match(await call('GET', `/stats/export?columns=${columns}`), {
      status: 422,
      json: { error: { details: { field: 'columns' } } },
    });
  }
  t.equal(
    parseCsv((await call('GET', `/stats/export?linkId=${link.id}`)).text).length,
    4_502,
    'a deleted link by its id',
  );
  t.equal(parseCsv((await call('GET', `/stats/export?linkId=${formula.id}`)).text).length, 1);
});

t.test('the export names the destination that each visitor was sent to', async (t) => {
  const { db, call, workspace, record } = await setUp(t);
  const to = (what: string) => `https://example.com/${what}`;
  const body = {
    url: to('url'),
    expiredUrl: to('over'),
    notStartedUrl: to('soon'),
    iosUrl: 'myapp://ios',
    androidUrl: to('android'),
    geo: { DE: to('de'), FR: to('fr?a="b"') },
    variants: [
      { url: to('a'), weight: 1, name: 'a_b' },
      { url: to('b'), weight: 1, name: 'aXb' },
    ],
    rules: [
      { when: { os: 'iOS' }, url: to('rule') },
      {
        when: { os: 'Windows' },
        variants: [
          { url: to('c'), weight: 1, name: 'A_B' },
          { url: to('d'), weight: 1, name: '"ü|% .name' },
        ],
      },
    ],
  };
  const make = async () => {
    const { json } = await call('POST', '/links', body);
    return { publicId: json.id, id: (await findLinkId(db, workspace.id, json.id)) as number };
  };
  const links = [await make(), await make()];
  const expected = [
    [Choice.url, 'DE', to('url')],
    [Choice.expired, 'DE', to('over')],
    [Choice.notStarted, 'DE', to('soon')],
    [Choice.ios, '', 'myapp://ios'],
    [Choice.android, 'FR', to('android')],
    [Choice.country, 'FR', to('fr?a="b"')],
    [Choice.country, 'DE', to('de')],
    [Choice.rule, 'DE', ''],
    [Choice.variant, '', to('a'), 'a_b'],
    [Choice.variant, '', to('b'), 'aXb'],
    [Choice.variant, '', to('c'), 'A_B'],
    [Choice.variant, '', to('d'), '"ü|% .name'],
  ] as const;
  for (const { id } of links) {
    await record(
      expected.map(([choice, country, , variant = ''], n) =>
        clickOf(id, recent + n, { choice, country, variant, ...(n === 0 ? { userAgent: '' } : {}) }),
      ),
    );
  }
  const destinations = async (publicId: string) => {
    const { text } = await call('GET', `/stats/export?linkId=${publicId}`);
    return parseCsv(text)
      .slice(1)
      .map((row) => row[4]);
  };
  const all = expected.map(([, , destination]) => destination);
  const [kept, deleted] = links as [(typeof links)[0], (typeof links)[0]];
  t.same(await destinations(kept.publicId), all);
  await call('DELETE', `/links/${deleted.publicId}`);
  t.same(await destinations(deleted.publicId), all, 'of a link deleted since');
  await call('PATCH', `/links/${kept.publicId}`, { geo: { DE: to('de') }, iosUrl: null });
  const known = all.map((destination) =>
    destination === to('fr?a="b"') || destination === 'myapp://ios' ? '' : destination,
  );
  t.same(await destinations(kept.publicId), known, 'a removed destination is not invented');
  const { json } = await call('GET', `/links/${kept.publicId}/stats`);
  t.match(json.totals, { clicks: 11, botClicks: 1 }, 'counted as before');
});

t.test('a large export has each click once, in order, and late pages cost no more than early ones', async (t) => {
  const { daemon, db, workspace, id, record } = await setUp(t);
  const day = Math.floor(recent / dayMs);
  const start = Math.max(recent, day * dayMs) - day * dayMs;
  const clicks = 60_000;
  for (let from = 0; from < clicks; from += 3_000) {
    const some = Array.from({ length: 3_000 }, (_, n) => from + n);
    await record(some.map((n) => clickOf(id, day * dayMs + start + ((n * 7919) % clicks), { visitor: n })));
  }
  const readOf = async (after?: Place) => {
    const subject = { workspaceId: workspace.id, linkId: 0 };
    return db.connection().execute(async (one) => {
      await sql`FLUSH STATUS`.execute(one);
      const page = await readPage(one, subject, { day, fromMs: 0, toMs: dayMs }, { after, limit: 2_000 });
      const { rows } = await sql<{ Value: string }>`SHOW SESSION STATUS LIKE 'Handler_read_%'`.execute(one);
      return { page, read: rows.reduce((sum, { Value }) => sum + Number(Value), 0) };
    });
  };
  for (const after of [undefined, { linkId: id, ms: start + 40_000 }]) {
    const { page, read } = await readOf(after);
    t.ok(page.length >= 2_000 && page.length < 2_010, `${page.length} clicks`);
    t.ok(read < 5_000, `a page read ${read} rows`);
  }
  const headers = { authorization: `Bearer ${workspace.key}` };
  const download = async () => {
    const whole = await fetch(`${daemon.origin}/api/stats/export`, { headers });
    const visitors = new Set<string>();
    const outOfOrder: string[] = [];
    let previous = '';
    let count = -1;
    for await (const line of createInterface({ input: Readable.fromWeb(whole.body as NodeStream) })) {
      if (count++ < 0) continue;
      const [at = ''] = line.split(',');
      if (at < previous) outOfOrder.push(line);
      previous = at;
      visitors.add(line.split(',')[12] as string);
    }
    return { count, visitors: visitors.size, outOfOrder };
  };
  const expected = { count: clicks, visitors: clicks, outOfOrder: [] };
  t.same(await download(), expected);
  const [merged] = await Promise.all([download(), mergeBlocks(db, new Date(Date.now() + 2 * dayMs))]);
  t.same(merged, expected, 'while blocks are merged');
  t.same(await download(), expected, 'after blocks were merged');
});

t.test('cells that a spreadsheet would run are escaped', async (t) => {
  const { csvLine } = await import('../../../daemon/stats/csv.ts');
  const cells = ['=1+1', '+1', '-1', '@x', '\tx', '\rx', 'a"b', 'a,b', 'a\nb', "it's", ''];
  const [back] = parseCsv(csvLine(cells));
  t.same(back, ["'=1+1", "'+1", "'-1", "'@x", "'\tx", "'\rx", 'a"b', 'a,b', 'a\nb', "it's", '']);
});
