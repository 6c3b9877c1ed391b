/** The background process: BullMQ jobs. Any number may run; each job is safe to run twice. */
import { boot, runEntry } from '../shared/boot.ts';
import { openRedis } from '../shared/redis.ts';
import { onShutdown, tellReady } from '../shared/shutdown.ts';
import { startClickWorker } from './workers/click-worker.ts';
import { startRetention } from './workers/retain-clicks.ts';

runEntry('links-worker', async () => {
  const { config, log, db, redisUrl } = await boot('links-worker');
  const queue = openRedis(redisUrl, 'queue', log);
  const commands = openRedis(redisUrl, 'commands', log);
  const clicks = startClickWorker({ db, queue, commands, redisPrefix: config.redisPrefix, log });
  const retention = startRetention({ db, plans: config.plans, log });
  log.info('working');
  tellReady();

  onShutdown(log, 30_000, [
    ['clicks', () => clicks.close()],
    ['retention', () => retention.stop()],
    ['mysql', () => db.destroy()],
    ['redis', () => Promise.all([queue, commands].map((redis) => redis.disconnect()))],
  ]);
});
