/** Exclusive work never runs in two processes at once, and another process takes over when the first one ends. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Tables } from '../../../daemon/core/tables.ts';
import { openDb } from '../../../shared/db/db.ts';
import { ifAlone, openPost } from '../../../shared/db/if-alone.ts';
import { takeLease } from '../../../shared/db/lease.ts';
import { openTestDb } from '../../fixtures/redirects.ts';
import { startSilentProxy } from '../../fixtures/silent-proxy.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

async function setUp(t: Test) {
  const stores = await createStores(t);
  const db = await openTestDb(t, stores);
  return { db, stores };
}

t.test('only one of many concurrent processes holds the lease at a time', async (t) => {
  const { db, stores } = await setUp(t);
  const others = Array.from({ length: 3 }, () => openDb<Tables>(stores.mysqlUrl, { poolSize: 4 }));
  t.teardown(() => Promise.all(others.map((other) => other.destroy())));
  let inside = 0;
  let most = 0;
  let runs = 0;
  for (let turn = 0; turn < 10; turn++) {
    const ran = await Promise.all(
      [db, ...others, db, ...others].map((one) =>
        ifAlone(one, 'work', async () => {
          most = Math.max(most, ++inside);
          runs++;
          await sleep(100);
          inside--;
        }),
      ),
    );
    t.ok(ran.filter(Boolean).length >= 1);
    t.equal(inside, 0);
  }
  t.equal(most, 1);
  t.ok(runs >= 10);
});

t.test('the lease is released if its work fails, and leases with other names are independent', async (t) => {
  const { db } = await setUp(t);
  await t.rejects(
    ifAlone(db, 'one', async () => {
      t.equal(await ifAlone(db, 'one', async () => {}), false);
      t.equal(await ifAlone(db, 'another', async () => {}), true);
      throw new Error('failed');
    }),
    /failed/,
  );
  t.equal(await ifAlone(db, 'one', async () => {}), true);
});

t.test('a lease is renewed while it is held', async (t) => {
  const { db } = await setUp(t);
  const ms = 3_000;
  const lease = await takeLease(db, 'long', { ms });
  for (const until = performance.now() + 1.5 * ms; performance.now() < until; await sleep(200))
    t.equal(await takeLease(db, 'long', { ms }), undefined);
  t.equal(lease?.signal.aborted, false);
  await lease?.release();
  t.ok(await takeLease(db, 'long', { ms }));
});

t.test('a lease that expired while the event loop was blocked is kept, unless another process took it', async (t) => {
  const { db } = await setUp(t);
  const ms = 3_000;
  const [kept, taken] = [await takeLease(db, 'kept', { ms }), await takeLease(db, 'taken', { ms })];
  await db.updateTable('leases').set({ owner: 'another' }).where('name', '=', 'taken').execute();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1.1 * ms);
  await until(() => taken?.signal.aborted);
  t.match(taken?.signal.reason, { message: 'the lease taken was lost: another process has it' });
  await until(async () => (await takeLease(db, 'kept', { ms })) === undefined);
  t.equal(kept?.signal.aborted, false);
  await kept?.release();
});

t.test('a holder that cannot reach MySQL stops before another process gets the lease', async (t) => {
  const { db, stores } = await setUp(t);
  const proxy = await startSilentProxy(t, stores.mysqlUrl);
  const far = openDb<Tables>(proxy.url, { poolSize: 2 });
  t.teardown(() => far.destroy());
  const lease = await takeLease(far, 'work', { ms: 3_000 });
  proxy.silence(true);
  let sentAt = 0;
  lease?.signal.addEventListener('abort', () => {
    sentAt = performance.now();
  });
  let taken: Awaited<ReturnType<typeof takeLease>>;
  for (const until = Date.now() + 120_000; !taken && Date.now() < until; await sleep(20)) {
    taken = await takeLease(db, 'work', { ms: 3_000 });
  }
  t.ok(taken, 'another takes over');
  t.ok(sentAt > 0 && sentAt < performance.now());
  await taken?.release();
});

t.test('a process keeps its role between two rounds and releases it when it stops', async (t) => {
  const { db, stores } = await setUp(t);
  const other = openDb<Tables>(stores.mysqlUrl, { poolSize: 2 });
  t.teardown(() => other.destroy());
  const [mine, theirs] = [openPost(db, 'post'), openPost(other, 'post')];
  t.equal(await mine.ifMine(async () => {}), true);
  t.equal(await theirs.ifMine(async () => {}), false);
  t.equal(await mine.ifMine(async () => {}), true);
  await mine.release();
  t.equal(await theirs.ifMine(async () => {}), true);
  await theirs.release();
});
