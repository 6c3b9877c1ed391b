/** Workers that share the clicks, each shard stored by one at a time, and their memory of earlier visitors. */
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { shardCount } from '../../../daemon/clicks/core/shards.ts';
import { findOpenDay } from '../../../daemon/clicks/made-day-queries.ts';
import { recordClicks as recordParts } from '../../../daemon/clicks/record-clicks.ts';
import { claimShards } from '../../../daemon/clicks/shard-claims.ts';
import { changeOwner, listShards } from '../../../daemon/clicks/shard-queries.ts';
import { dayMs, dayOf } from '../../../daemon/clicks/time.ts';
import { VisitorSet } from '../../../daemon/clicks/visitor-set.ts';
import { createVisitors } from '../../../daemon/clicks/visitors.ts';
import type { Db } from '../../../daemon/core/tables.ts';
import { getCounts } from '../../../daemon/stats/core/queries.ts';
import { batchOf, clickOf, clicksInBlocks, partsOf, statsWindow } from '../../fixtures/clicks.ts';
import { log, openTestDb, putLink } from '../../fixtures/redirects.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const today = dayOf(Date.now());
const at = Date.now();

/** A worker's memory and its claims, all taken over from earlier owners. */
async function takeAll(db: Db) {
  for (const shard of await listShards(db)) await changeOwner(db, shard, 'worker');
  const claims = new Map((await listShards(db)).map(({ shard, claim }) => [shard, claim]));
  return { claims, recorder: { db, log, visitors: createVisitors(db, log, 1 << 24) } };
}

async function totals(db: Db, linkId = 0) {
  const window = statsWindow({}, 1_825, Date.now() + dayMs / 24, await findOpenDay(db));
  const { clicks, uniqueClicks } = await getCounts(db, { workspaceId: 1, linkId }, window);
  return { clicks, uniqueClicks };
}

t.test('a visitor set reports each pair as new exactly once, like a set of strings', async (t) => {
  const id = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 0xffffffff }));
  const pairs = fc.array(fc.tuple(id, fc.oneof(fc.nat(5), fc.maxSafeNat())), { maxLength: 3_000, size: 'max' });
  fc.assert(
    fc.property(pairs, (added) => {
      const [set, texts] = [new VisitorSet(1 << 20), new Set<string>()];
      return added.every(([linkId, visitor]) => {
        const isNew = !texts.has(`${linkId} ${visitor}`);
        texts.add(`${linkId} ${visitor}`);
        return set.add(linkId, visitor) === isNew && set.size === texts.size;
      });
    }),
    { numRuns: 30 },
  );
  const small = new VisitorSet(8 * 1_024);
  for (let visitor = 0; visitor < 5_000; visitor++) small.add(1, visitor);
  t.ok(small.isFull && small.size <= 768, 'it stays within its bound');
  t.equal(small.add(1, 5), false, 'and knows those it has taken');
});

t.test("a process that takes over a shard knows the shard's earlier visitors", async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const links = await Promise.all(Array.from({ length: 12 }, (_, n) => putLink(db, { slug: `s${n}` })));
  const round = links.flatMap((linkId) => [1, 2].map((visitor) => clickOf(linkId, today * dayMs + 5, { visitor })));
  for (let n = 0; n < 3; n++) {
    const { recorder, claims } = await takeAll(db);
    for (let turn = 0; turn < 2; turn++) await recordParts(recorder, claims, partsOf(batchOf(round)), new Date());
  }
  t.same(await totals(db), { clicks: 6 * 24, uniqueClicks: 24 });
});

t.test(
  'a worker that lost its shard stores nothing, and counts nobody twice after it gets the shard back',
  async (t) => {
    const db = await openTestDb(t, await createStores(t));
    const linkId = await putLink(db, { slug: 'a' });
    const parts = (visitor: number) => partsOf(batchOf([clickOf(linkId, at, { visitor })]));
    const previous = await takeAll(db);
    await recordParts(previous.recorder, previous.claims, parts(1), new Date());
    const next = await takeAll(db);
    await t.rejects(recordParts(previous.recorder, previous.claims, parts(2), new Date()), /another worker has taken/);
    await recordParts(next.recorder, next.claims, parts(2), new Date());
    const again = await takeAll(db);
    await recordParts({ ...previous.recorder }, again.claims, parts(2), new Date());
    await recordParts({ ...previous.recorder }, again.claims, parts(3), new Date());
    t.same(await totals(db), { clicks: 4, uniqueClicks: 3 });
  },
);

t.test('many workers that claim the same shards store each part once, and count each visitor once', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const links = await Promise.all(Array.from({ length: 10 }, (_, n) => putLink(db, { slug: `s${n}` })));
  const batches = Array.from({ length: 30 }, (_, n) =>
    partsOf(
      batchOf(
        Array.from({ length: 40 }, (_, c) => clickOf(links[c % 10] as number, at, { visitor: (n * 7 + c) % 50 })),
      ),
    ),
  );
  const worker = async () => {
    for (let left = batches.flat(); left.length > 0; ) {
      const { recorder, claims } = await takeAll(db);
      for (let failed = false; !failed && left.length > 0; ) {
        const some = left.slice(0, 1 + Math.floor(Math.random() * 40));
        const recorded = await recordParts(recorder, claims, some, new Date()).catch(() => undefined);
        failed = recorded === undefined;
        left = left.filter((part) => !recorded?.done.includes(part));
        await sleep(Math.random() * 20);
      }
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  const people = new Set(
    batches.flatMap((_, n) => Array.from({ length: 40 }, (_, c) => `${c % 10} ${(n * 7 + c) % 50}`)),
  );
  t.same(await totals(db), { clicks: 1_200, uniqueClicks: people.size });
  t.equal((await clicksInBlocks(db)).length, 1_200);
});

t.test('two workers, each with half of the shards, store clicks of the same workspaces in parallel', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const links = await Promise.all(Array.from({ length: 40 }, (_, n) => putLink(db, { slug: `s${n}` })));
  const { claims } = await takeAll(db);
  const parts = Array.from({ length: 40 }, (_, n) =>
    partsOf(batchOf(links.map((linkId) => clickOf(linkId, at - n * 600_000, { visitor: n % 7 })))),
  );
  const worker = async (half: 0 | 1) => {
    const own = new Map([...claims].filter(([shard]) => shard % 2 === half));
    const recorder = { db, log, visitors: createVisitors(db, log, 1 << 24) };
    for (const some of parts) {
      await recordParts(
        recorder,
        own,
        some.filter(({ shard }) => own.has(shard)),
        new Date(),
      );
    }
  };
  await Promise.all([worker(0), worker(1)]);
  const people = new Set(parts.map((_, n) => `${dayOf(at - n * 600_000)} ${n % 7}`));
  t.same(await totals(db), { clicks: 1_600, uniqueClicks: 40 * people.size });
});

t.test(
  'a part that is unreadable, too old or for an unknown link does not prevent other parts from being stored',
  async (t) => {
    const db = await openTestDb(t, await createStores(t));
    const linkId = await putLink(db, { slug: 'a' });
    const { recorder, claims } = await takeAll(db);
    const good = partsOf(batchOf([clickOf(linkId, at)]));
    const [damaged] = partsOf(batchOf([clickOf(linkId, at)])).map((part) => ({
      ...part,
      bytes: part.bytes.subarray(1),
    }));
    const [old] = partsOf(batchOf([clickOf(linkId, at)]), new Date(at - 4 * dayMs));
    const [early] = partsOf(batchOf([clickOf(linkId + 1, Date.now())]));
    const parts = [damaged, old, early].flatMap((part) => part ?? []);
    const { clicks, done } = await recordParts(recorder, claims, [...parts, ...good], new Date());
    t.equal(clicks.length, 1);
    t.same(new Set(done), new Set([...good, damaged, old]), 'early parts wait');
    const marks = await db.selectFrom('click_batches').select('id').execute();
    t.same(
      marks.map(({ id }) => id),
      good.map(({ id }) => id),
      'the spool keeps unstored clicks',
    );
  },
);

t.test('workers share the shards fairly, even if workers join, leave or are lost', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const join = () => claimShards(db, log);
  const sizes = () => workers.map((worker) => worker.held().size).sort();
  const until = async (...expected: number[]) => {
    for (let waited = 0; waited < 120_000 && sizes().join() !== expected.join(); waited += 100) await sleep(100);
    t.same(sizes(), expected);
    const held = workers.flatMap((worker) => [...worker.held().keys()]);
    t.equal(new Set(held).size, shardCount, 'every shard has one worker');
  };
  const workers = [join()];
  t.teardown(() => Promise.all(workers.map((worker) => worker.close())));
  await until(shardCount);
  workers.push(join());
  await until(shardCount / 2, shardCount / 2);
  // A killed worker reports nothing any more and releases nothing.
  for (const { shard, owner, claim } of await listShards(db)) {
    if (workers[0]?.held().get(shard) === claim && owner !== null)
      await changeOwner(db, { shard, owner, claim }, 'lost');
  }
  await workers.shift()?.close();
  await until(shardCount);
  workers.push(join(), join());
  const fair = Math.ceil(shardCount / 3);
  await until(shardCount - 2 * fair, fair, fair);
});
