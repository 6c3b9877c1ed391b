/**
 * A link's total clicks, including recorded ones, always equal the sum of its days, even after clicks are stored, repeated, expired
 * or deleted.
 */
import fc from 'fast-check';
import { sql } from 'kysely';
import { addDueNotes, addNotes, addToLinks, takeFromLinks } from '../../../daemon/clicks/link-total-queries.ts';
import { retainClicks } from '../../../daemon/clicks/retain-clicks.ts';
import { dayMs, dayOf } from '../../../daemon/clicks/time.ts';
import type { Db } from '../../../daemon/core/tables.ts';
import { deleteLink } from '../../../daemon/links/core/queries.ts';
import { updatePlan } from '../../../daemon/workspaces/queries.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { agents, batchOf, clickOf, countsByDay, recordClicks } from '../../fixtures/clicks.ts';
import { explain, indexesOf } from '../../fixtures/explain.ts';
import { log, openTestDb, putLink, putLinks } from '../../fixtures/redirects.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const now = new Date();

type Total = { id: number; clicks: number; last: number | null };

/** Totals stored in the links' rows. */
const totals = async (db: Db): Promise<Total[]> =>
  (await db.selectFrom('links').select(['id', 'clicks', 'last_click_at']).orderBy('id').execute()).map(
    ({ id, clicks, last_click_at }) => ({ id, clicks, last: last_click_at?.getTime() ?? null }),
  );

/** Sums of the links' days. */
async function sums(db: Db): Promise<Total[]> {
  const counts = await countsByDay(db);
  const links = await db.selectFrom('links').select('id').orderBy('id').execute();
  return links.map(({ id }) => {
    const own = counts.filter(({ linkId }) => linkId === id);
    const times = own.flatMap(({ last }) => last ?? []);
    return {
      id,
      clicks: own.reduce((sum, { clicks }) => sum + clicks, 0),
      last: times.length > 0 ? Math.max(...times) : null,
    };
  });
}

const addAllNotes = async (db: Db) => {
  while (await inTransaction(db, (trx) => addNotes(trx)));
};

const countNotes = async (db: Db) => (await db.selectFrom('noted_clicks').select('id').execute()).length;

t.test('each click is in the totals once, even if batches are recorded in parallel and sometimes twice', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const links = await Promise.all(['a', 'b', 'c', 'd'].map((slug) => putLink(db, { slug })));
  const click = fc.record({
    link: fc.constantFrom(...links.slice(1)),
    ago: fc.integer({ min: 0, max: 400 * dayMs }),
    userAgent: fc.constantFrom(agents.chrome, agents.iphone, agents.bot),
  });
  for (const groups of fc.sample(
    fc.array(fc.array(click, { minLength: 1, maxLength: 40 }), { minLength: 5, maxLength: 5 }),
    8,
  )) {
    const batches = groups.map((group) =>
      batchOf(group.map(({ link, ago, userAgent }) => clickOf(link, now.getTime() - ago, { userAgent }))),
    );
    await Promise.all([...batches, ...batches.slice(0, 2)].map((batch) => recordClicks(db, log, batch, now)));
    t.strictSame(await totals(db), await sums(db));
  }
  t.match(
    (await totals(db)).find(({ id }) => id === links[0]),
    { clicks: 0, last: null },
    'never clicked',
  );
});

t.test('a link that only bots clicked has no clicks in its totals', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const id = await putLink(db, { slug: 'a' });
  await recordClicks(db, log, batchOf([clickOf(id, now.getTime(), { userAgent: agents.bot })]), now);
  t.same(await totals(db), [{ id, clicks: 0, last: null }]);
});

t.test(
  'expired clicks are subtracted from the totals, and a link without remaining clicks has no last click time',
  async (t) => {
    const db = await openTestDb(t, await createStores(t));
    const [old, both, recent] = [
      await putLink(db, { slug: 'a' }),
      await putLink(db, { slug: 'b' }),
      await putLink(db, { slug: 'c' }),
    ];
    const ago = (days: number) => now.getTime() - days * dayMs;
    const clicks = [
      ...[500, 400, 400].map((days) => clickOf(old, ago(days))),
      ...[500, 3, 2].map((days) => clickOf(both, ago(days))),
      ...[1, 0].map((days) => clickOf(recent, ago(days))),
    ];
    await recordClicks(db, log, batchOf(clicks), now);
    await inTransaction(db, (trx) => updatePlan(trx, 1, 'pro', now));
    await db.updateTable('workspaces').set({ downgraded_at: null, previous_plan: null }).execute();
    const retain = (at: Date) => retainClicks(db, readConfig({}), at);
    await Promise.all([retain(now), recordClicks(db, log, batchOf([clickOf(both, now.getTime())]), now)]);
    t.strictSame(await totals(db), await sums(db));
    t.same(await totals(db), [
      { id: old, clicks: 0, last: null },
      { id: both, clicks: 3, last: now.getTime() },
      { id: recent, clicks: 2, last: now.getTime() },
    ]);
    await recordClicks(db, log, batchOf([clickOf(old, ago(450))]), now);
    t.strictSame(await totals(db), await sums(db), 'late ones also count until they expire');
    await retain(now);
    t.strictSame(await totals(db), await sums(db));
    await retain(new Date(now.getTime() + 1_000 * dayMs));
    t.ok((await totals(db)).every(({ clicks, last }) => clicks === 0 && last === null));
  },
);

t.test("clicks of a link that was deleted in the meantime change no other link's totals", async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const [gone = 0, left = 0] = await Promise.all(['a', 'b'].map((slug) => putLink(db, { slug })));
  const { public_id } = await db
    .selectFrom('links')
    .select('public_id')
    .where('id', '=', gone)
    .executeTakeFirstOrThrow();
  await inTransaction(db, (trx) => deleteLink(trx, 1, public_id, now));
  await recordClicks(db, log, batchOf([clickOf(gone, now.getTime()), clickOf(left, now.getTime())]), now);
  t.same(await totals(db), [{ id: left, clicks: 1, last: now.getTime() }]);
});

t.test('links are read and updated by their primary key alone', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const ids = await putLinks(db, 3_000);
  await sql`ANALYZE TABLE links`.execute(db);
  const day = dayOf(now.getTime()) * dayMs;
  const counts = ids.flatMap((linkId, n) => [
    { linkId, clicks: n % 3, last: day + n },
    { linkId, clicks: n % 2, last: day - n },
  ]);
  await inTransaction(db, (trx) => addToLinks(trx, counts));
  await addAllNotes(db);
  t.strictSame(
    await totals(db),
    ids.map((id, n) => {
      const clicks = (n % 3) + (n % 2);
      return { id, clicks, last: clicks === 0 ? null : n % 3 > 0 ? day + n : day - n };
    }),
  );
  await inTransaction(db, async (trx) => {
    for (const change of [
      (tables: Db) => addToLinks(tables as typeof trx, counts.slice(0, 900)),
      async (tables: Db) => {
        await addToLinks(tables as typeof trx, counts);
        await addNotes(tables as typeof trx, 0);
      },
      (tables: Db) => takeFromLinks(tables as typeof trx, 1, counts.slice(0, 1_000)),
    ]) {
      const explained = await explain(trx, change);
      t.ok(indexesOf(explained).includes('links.PRIMARY'));
      for (const { table, type } of explained.flatMap(({ plans }) => plans))
        if (table === 'links') t.ok(['eq_ref', 'range'].includes(type ?? ''), type ?? '');
    }
  });
});

t.test(
  'recorded clicks of many links are added to the totals exactly once, by concurrent workers and after a failure',
  async (t) => {
    const db = await openTestDb(t, await createStores(t));
    const ids = await putLinks(db, 1_100);
    const never = new AbortController().signal;
    let waited = 0;
    for (let round = 0; round < 4; round++) {
      const clicks = ids.map((id, n) => clickOf(id, now.getTime() - ((n * 7 + round) % 300) * dayMs));
      const batches = [batchOf(clicks), batchOf(clicks.slice(0, 5)), batchOf(clicks)];
      await inTransaction(db, async (trx) => {
        await addNotes(trx);
        throw new Error('killed before the commit');
      }).catch(() => {});
      await Promise.all([
        ...[...batches, ...batches.slice(0, 2)].map((batch) => recordClicks(db, log, batch, now)),
        ...[3, undefined, 3].map((shard) => inTransaction(db, (trx) => addNotes(trx, shard))),
      ]);
      await addDueNotes(db, never);
      waited += await countNotes(db);
      await sql`UPDATE noted_clicks SET noted_at = noted_at - INTERVAL 1 HOUR`.execute(db);
      await Promise.all([addDueNotes(db, never), addDueNotes(db, never)]);
      t.equal(await countNotes(db), 0);
      t.strictSame(await totals(db), await sums(db));
    }
    t.ok(waited > 0, 'records wait until they are due');
  },
);

t.test('recorded clicks that expire before they are added do not count in any total', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const ids = await putLinks(db, 1_100);
  const at = now.getTime() - 5 * dayMs;
  await recordClicks(db, log, batchOf(ids.map((id) => clickOf(id, at))), now);
  t.ok(await countNotes(db));
  await retainClicks(db, readConfig({}), new Date(now.getTime() + 2_000 * dayMs));
  await addAllNotes(db);
  t.ok((await totals(db)).every(({ clicks, last }) => clicks === 0 && last === null));
});
