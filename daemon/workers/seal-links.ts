/** Adds links to search that earlier processes left out: right after the start, so that no search waits for it, and every hour. */

import { ifAlone } from '../../shared/db/if-alone.ts';
import type { Started } from '../../shared/jobs/due-jobs.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import type { Db } from '../core/tables.ts';
import { sealLeft } from '../links/search/unindexed-link-queries.ts';

const everyMs = 3_600_000;

export function startSealing({ db, log }: { db: Db; log: Log }): Started {
  const sealing = repeat(log, 'add links to search', everyMs, {
    work: (stopping) => ifAlone(db, 'seal-links', (lost) => sealLeft(db, AbortSignal.any([stopping, lost]))),
  });
  void sealing.ask();
  return { close: sealing.stop };
}
