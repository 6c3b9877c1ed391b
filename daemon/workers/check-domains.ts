/** The worker that checks domains regularly and deletes removed ones. */
import { getNow } from '../../shared/db/clock-queries.ts';
import { type Started, startDueJobs } from '../../shared/jobs/due-jobs.ts';
import { announceChanges } from '../change-feed/nudge.ts';
import { checkDueDomain, recordFailedCheck } from '../domains/check-domain.ts';
import { listDue, listRemoved } from '../domains/queries.ts';
import { deleteRest } from '../domains/remove.ts';
import type { WorkerStores } from './worker-stores.ts';

const queuedAtOnce = 200;

type Job = { id: number; work: 'check' | 'clear-away' };

/** Starts the checks. `ca`: an additional trusted certificate authority. */
export function startDomainChecks(stores: WorkerStores & { ca?: string }): Started {
  const { config, db, commands, log, ca } = stores;
  const announce = () => announceChanges(commands, config.redisPrefix);
  return startDueJobs<Job>(stores, {
    name: 'domains',
    atOnce: 10,
    lookEveryMs: 5_000,
    news: stores.pulse?.news('domains'),
    async look() {
      const [due, removed] = await Promise.all([listDue(db, new Date(), queuedAtOnce), listRemoved(db, queuedAtOnce)]);
      const job = (work: Job['work']) => (id: number) => ({ id: `${work}-${id}`, data: { id, work } });
      return [...due.map(job('check')), ...removed.map(job('clear-away'))];
    },
    async work({ id, work }, signal) {
      if (work === 'check') {
        const changed = await checkDueDomain({ config, db, ...(ca === undefined ? {} : { ca }) }, id, new Date());
        if (changed) await announce();
        return;
      }
      await deleteRest(db, config, id, { now: await getNow(db), stopping: signal });
      await announce();
    },
    onPoison: ({ id, work }, reason) => (work === 'check' ? recordFailedCheck(db, id, reason, new Date()) : undefined),
    onFailed: (err, job) => log.warn({ err, job }, 'a domain job failed; retrying'),
  });
}
