/** Merges small blocks of clicks every few minutes, in one worker at a time. */

import { ifAlone } from '../../shared/db/if-alone.ts';
import type { Started } from '../../shared/jobs/due-jobs.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import { mergeBlocks } from '../clicks/merge-blocks.ts';
import type { Db } from '../core/tables.ts';

const everyMs = 5 * 60_000;

export function startMerging({ db, log }: { db: Db; log: Log }): Started {
  const stopping = new AbortController();
  const stop = repeat(log, 'merge blocks of clicks', everyMs, () =>
    ifAlone(db, 'merge-click-blocks', (signal) =>
      mergeBlocks(db, new Date(), AbortSignal.any([stopping.signal, signal])),
    ).catch((error) => {
      if (!stopping.signal.aborted) throw error;
    }),
  );
  return {
    async close() {
      stopping.abort();
      await stop();
    },
  };
}
