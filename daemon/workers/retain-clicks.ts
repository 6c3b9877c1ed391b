/** The upkeep of clicks, at the start and every hour, in one worker at a time. */

import { getNow } from '../../shared/db/clock-queries.ts';
import { ifAlone } from '../../shared/db/if-alone.ts';
import type { Started } from '../../shared/jobs/due-jobs.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import { type RetentionSettings, retainClicks } from '../clicks/retain-clicks.ts';
import type { Db } from '../core/tables.ts';

const everyMs = 3_600_000;

/** A round that fails or is stopped goes on at the next. */
export function startRetention({ db, config, log }: { db: Db; config: RetentionSettings; log: Log }): Started {
  const { ask, stop } = repeat(log, 'upkeep of clicks', everyMs, {
    work: (stopping) =>
      ifAlone(db, 'retain-clicks', async (lost) =>
        retainClicks(db, config, await getNow(db), AbortSignal.any([stopping, lost])),
      ),
  });
  void ask();
  return { close: stop };
}
