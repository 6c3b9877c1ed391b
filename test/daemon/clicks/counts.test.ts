/** Stored counts compared with a naive count of the same clicks, in any order, in parallel and with repeats. */
import fc from 'fast-check';
import { sql } from 'kysely';
import type { RecordedClick } from '../../../daemon/clicks/bytes/record.ts';
import { dayMs, dayOf, hourMs } from '../../../daemon/clicks/time.ts';
import type { Db } from '../../../daemon/core/tables.ts';
import { getCounts } from '../../../daemon/stats/core/queries.ts';
import { bucketsOf, type StatsWindow } from '../../../daemon/stats/core/window.ts';
import { toStats } from '../../../daemon/stats/show-counts.ts';
import { listTopLinks } from '../../../daemon/stats/top-links.ts';
import {
  agents,
  batchOf,
  clickOf,
  clicksWith,
  dimensionOf,
  facts,
  namesOfValues,
  recordClicks,
  statsWindow,
} from '../../fixtures/clicks.ts';
import { explain, indexesOf, mostRows, wholeReads } from '../../fixtures/explain.ts';
import { log, openTestDb, putLink } from '../../fixtures/redirects.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

// The data includes days of 23 and 25 hours in this zone, which must not matter.
const usualZone = process.env.TZ;
process.env.TZ = 'America/New_York';
t.teardown(() => {
  if (usualZone === undefined) delete process.env.TZ;
  else process.env.TZ = usualZone;
});

const now = new Date('2026-11-21T12:00:00Z');
/** Clicks are around midnights and both clock changes of 2026 in New York and Europe. */
const edges = [
  '2026-03-08T07:00:00Z',
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2026-11-01T06:00:00Z',
  '2026-11-20T00:00:00Z',
];
const moment = fc
  .tuple(fc.constantFrom(...edges), fc.integer({ min: -26 * hourMs, max: 26 * hourMs }), fc.boolean())
  .map(([edge, offset, whole]) => Date.parse(edge) + (whole ? Math.round(offset / hourMs) * hourMs : offset));

const referrers = ['', 'google.com', 'WWW.Google.com', 't.co', 'not a host!', 'www.com'];
/** The link with UTM parameters. */
let linkWithUtm: number | undefined;

const clickAmong = (links: number[]) =>
  clicksWith({
    linkId: fc.constantFrom(...links),
    at: moment,
    qr: fc.boolean(),
    choice: fc.nat(5),
    country: fc.constantFrom('', 'DE', 'US'),
    visitor: fc.integer({ min: 1, max: 6 }),
    userAgent: fc.constantFrom(...Object.values(agents), ''),
    referrer: fc.constantFrom(...referrers),
    language: fc.constantFrom('', 'de-AT', 'EN', 'en', 'none of them'),
    utm: fc.constantFrom('', 'news\n\nspät', '\nmail\n'),
    variant: fc.constantFrom('', 'A', 'B'),
    contact: fc.constantFrom('', 'AAAAABabcdefg-'),
    prefetched: fc.nat(7).map((n) => n === 0),
  });
/** UTM parameters that one link adds. */
const linkUtm = { source: 'link', campaign: 'Link’s' };

type Naive = {
  clicks: number;
  unique: number;
  bots: number;
  qr: number;
  last: number;
  by: Record<string, number>;
  series: Record<string, number>;
};

/** Counts the clicks themselves by the definition in the contract. */
function naive(clicks: RecordedClick[], window: StatsWindow): Naive {
  const result: Naive = { clicks: 0, unique: 0, bots: 0, qr: 0, last: 0, by: {}, series: {} };
  const end = Math.ceil(window.to / hourMs) * hourMs;
  const visitors = new Set<string>();
  const add = (to: Record<string, number>, key: string) => {
    to[key] = (to[key] ?? 0) + 1;
  };
  for (const click of clicks) {
    if (click.prefetched || click.at < window.from || click.at >= end) continue;
    if (!facts[click.userAgent]) {
      result.bots++;
      continue;
    }
    result.clicks++;
    if (click.qr) result.qr++;
    result.last = Math.max(result.last, click.at);
    visitors.add(`${click.linkId} ${Math.floor(click.at / dayMs)} ${click.visitor}`);
    const [source, medium, campaign] = click.utm.split('\n');
    const merged = [source || linkUtm.source, medium, campaign || linkUtm.campaign].join('\n');
    const visit = click.linkId === linkWithUtm ? { ...click, utm: merged } : click;
    for (const [name, find] of Object.entries(namesOfValues)) {
      if (find(visit) !== '') add(result.by, `${name} ${find(visit)}`);
    }
    const time = new Date(click.at).toISOString();
    add(
      result.series,
      window.interval === 'hour' ? `${time.slice(0, 13)}:00:00.000Z` : `${time.slice(0, 10)}T00:00:00.000Z`,
    );
  }
  result.unique = visitors.size;
  return result;
}

async function counted(db: Db, linkId: number, window: StatsWindow): Promise<Naive> {
  const stats = await toStats(db, window, await getCounts(db, { workspaceId: 1, linkId }, window));
  const { totals, breakdown, timeseries } = stats;
  const by = Object.entries(breakdown).flatMap(([name, values]) =>
    values.map(({ value, clicks }) => [`${dimensionOf(name)} ${value}`, clicks]),
  );
  return {
    clicks: totals.clicks,
    unique: totals.uniqueClicks,
    bots: totals.botClicks,
    qr: totals.qrScans,
    last: totals.lastClickAt === null ? 0 : Date.parse(totals.lastClickAt),
    by: Object.fromEntries(by),
    series: Object.fromEntries(timeseries.filter(({ clicks }) => clicks > 0).map(({ time, clicks }) => [time, clicks])),
  };
}

const windowOf = (from: string, to: string, interval?: 'hour' | 'day') => {
  const end = to.length === 10 ? `${to}T00:00:00Z` : to;
  return statsWindow({ from, to: end, ...(interval ? { interval } : {}) }, 1_825, now.getTime());
};

/** Whole days only, so that a day's visitors are all in or all out. */
const windows = [
  windowOf('2026-01-01', '2026-11-21', 'day'),
  windowOf('2026-10-24', '2026-10-27', 'hour'),
  windowOf('2026-03-08', '2026-03-09'),
  windowOf('2026-10-31', '2026-11-03', 'day'),
];

t.test(
  'random clicks give the same counts as a naive count, in batches recorded in parallel and sometimes twice',
  async (t) => {
    const db = await openTestDb(t, await createStores(t));
    const links = await Promise.all(
      ['a', 'b', 'c'].map((slug) => putLink(db, { slug, utm: slug === 'a' ? JSON.stringify(linkUtm) : null })),
    );
    linkWithUtm = links[0];
    const all: RecordedClick[] = [];
    const rounds = fc.sample(
      fc.array(fc.array(clickAmong(links), { minLength: 1, maxLength: 60, size: 'max' }), {
        minLength: 6,
        maxLength: 6,
      }),
      12,
    );
    for (const groups of rounds) {
      const batches = groups.map((clicks) => batchOf(clicks));
      const again = batches.filter((_, index) => index % 3 === 0);
      await Promise.all([...batches, ...again].map((batch) => recordClicks(db, log, batch, now)));
      all.push(...groups.flat());
      // Cached lists of a window must not outlive late clicks.
      await listTopLinks(db, 1, windows[0] as StatsWindow, { limit: 10, now: now.getTime() });
    }
    for (const window of windows) {
      for (const linkId of links) {
        t.same(
          await counted(db, linkId, window),
          naive(
            all.filter((click) => click.linkId === linkId),
            window,
          ),
        );
      }
      t.same(await counted(db, 0, window), naive(all, window));
    }
    const sums = (await listTopLinks(db, 1, windows[0] as StatsWindow, { limit: 10, now: now.getTime() })).map(
      ({ linkId, clicks }) => [linkId, clicks],
    );
    const expected = links.map((linkId) => [
      linkId,
      naive(
        all.filter((click) => click.linkId === linkId),
        windows[0] as StatsWindow,
      ).clicks,
    ]);
    t.same(
      sums,
      expected.sort(([a = 0, x = 0], [b = 0, y = 0]) => y - x || a - b),
    );
  },
);

t.test('windows that start and end within a day count their hours', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const link = await putLink(db, { slug: 'a' });
  linkWithUtm = undefined;
  const clicks = fc.sample(clickAmong([link]), 300).map((click, index) => ({ ...click, visitor: index + 10 }));
  await recordClicks(db, log, batchOf(clicks), now);
  for (const [from, to, interval] of [
    ['2026-03-07T22:00:00Z', '2026-03-09T03:00:00Z', 'day'],
    ['2026-10-24T13:00:00Z', '2026-10-25T05:00:00Z', 'hour'],
    ['2026-10-31T23:00:00Z', '2026-11-20T01:00:00Z', 'hour'],
    ['2026-11-19T23:30:00Z', '2026-11-20T00:30:00Z', 'day'],
  ] as const) {
    const window = windowOf(from, to, interval);
    t.same(await counted(db, link, window), naive(clicks, window), `${from} to ${to} by ${interval}`);
  }
});

t.test('many workers at once correctly count the clicks on a link that nearly everybody clicks', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const links = await Promise.all(Array.from({ length: 20 }, (_, n) => putLink(db, { slug: `s${n}` })));
  const at = Date.parse('2026-11-20T10:00:00Z');
  const batches = await Promise.all(
    Array.from({ length: 40 }, (_, batch) =>
      batchOf(
        Array.from({ length: 200 }, (_, n) =>
          clickOf(links[n % 10 === 0 ? (n / 10 + batch) % 20 : 0] as number, at + n, {
            visitor: (batch * 200 + n) % 4_000,
          }),
        ),
      ),
    ),
  );
  await Promise.all(batches.map((batch) => recordClicks(db, log, batch, now)));
  const window = windowOf('2026-11-20', '2026-11-21');
  const { clicks } = await getCounts(db, { workspaceId: 1, linkId: 0 }, window);
  const hot = await getCounts(db, { workspaceId: 1, linkId: links[0] as number }, window);
  t.equal(clicks, 8_000);
  t.equal(hot.clicks, 7_240, 'nine tenths, and its turn of the rest');
  t.equal(
    hot.uniqueClicks,
    new Set(
      Array.from({ length: 8_000 }, (_, n) => n)
        .filter((n) => n % 10 !== 0 || ((n % 200) / 10 + Math.floor(n / 200)) % 20 === 0)
        .map((n) => n % 4_000),
    ).size,
  );
});

t.test("clicks recorded after their link was deleted still count in the workspace's totals", async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const { deleteLink } = await import('../../../daemon/links/core/queries.ts');
  const { inTransaction } = await import('../../../shared/db/db.ts');
  const linkId = await putLink(db, { slug: 'gone', public_id: 'lnk_gone', title: 'Gone' });
  const at = now.getTime() - hourMs;
  await recordClicks(db, log, batchOf([clickOf(linkId, at)]), now);
  await inTransaction(db, (trx) => deleteLink(trx, 1, 'lnk_gone', now));
  await recordClicks(db, log, batchOf([clickOf(linkId, at)]), now);
  const window = windowOf('2026-11-20', '2026-11-22');
  t.equal((await getCounts(db, { workspaceId: 1, linkId: 0 }, window)).clicks, 2);
});

t.test('the most clicked links are listed once for each day with clicks, and for no other day', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const linkId = await putLink(db, { slug: 'rare' });
  const at = Date.parse('2026-10-20T10:00:00Z');
  await recordClicks(db, log, batchOf([0, 1, 900].map((days) => clickOf(linkId, at - days * dayMs))), now);
  const window = windowOf('2022-01-01', '2026-11-01', 'day');
  const ask = async () => {
    const explained = await explain(db, async (tables) =>
      t.match(await listTopLinks(tables, 1, window, { limit: 10, now: now.getTime() }), [{ linkId, clicks: 3 }]),
    );
    return explained.filter(({ statement }) => statement.includes('FOR UPDATE')).length;
  };
  t.same([await ask(), await ask()], [3, 0]);
});

t.test(
  "the API's queries look rows up by whole keys, even over years and in a workspace with many links",
  async (t) => {
    const db = await openTestDb(t, await createStores(t));
    const at = Date.parse('2026-11-20T10:00:00Z');
    const links = await Promise.all(Array.from({ length: 60 }, (_, n) => putLink(db, { slug: `s${n}` })));
    const clicks = links.flatMap((id) => Array.from({ length: 20 }, (_, day) => clickOf(id, at - day * dayMs)));
    await recordClicks(db, log, batchOf(clicks), now);
    // Four years of days and two weeks of hours before them: in a small table a full scan would be as good.
    const counted = {
      workspace_id: 1,
      clicks: 1,
      unique_clicks: 1,
      bot_clicks: 0,
      last_ms: 1,
      breakdown: Buffer.alloc(0),
    };
    const fill = async (table: 'click_days' | 'click_hours', buckets: number, keyOf: (bucket: number) => object) => {
      const rows = Array.from({ length: buckets }, (_, bucket) =>
        [0, ...links].map((link_id) => ({ ...counted, ...keyOf(bucket), link_id })),
      ).flat();
      while (rows.length > 0)
        await db
          .insertInto(table)
          .values(rows.splice(0, 10_000) as never)
          .execute();
    };
    await fill('click_days', 1_500, (bucket) => ({ day: dayOf(at) - 30 - bucket }));
    await fill('click_hours', 340, (bucket) => ({ hour: Math.floor(at / hourMs) - 21 * 24 - bucket }));
    await sql`ANALYZE TABLE click_days, click_hours`.execute(db);
    const linkId = links[30] as number;
    for (const [from, to, interval] of [
      ['2026-11-05T05:00:00Z', '2026-11-19T05:00:00Z', 'day'],
      ['2026-10-25T05:00:00Z', '2026-11-20T05:00:00Z', 'hour'],
      ['2022-01-01', '2026-11-21', 'day'],
    ] as const) {
      const window = windowOf(from, to, interval);
      const buckets = bucketsOf(window.days).length + window.hours.flatMap(bucketsOf).length;
      for (const subject of [linkId, 0]) {
        const name = `${from} to ${to} by ${interval}, link ${subject}`;
        const explained = await explain(db, (tables) => getCounts(tables, { workspaceId: 1, linkId: subject }, window));
        const read = explained.flatMap(({ plans }) => plans).filter(({ table }) => table?.startsWith('click_'));
        t.ok(read.length > 0 && read.every(({ key }) => key === 'PRIMARY'), name);
        t.same(wholeReads(explained), [], name);
        t.ok(
          mostRows(explained) <= Math.max(buckets, 26 * 24),
          `${name}: its own rows, ${mostRows(explained)} for ${buckets}`,
        );
      }
      const name = `the most clicked links from ${from} to ${to}`;
      const explained = await explain(db, (tables) =>
        listTopLinks(tables, 1, window, { limit: 10, now: now.getTime() }),
      );
      const sums = explained.filter(({ statement }) => /SUM\(/.test(statement));
      t.equal(sums.length, 1, name);
      t.same([...new Set(indexesOf(sums).map((one) => one.split('.')[1]))], ['PRIMARY'], name);
      t.same(wholeReads(sums), [], name);
      // By `ref` it would read all of the workspace's rows.
      const types = sums.flatMap(({ plans }) => plans).filter(({ table }) => table?.startsWith('click_'));
      t.ok(types.length > 0 && types.every(({ type }) => type === 'range'), `${name}: ${JSON.stringify(types)}`);
    }
  },
);
