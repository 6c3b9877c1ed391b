/** Filters by breakdown values, answered from the clicks themselves: equal to a naive count, limited, and cancelled in time. */
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { RecordedClick } from '../../../daemon/clicks/bytes/record.ts';
import type { DimensionName } from '../../../daemon/clicks/core/dimensions.ts';
import { mergeBlocks } from '../../../daemon/clicks/merge-blocks.ts';
import { dayMs, dayOf, hourMs } from '../../../daemon/clicks/time.ts';
import { openClickScanner } from '../../../daemon/stats/scan/click-scanner.ts';
import {
  agents,
  batchOf,
  clickOf,
  clicksWith,
  dimensionOf,
  namesOfValues,
  recordClicks,
} from '../../fixtures/clicks.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { log } from '../../fixtures/redirects.ts';
import { type Test, t } from '../../runner/tap.ts';

const today = Math.floor(Date.now() / dayMs) * dayMs;
const iso = (ms: number) => new Date(ms).toISOString();
const window = { from: iso(today - 3 * dayMs), to: iso(today), interval: 'day' };

async function setUp(t: Test) {
  const daemon = await startDaemon(t);
  const { db } = daemon.context;
  const workspace = await addWorkspace(db, 'scale');
  const call = caller(daemon, workspace.key);
  const addLink = async (body: Json = {}) => {
    const { json } = await call('POST', '/links', { url: 'https://example.com/', ...body });
    const row = await db.selectFrom('links').select('id').where('public_id', '=', json.id).executeTakeFirstOrThrow();
    return { id: row.id, publicId: json.id as string };
  };
  const record = (clicks: RecordedClick[]) => recordClicks(db, log, batchOf(clicks), new Date());
  const ask = (query: Record<string, string>, path = '/stats') => call('GET', `${path}?${new URLSearchParams(query)}`);
  return { daemon, db, workspace, addLink, record, ask };
}

const clickAmong = (links: number[]) =>
  clicksWith({
    linkId: fc.constantFrom(...links),
    at: fc.integer({ min: today - 3 * dayMs, max: today - 1 }),
    qr: fc.boolean(),
    country: fc.constantFrom('', 'DE', 'US'),
    visitor: fc.integer({ min: 1, max: 40 }),
    userAgent: fc.constantFrom(agents.chrome, agents.iphone, agents.firefox, agents.bot),
    referrer: fc.constantFrom('', 't.co', 'news.example.org'),
    language: fc.constantFrom('', 'de-at', 'en'),
    utm: fc.constantFrom('', 'news\n\nspät', 'ads\n\n'),
    variant: fc.constantFrom('', 'A', 'spät'),
  });

const questions: { [name in DimensionName]?: string }[] = [
  { country: 'DE' },
  { country: 'DE', referrer: 'news.example.org' },
  { country: 'Unknown', referrer: '(direct)', device: 'desktop' },
  { trigger: 'qr', browser: 'Safari' },
  { language: 'de-at', utmSource: 'news' },
  { utmCampaign: 'spät', utmSource: 'news', country: 'US' },
  { utmSource: '(none)', language: 'Unknown' },
  { utmSource: 'ads', utmCampaign: 'spät' },
  { variant: 'spät', country: 'DE' },
  { variant: 'B' },
];

t.test('filters match a naive count of the same clicks, however they are stored', async (t) => {
  const { db, addLink, record, ask } = await setUp(t);
  const links = [await addLink({ tags: ['a'] }), await addLink({ tags: ['a'] }), await addLink()];
  const all = fc.sample(clickAmong(links.map(({ id }) => id)), 1_500);
  // In sequence, so that a visitor's first stored click is their first one.
  all.sort((a, b) => a.at - b.at);
  for (let at = 0; at < all.length; at += 150) await record(all.slice(at, at + 150));

  async function check(name: string): Promise<void> {
    const unfiltered = (await ask(window)).json;
    for (const question of questions) {
      const matches = (click: RecordedClick) =>
        Object.entries(question).every(([field, value]) => namesOfValues[field as DimensionName](click) === value);
      const said = `${name}: ${JSON.stringify(question)}`;
      const { status, json } = await ask({ ...window, ...question });
      t.equal(status, 200, said);
      const found = all.filter(matches);
      const people = found.filter(({ userAgent }) => userAgent !== agents.bot);
      t.match(
        json.totals,
        {
          clicks: people.length,
          qrScans: people.filter(({ qr }) => qr).length,
          botClicks: found.length - people.length,
          lastClickAt: people.length === 0 ? null : iso(Math.max(...people.map(({ at }) => at))),
        },
        said,
      );
      const ofDay = (ms: number) => people.filter(({ at }) => at >= ms && at < ms + dayMs).length;
      t.same(
        json.timeseries.map(({ clicks }: Json) => clicks),
        [3, 2, 1].map((ago) => ofDay(today - ago * dayMs)),
      );
      for (const [name, values] of Object.entries(json.breakdown) as [string, Json[]][]) {
        const dimension = dimensionOf(name);
        const sum = values.reduce((clicks, value) => clicks + value.clicks, 0);
        const having = people.filter((click) => namesOfValues[dimension](click) !== '');
        t.equal(sum, having.length, `${said}: ${dimension}`);
        for (const { value, clicks } of values) {
          t.equal(
            clicks,
            people.filter((click) => namesOfValues[dimension](click) === value).length,
            `${said}: ${value}`,
          );
        }
      }
      const byLink = links.map(({ id, publicId }) => [publicId, people.filter(({ linkId }) => linkId === id).length]);
      t.same(
        new Map(json.topLinks.map(({ linkId, clicks }: Json) => [linkId, clicks])),
        new Map(byLink.filter(([, clicks]) => clicks !== 0) as [string, number][]),
        said,
      );
      const [field, value] = Object.entries(question)[0] as [string, string];
      const kept = unfiltered.breakdown[field === 'variant' ? 'variants' : field].find(
        (one: Json) => one.value === value,
      );
      const alone = (await ask({ ...window, [field]: value })).json.totals;
      t.same([alone.clicks, alone.uniqueClicks], [kept?.clicks ?? 0, kept?.uniqueClicks ?? 0], 'as the breakdown says');
    }
  }
  await check('as stored');
  await mergeBlocks(db, new Date(today + dayMs));
  await check('merged');
});

t.test('filters apply within a link, a tag, a time zone, and to the previous window', async (t) => {
  const { addLink, record, ask } = await setUp(t);
  const [one, other] = [await addLink({ tags: ['a'] }), await addLink()];
  const at = today - dayMs - hourMs / 2;
  await record([
    clickOf(one.id, at, { country: 'DE' }),
    clickOf(one.id, at, { country: 'FR' }),
    clickOf(other.id, at, { country: 'DE' }),
    clickOf(other.id, at - 2 * dayMs, { country: 'DE' }),
  ]);
  const question = { ...window, country: 'DE' };
  t.equal((await ask(question, `/links/${one.publicId}/stats`)).json.totals.clicks, 1);
  t.equal((await ask({ ...question, tag: 'a' })).json.totals.clicks, 1);
  t.equal((await ask({ ...question, tag: 'b' })).json.totals.clicks, 0);
  const day = { from: iso(today - 2 * dayMs), to: iso(today - dayMs), interval: 'day', country: 'DE' };
  t.same(
    (await ask({ ...day, timezone: 'Etc/GMT-1' })).json.timeseries.map(({ clicks }: Json) => clicks),
    [0, 2],
    'half an hour before midnight is the next day an hour further east',
  );
  const { json } = await ask({ ...day, from: iso(today - dayMs - dayMs), compare: 'previous' });
  t.same([json.totals.clicks, json.previous.totals.clicks, json.previous.timeseries.length], [2, 0, 1]);
  t.equal((await ask({ ...day, from: iso(today - 3 * dayMs), compare: 'previous' })).json.previous.totals.clicks, 1);
});

t.test(
  'an invalid value is refused, an unused value gives zero, and the error for too large a query explains how to reduce it',
  async (t) => {
    const { db, workspace, addLink, record, ask } = await setUp(t);
    const { id, publicId } = await addLink();
    await record([clickOf(id, today - hourMs, { referrer: 't.co' })]);
    for (const [field, value] of [
      ['country', 'Germany'],
      ['country', ''],
      ['device', 'phone'],
      ['trigger', 'nfc'],
      ['referrer', '(other)'],
      ['browser', 'x'.repeat(300)],
    ] as const) {
      const { status, json } = await ask({ ...window, [field]: value });
      t.equal(status, 422, `${field} ${value}`);
      t.equal(json.error.details.field, field);
    }
    for (const [field, value] of [
      ['referrer', 'nobody.example'],
      ['browser', 'Mosaic'],
      ['utmSource', 'x'],
      ['country', 'zz'],
    ] as const) {
      const { status, json } = await ask({ ...window, [field]: value });
      t.same([status, json.totals.clicks, json.timeseries.length, json.topLinks], [200, 0, 3, []], field);
      t.same(json.breakdown.country, []);
    }
    t.equal(
      (await ask({ ...window, referrer: 'WWW.T.CO', country: 'Unknown' })).json.totals.clicks,
      1,
      'as it is stored',
    );

    const long = await ask({ from: iso(today - 40 * dayMs), to: iso(today), country: 'DE' });
    t.same([long.status, long.json.error.details.field], [422, 'from']);
    t.match(long.json.error.message, /31 days.*shorter/);
    const of31 = await ask({ from: iso(today - 31 * dayMs), to: iso(today), country: 'DE' });
    t.equal(of31.status, 200);

    const day = dayOf(today) - 1;
    for (let no = 1; no <= 250; no++) {
      const head = {
        day,
        level: 3,
        workspace_id: workspace.id,
        no,
        clicks: 65_000,
        first_link: 1_000_000,
        last_link: 2_000_000,
      };
      await db
        .insertInto('click_blocks')
        .values({ ...head, data: Buffer.alloc(1) })
        .execute();
    }
    const many = await ask({ ...window, referrer: 't.co' });
    t.same([many.status, many.json.error.details.field], [422, 'from']);
    t.match(many.json.error.message, /12,000,000.*shorter/);
    t.equal(
      (await ask({ ...window, referrer: 't.co' }, `/links/${publicId}/stats`)).status,
      200,
      'of one link it is less',
    );
  },
);

t.test('a query whose client disconnected is cancelled, and a thread that ends fails only its own query', async (t) => {
  const { db, workspace, addLink, record } = await setUp(t);
  const { id } = await addLink();
  await record([clickOf(id, today - hourMs, { country: 'DE' })]);
  const scanner = openClickScanner(db);
  t.teardown(() => scanner.close());
  const question = {
    workspaceId: workspace.id,
    linkIds: undefined,
    times: { from: today - dayMs, to: today },
    filters: [{ dimension: 0, id: 17_477 }],
    topLinks: 0,
  };
  const scan = (signal = new AbortController().signal) => scanner.scan(question, signal);
  t.match(await scan(), { clicks: 1 });
  const leaving = new AbortController();
  const given = scan(leaving.signal);
  leaving.abort(new Error('gone'));
  await t.rejects(given, { message: 'gone' });
  await t.rejects(scan(AbortSignal.abort(new Error('gone before'))), { message: 'gone before' });
  t.match(await scan(), { clicks: 1 }, 'the next one is answered');
  const cut = scan();
  await sleep(0);
  await Promise.all([t.rejects(cut, { code: 'unavailable' }), scanner.close()]);
  t.match(await scan(), { clicks: 1 }, 'by another thread');
  t.match(await Promise.all(Array.from({ length: 8 }, () => scan())), Array(8).fill({ clicks: 1 }));
});
