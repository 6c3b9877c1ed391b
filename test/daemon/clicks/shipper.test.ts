/** The shipper, from a spool to Redis: how much it sends at a time, and when it removes what is stored. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { insertBatches } from '../../../daemon/clicks/batch-queries.ts';
import { frameHeadBytes, sealFrame } from '../../../daemon/clicks/bytes/record.ts';
import { allShards } from '../../../daemon/clicks/core/shards.ts';
import { openPartQueue } from '../../../daemon/clicks/part-queue.ts';
import { Shipper, type ShipperOptions } from '../../../daemon/clicks/shipper.ts';
import { Spool } from '../../../daemon/clicks/spool.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { clickOf, toBytes } from '../../fixtures/clicks.ts';
import { log, openTestDb } from '../../fixtures/redirects.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

async function start(t: Test) {
  const stores = await createStores(t);
  const db = await openTestDb(t, stores);
  const redis = openRedis(stores.redisUrl, 'commands', log);
  t.teardown(() => redis.disconnect());
  if (redis.status !== 'ready') await once(redis, 'ready');
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-shipper-'));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  const spool = new Spool({ directory, maxBytes: 1 << 20, log });
  const click = () => {
    const frame = Buffer.concat([Buffer.alloc(frameHeadBytes), toBytes([clickOf(1, Date.now())])]);
    sealFrame(frame, frame.length);
    spool.append(frame, frame.length);
  };
  const { redisPrefix } = stores;
  const queue = openPartQueue(redis, redisPrefix);
  const ship = (options: Partial<ShipperOptions>) =>
    new Shipper({ ...{ spool, db, redis, redisPrefix, log, everyMs: 600_000 }, ...options });
  return { db, spool, click, queue, ship };
}

t.test('clicks that arrive during the sending of a segment are sent next, in one segment', async (t) => {
  const { spool, click, queue, ship } = await start(t);
  click();
  let isBusy = true;
  const shipper = ship({
    beforeSending: async () => {
      if (isBusy) for (let n = 0; n < 3; n++) click();
    },
  });
  await until(() => shipper.inTransit() > 0);
  await sleep(300);
  t.equal(shipper.inTransit(), 1);
  t.match(spool.state(), { segments: 1 });
  isBusy = false;
  await shipper.close();
  t.equal(shipper.inTransit(), 2, 'the rest is sent at the end, and stays on disk until it is stored');
  t.equal((await queue.list(allShards)).length, 2);
  await spool.close();
});

t.test('a segment stays on disk until its mark has been read and a later commit has succeeded', async (t) => {
  const { db, spool, click, queue, ship } = await start(t);
  let refused = 0;
  let refuses = true;
  const withoutCommits = db.withPlugin({
    transformQuery({ node }) {
      if (refuses && node.kind === 'UpdateQueryNode' && ++refused) throw new Error('the server was killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  click();
  const shipper = ship({ db: withoutCommits, everyMs: 20 });
  await until(() => shipper.inTransit() > 0);
  const ids = (await queue.list(allShards)).map(({ id }) => id);
  await inTransaction(db, (trx) => insertBatches(trx, ids, new Date()));
  await until(() => refused > 1);
  t.ok(spool.state().bytes > 0, 'it is still there');
  refuses = false;
  await until(() => spool.state().bytes === 0);
  await shipper.close();
  const [mark] = await db.selectFrom('click_batches').select('released_at').execute();
  t.ok(Number(mark?.released_at) <= Date.now(), 'the mark can be deleted');
  await spool.close();
});
