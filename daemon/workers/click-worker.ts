/** The consumer of the click queue. A batch is tried until it is recorded: the spool keeps it for as long. */
import { withinMs } from '../../shared/db.ts';
import { createPublisher } from '../clicks/publish-clicks.ts';
import { type ClickBatch, clickQueue } from '../clicks/queue.ts';
import { recordClicks } from '../clicks/record-clicks.ts';
import { type Started, startWorker, type WorkerStores } from './due-jobs.ts';

/** A killed worker's batches are taken up by another after about this time. */
const lockMs = 6_000;
const longestWaitMs = 5_000;
/** An older job is dropped: its mark may be gone. If its segment is still there, it is sent again as a new one. */
const oldestJobMs = 3 * 86_400_000;

export function startClickWorker(stores: WorkerStores): Started {
  const { config, commands, log } = stores;
  const db = withinMs(stores.db, config.mysqlQuerySeconds * 1_000);
  const publish = createPublisher(commands, config.redisPrefix);
  return startWorker<ClickBatch>(stores, {
    name: clickQueue,
    atOnce: 3,
    async work(batch, _, addedAt) {
      if (Date.now() - addedAt > oldestJobMs) return;
      await publish(await recordClicks(db, log, batch, new Date()));
    },
    onFailed: (err, { id }) => log.error({ err, job: id }, 'a batch of clicks failed; it is tried again'),
    settings: {
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      settings: {
        backoffStrategy: (attempt) => Math.random() * Math.min(longestWaitMs, 500 * 2 ** Math.min(attempt, 10)),
      },
    },
  });
}
