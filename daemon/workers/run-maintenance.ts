/** Maintenance of stored clicks and of the search index, in one worker at a time. */
import { getNow } from '../../shared/db/clock-queries.ts';
import { ifAlone } from '../../shared/db/if-alone.ts';
import type { Started } from '../../shared/jobs/due-jobs.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import { mergeBlocks } from '../clicks/merge-blocks.ts';
import { type RetentionSettings, retainClicks } from '../clicks/retain-clicks.ts';
import type { Db } from '../core/tables.ts';
import { sealLeft } from '../links/search/unindexed-link-queries.ts';

const hourMs = 3_600_000;
const mergeEveryMs = 5 * 60_000;

/** Starts the maintenance. The next round continues a round that failed or was stopped. */
export function startMaintenance({ db, config, log }: { db: Db; config: RetentionSettings; log: Log }): Started {
  const alone = (name: string, work: (signal: AbortSignal) => Promise<void>) => ({
    work: (stopping: AbortSignal) => ifAlone(db, name, (lost) => work(AbortSignal.any([stopping, lost]))),
  });
  const retain = async (signal: AbortSignal) => retainClicks(db, config, await getNow(db), signal);
  const retention = repeat(log, 'maintain stored clicks', hourMs, alone('retain-clicks', retain));
  const merge = (signal: AbortSignal) => mergeBlocks(db, new Date(), signal);
  const merging = repeat(log, 'merge blocks of clicks', mergeEveryMs, alone('merge-click-blocks', merge));
  // Adds links that earlier processes left out. Runs at the start, so that no search must do it.
  const sealing = repeat(
    log,
    'add links to search',
    hourMs,
    alone('seal-links', (signal) => sealLeft(db, signal)),
  );
  void retention.ask();
  void sealing.ask();
  return {
    async close() {
      await Promise.all([retention.stop(), merging.stop(), sealing.stop()]);
    },
  };
}
