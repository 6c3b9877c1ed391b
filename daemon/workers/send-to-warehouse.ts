/**
 * The sending of stored clicks to the operator's warehouse, in one worker at a time. Storing clicks does not wait for
 * it.
 */
import { openPost } from '../../shared/db/if-alone.ts';
import type { Started } from '../../shared/jobs/due-jobs.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import type { Db } from '../core/tables.ts';
import { sendNextBatch, type WarehouseSettings } from '../warehouse/send-batch.ts';

const sendEveryMs = 1_000;
const longestWaitMs = 30_000;
const loggedEveryMs = 10_000;

type Stores = { db: Db; config: WarehouseSettings; log: Log };

export function startWarehouse({ db, config, log }: Stores, everyMs = sendEveryMs): Started {
  const post = openPost(db, 'send-to-warehouse');
  let failures = 0;
  let restUntil = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  function recordFailure(err: unknown): void {
    const now = performance.now();
    restUntil = now + Math.min(longestWaitMs, everyMs * 2 ** failures++) * (0.75 + Math.random() / 2);
    if (now - loggedAt < loggedEveryMs) return;
    loggedAt = now;
    log.warn({ err, failures }, 'clicks could not be sent to CLICKS_EXPORT_URL; they are kept and sent later');
  }

  async function sendAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await sendNextBatch(db, config))) {
      if (failures > 0) log.info('clicks are sent to CLICKS_EXPORT_URL again');
      failures = 0;
    }
  }

  const sending = repeat(log, 'send clicks to the warehouse', everyMs, {
    work: async (stopping) => {
      if (performance.now() < restUntil) return;
      await post.ifMine((lost) => sendAll(AbortSignal.any([stopping, lost])).catch(recordFailure));
    },
  });
  return {
    async close() {
      await sending.stop();
      await post.release();
    },
  };
}
