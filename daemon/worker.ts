/** The background process: BullMQ jobs. Any number may run; each job is safe to run twice. */
import { Worker } from 'bullmq';
import { boot, runEntry } from '../shared/boot.ts';
import { openRedis } from '../shared/redis.ts';
import { onShutdown, tellReady } from '../shared/shutdown.ts';
import { type ClickBatch, clickQueue, queuePrefix } from './clicks/queue.ts';
import { recordClicks } from './workers/record-clicks.ts';

const batchesAtOnce = 4;

runEntry('links-worker', async () => {
  const { config, log, db, redisUrl } = await boot('links-worker');
  const redis = openRedis(redisUrl, 'queue', log);
  const clicks = new Worker<ClickBatch>(clickQueue, ({ data }) => recordClicks(db, data, new Date()), {
    connection: redis,
    prefix: queuePrefix(config.redisPrefix),
    concurrency: batchesAtOnce,
  });
  clicks.on('failed', (job, err) => log.error({ err, job: job?.id }, 'a batch of clicks failed; it is tried again'));
  clicks.on('error', (err) => log.debug({ err }, 'the click queue has a fault'));
  await clicks.waitUntilReady();
  log.info('working');
  tellReady();

  onShutdown(log, 30_000, [
    ['clicks', () => clicks.close()],
    ['mysql', () => db.destroy()],
    ['redis', () => redis.disconnect()],
  ]);
});
