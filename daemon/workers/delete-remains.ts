/** The worker that deletes the data of deleted workspaces and the email addresses of deleted accounts. */
import { getNow } from '../../shared/db/clock-queries.ts';
import { type Started, startDueJobs } from '../../shared/jobs/due-jobs.ts';
import { createEndBilling } from '../billing/end-billing.ts';
import { announceChanges } from '../change-feed/nudge.ts';
import { deleteRest } from '../ownership/delete-remains.ts';
import { eraseAddress } from '../ownership/erase-address.ts';
import { listDueClearings, listErasures, postponeClearing } from '../ownership/queries.ts';
import type { WorkerStores } from './worker-stores.ts';

const queuedAtOnce = 50;
const lockMs = 10_000;
const retryMs = 60_000;

type Job = { id: number; work: 'clear-workspace' | 'erase-address' };

export function startClearingAway(stores: WorkerStores): Started {
  const { config, db, commands, log } = stores;
  const endBilling = createEndBilling(stores);
  return startDueJobs<Job>(stores, {
    name: 'clear-away',
    atOnce: 2,
    lookEveryMs: 5_000,
    news: stores.pulse?.news('clearings'),
    async look() {
      const now = await getNow(db);
      const [workspaces, erasures] = await Promise.all([
        listDueClearings(db, now, queuedAtOnce),
        listErasures(db, queuedAtOnce),
      ]);
      const job = (work: Job['work'], id: number) => ({ id: `${work}-${id}`, data: { id, work } });
      return [
        ...workspaces.map((id) => job('clear-workspace', id)),
        ...erasures.map(({ id }) => job('erase-address', id)),
      ];
    },
    async work({ id, work }, stopping) {
      if (work === 'erase-address') return eraseAddress(db, id, stopping);
      await deleteRest({ db, endBilling, stopping }, id, await getNow(db));
      await announceChanges(commands, config.redisPrefix);
    },
    // Another worker takes over a killed worker's job after about this time.
    settings: { lockDuration: lockMs, stalledInterval: lockMs / 2 },
    onFailed(err, job) {
      log.warn({ err, job }, 'a cleanup job failed; retrying');
      if (job.work === 'clear-workspace') postponeClearing(db, job.id, new Date(Date.now() + retryMs)).catch(() => {});
    },
  });
}
