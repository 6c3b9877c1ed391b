/** Links' counts by day, built from those by hour: each click is in its day once, whenever it came, and answers stay the same. */
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { addParts, newBreakdown } from '../../../daemon/clicks/breakdown.ts';
import { findMade } from '../../../daemon/clicks/made-day-queries.ts';
import { makeDays } from '../../../daemon/clicks/make-days.ts';
import { lockClaims } from '../../../daemon/clicks/shard-queries.ts';
import { dayMs, dayOf, hourMs } from '../../../daemon/clicks/time.ts';
import type { Db, Tables } from '../../../daemon/core/tables.ts';
import { inTransaction, openDb } from '../../../shared/db/db.ts';
import { agents, batchOf, clickOf, recordClicks } from '../../fixtures/clicks.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { log, openTestDb, putLink, putLinks } from '../../fixtures/redirects.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

/** The current day in these tests. */
const today = dayOf(Date.now()) - 3;
const now = new Date(today * dayMs + 12 * hourMs);

const openFrom = (db: Db, day: number) =>
  db.updateTable('click_days_made').set({ day, workspace_id: 0, link_id: 0 }).execute();

type Row = { key: string; clicks: number; unique: number; bots: number; last: number; breakdown: unknown };

const shown = (bytes: Buffer[]) => {
  const breakdown = newBreakdown();
  for (const part of bytes) addParts(breakdown, part);
  return breakdown.map((values) => [...values].sort(([a], [b]) => a - b));
};

/** Links' counts in either table, with the start of their day or hour. */
const read = {
  async click_days(db: Db) {
    const rows = await db.selectFrom('click_days').selectAll().where('link_id', '>', 0).execute();
    return rows.map((row) => ({ ...row, at: row.day * dayMs }));
  },
  async click_hours(db: Db) {
    const rows = await db.selectFrom('click_hours').selectAll().where('link_id', '>', 0).execute();
    return rows.map((row) => ({ ...row, at: row.hour * hourMs }));
  },
};

/** Links' counts by day, from the rows of either table. */
async function rowsOf(db: Db, table: keyof typeof read): Promise<Row[]> {
  const days = new Map<string, Omit<Row, 'breakdown'> & { parts: Buffer[] }>();
  for (const { at, ...row } of await read[table](db)) {
    const key = [dayOf(at), row.workspace_id, row.link_id].join(' ');
    const sum = days.get(key) ?? { key, clicks: 0, unique: 0, bots: 0, last: 0, parts: [] };
    days.set(key, sum);
    sum.clicks += row.clicks;
    sum.unique += row.unique_clicks;
    sum.bots += row.bot_clicks;
    sum.last = Math.max(sum.last, row.last_ms === null ? 0 : at + row.last_ms);
    sum.parts.push(row.breakdown);
  }
  return [...days.values()]
    .map(({ parts, ...sum }) => ({ ...sum, breakdown: shown(parts) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

t.test('days that are built while their clicks are being stored contain each click once', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const at = new Date();
  await db
    .insertInto('workspaces')
    .values({ id: 70, public_id: 'w70', name: 'other', plan: 'scale', created_at: at, updated_at: at })
    .execute();
  const links = await putLinks(db, 600);
  const others = await Promise.all(['a', 'b'].map((slug) => putLink(db, { slug, workspace_id: 70 })));
  const first = today - 4;
  await openFrom(db, first);
  const click = fc
    .record({
      linkId: fc.oneof(fc.constantFrom(...links), fc.constantFrom(...others)),
      hour: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5 * 24 - 1 })),
      userAgent: fc.constantFrom(agents.chrome, agents.iphone, agents.bot),
      country: fc.constantFrom('DE', 'FR', ''),
      visitor: fc.nat(5),
    })
    .map(({ linkId, hour, ...given }) => clickOf(linkId, first * dayMs + hour * hourMs + 5, given));
  const rounds = fc.sample(fc.array(click, { minLength: 400, maxLength: 400 }), 12);
  for (const [round, clicks] of rounds.entries()) {
    const making = makeDays(db, new Date((first + round / 3) * dayMs + hourMs));
    await recordClicks(db, log, batchOf(clicks.slice(0, 200)), at);
    await Promise.all([making, recordClicks(db, log, batchOf(clicks.slice(200)), at)]);
  }
  await makeDays(db, now);
  t.same(await findMade(db), { day: today, workspaceId: 0, linkId: 0 });
  const byHour = await rowsOf(db, 'click_hours');
  t.ok(byHour.length > 1_000, `${byHour.length} days of links`);
  t.same(
    await rowsOf(db, 'click_days'),
    byHour.filter(({ key }) => Number(key.split(' ')[0]) < today),
    'the last day is not built yet',
  );
});

t.test('days without clicks are skipped at once', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const linkId = await putLink(db, { slug: 'a' });
  await openFrom(db, today - 900);
  const clicks = [today - 900, today - 2].map((day) => clickOf(linkId, day * dayMs));
  await recordClicks(db, log, batchOf(clicks), now);
  await makeDays(db, now);
  const made = await rowsOf(db, 'click_days');
  t.equal(made.length, 2);
  t.same(made, await rowsOf(db, 'click_hours'));
});

t.test('a day with only own visits is built', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const linkId = await putLink(db, { slug: 'own' });
  await db.insertInto('own_networks').values({ workspace_id: 1, networks: '["192.0.2.1"]' }).execute();
  await openFrom(db, today - 9);
  const visits = [3, 3, 5].map((ago) => clickOf(linkId, (today - ago) * dayMs + 5, { own: true }));
  await recordClicks(db, log, batchOf(visits), now);
  await makeDays(db, now);
  const rows = await db.selectFrom('click_days').select(['day', 'own_clicks', 'clicks']).where('link_id', '=', linkId);
  t.same(await rows.orderBy('day').execute(), [
    { day: today - 5, own_clicks: 1, clicks: 0 },
    { day: today - 3, own_clicks: 2, clicks: 0 },
  ]);
});

t.test('days are built in the same run even if a batch locks the shards longer than the lock wait limit', async (t) => {
  const stores = await createStores(t);
  const db = await openTestDb(t, stores);
  const linkId = await putLink(db, { slug: 'a' });
  await openFrom(db, today - 2);
  await recordClicks(db, log, batchOf([clickOf(linkId, (today - 2) * dayMs)]), now);
  const impatient = openDb<Tables>(stores.mysqlUrl, { poolSize: 2, lockSeconds: 1 });
  t.teardown(() => impatient.destroy());
  // Transactions stop waiting after four seconds.
  const making = inTransaction(db, async (trx) => {
    await lockClaims(trx, [3]);
    const made = { made: makeDays(impatient, now) };
    await sleep(6_000);
    return made;
  });
  await (await making).made;
  t.equal((await rowsOf(db, 'click_days')).length, 1);
});

t.test('answers about a link are the same before and after its days are built', async (t) => {
  const daemon = await startDaemon(t);
  const { db } = daemon.context;
  const { key } = await addWorkspace(db, 'scale');
  const call = caller(daemon, key);
  const { json: link } = await call('POST', '/links', { url: 'https://example.com/', slug: 'made', tags: ['tagged'] });
  const { id } = await db.selectFrom('links').select('id').where('public_id', '=', link.id).executeTakeFirstOrThrow();
  await openFrom(db, today - 3);
  const clicks = Array.from({ length: 60 }, (_, n) =>
    clickOf(id, (today - 3) * dayMs + n * hourMs, { visitor: n % 7 }),
  );
  await recordClicks(db, log, batchOf(clicks), now);
  const iso = (day: number) => new Date(day * dayMs).toISOString();
  const window = `from=${iso(today - 3)}&to=${iso(today)}`;
  const ask = async () => {
    const paths = [
      `/links/${link.id}/stats?${window}`,
      `/links/${link.id}/stats?${window}&timezone=Asia/Kolkata`,
      `/stats?${window}`,
      `/stats?${window}&tag=tagged`,
      `/stats/links?ids=${link.id}&${window}`,
      `/links/${link.id}/stats?${window}&browser=Chrome`,
      `/stats/export?linkId=${link.id}&${window}`,
    ];
    return Promise.all(paths.map(async (path) => (await call('GET', path)).text));
  };
  const before = await ask();
  for (const [n, text] of before.slice(0, 4).entries()) t.equal(JSON.parse(text).totals.clicks, 60, String(n));
  t.equal((before.at(-1) as string).trim().split('\n').length, 61, 'a line for each click and a head');
  t.same(await rowsOf(db, 'click_days'), []);
  await makeDays(db, now);
  t.equal((await rowsOf(db, 'click_days')).length, 3);
  t.same(await ask(), before);
});
