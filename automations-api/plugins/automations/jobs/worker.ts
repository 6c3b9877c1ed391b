/** Lets every process work at jobs. */
import { startDueJobs } from '../../../../shared/due-jobs.ts';
import type { Context } from '../context.ts';
import { listDueJobs } from './queries.ts';
import { workAtJob } from './work-at-job.ts';

const jobsAtOnce = 2;
const queuedAtOnce = 50;
const lookEveryMs = 500;
const lockMs = 10_000;

export function startJobs(context: Context): void {
  const { config, db, log, openRedis, onStop } = context;
  const stores = { config, log, queue: openRedis('queue'), commands: openRedis('commands') };
  const worker = startDueJobs<{ id: number }>(stores, {
    // Sites that share a Redis differ in the prefix of their tables.
    name: `${config.tablePrefix}contact-jobs`,
    atOnce: jobsAtOnce,
    lookEveryMs,
    look: async () =>
      (await listDueJobs(db, new Date(), queuedAtOnce)).map((id) => ({ id: `job-${id}`, data: { id } })),
    work: ({ id }, stopping) => workAtJob(context, id, stopping),
    // A killed worker's job is taken up by another after about this time.
    settings: { lockDuration: lockMs, stalledInterval: lockMs / 2 },
    onFailed: (err, job) => log.warn({ err, job }, 'a job of contacts could not go on; tried again'),
  });
  onStop(() => worker.close());
}
