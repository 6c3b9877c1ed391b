/** The upkeep of clicks, at the start and every hour, in one worker at a time. */

import { ifAlone } from '../../shared/db/if-alone.ts';
import type { Started } from '../../shared/jobs/due-jobs.ts';
import type { Log } from '../../shared/log/log.ts';
import { type RetentionSettings, retainClicks } from '../clicks/retain-clicks.ts';
import type { Db } from '../core/tables.ts';

const everyMs = 3_600_000;

/** A round that fails or is stopped goes on at the next. */
export function startRetention({ db, config, log }: { db: Db; config: RetentionSettings; log: Log }): Started {
  const stopping = new AbortController();
  const run = () =>
    ifAlone(db, 'retain-clicks', (signal) =>
      retainClicks(db, config, new Date(), AbortSignal.any([stopping.signal, signal])),
    ).catch((err) => {
      if (!stopping.signal.aborted) log.warn({ err }, 'the upkeep of clicks failed; it is tried again in an hour');
    });
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, everyMs);
  return {
    async close() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
