/** The shipper, from a spool to Redis: how much it sends at a time. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { frameHeadBytes, sealFrame } from '../../../daemon/clicks/bytes/record.ts';
import { allShards } from '../../../daemon/clicks/core/shards.ts';
import { openPartQueue } from '../../../daemon/clicks/part-queue.ts';
import { Shipper } from '../../../daemon/clicks/shipper.ts';
import { Spool } from '../../../daemon/clicks/spool.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { clickOf, toBytes } from '../../fixtures/clicks.ts';
import { log, openTestDb } from '../../fixtures/redirects.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

t.test('clicks that come while others are sent wait for the next time, all in one segment', async (t) => {
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
  click();
  let isBusy = true;
  const { redisPrefix } = stores;
  const shipper = new Shipper({
    ...{ spool, db, redis, redisPrefix, log, everyMs: 600_000 },
    beforeSending: async () => {
      if (isBusy) for (let n = 0; n < 3; n++) click();
    },
  });
  await until(() => shipper.underWay() > 0);
  await sleep(300);
  t.equal(shipper.underWay(), 1);
  t.match(spool.state(), { segments: 1 });
  isBusy = false;
  await shipper.close();
  t.equal(shipper.underWay(), 2, 'the rest is sent at the end, and stays on disk until it is stored');
  t.equal((await openPartQueue(redis, redisPrefix).list(allShards)).length, 2);
  await spool.close();
});
