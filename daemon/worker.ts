/** The background process: BullMQ jobs. Any number may run; each job is safe to run twice. */
import { boot, runEntry } from '../shared/boot.ts';
import { createRegistry, exposeMetrics, serveMetrics } from '../shared/metrics.ts';
import { openRedis } from '../shared/redis.ts';
import { repeat } from '../shared/repeat.ts';
import { onShutdown, tellReady } from '../shared/shutdown.ts';
import { keptMs } from './idempotency/idempotency.ts';
import { deleteClaimsBefore } from './idempotency/queries.ts';
import { pruneChanges } from './redirect/feed.ts';
import { startClickWorker } from './workers/click-worker.ts';
import { startRetention } from './workers/retain-clicks.ts';

const pruneEveryMs = 60_000;
/** Rows removed in one statement, so that no lock is held for long. */
const prunedAtOnce = 5_000;

runEntry('links-worker', async () => {
  const { config, log, db, redisUrl } = await boot('links-worker');
  const queue = openRedis(redisUrl, 'queue', log);
  const commands = openRedis(redisUrl, 'commands', log);
  const clicks = startClickWorker({ db, queue, commands, redisPrefix: config.redisPrefix, log });
  const retention = startRetention({ db, plans: config.plans, log });
  const stopPruning = repeat(log, 'prune the change feed', pruneEveryMs, async () => {
    while ((await pruneChanges(db, config.feedKeepHours, prunedAtOnce)) === prunedAtOnce);
  });
  const stopForgetting = repeat(log, 'forget old idempotency keys', pruneEveryMs, async () => {
    const before = new Date(Date.now() - keptMs);
    while ((await deleteClaimsBefore(db, before, prunedAtOnce)) === prunedAtOnce);
  });
  const hideMetrics = await exposeMetrics(config.localDir, createRegistry('links-worker', {}));
  const closeMetrics =
    config.metricsPort > 0 ? await serveMetrics(config.localDir, config.metricsPort, log) : undefined;
  log.info('working');
  tellReady();

  onShutdown(log, 30_000, [
    ['clicks', () => clicks.close()],
    ['retention', () => retention.stop()],
    ['pruning', stopPruning],
    ['idempotency keys', stopForgetting],
    ['metrics', () => Promise.all([hideMetrics(), closeMetrics?.()])],
    ['mysql', () => db.destroy()],
    ['redis', () => Promise.all([queue, commands].map((redis) => redis.disconnect()))],
  ]);
});
