/** Merges small blocks of clicks every few minutes, in one worker at a time. */

import { ifAlone } from '../../shared/db/if-alone.ts';
import type { Started } from '../../shared/jobs/due-jobs.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import { mergeBlocks } from '../clicks/merge-blocks.ts';
import type { Db } from '../core/tables.ts';

const everyMs = 5 * 60_000;

export function startMerging({ db, log }: { db: Db; log: Log }): Started {
  const merging = repeat(log, 'merge blocks of clicks', everyMs, {
    work: (stopping) =>
      ifAlone(db, 'merge-click-blocks', (lost) => mergeBlocks(db, new Date(), AbortSignal.any([stopping, lost]))),
  });
  return { close: merging.stop };
}
