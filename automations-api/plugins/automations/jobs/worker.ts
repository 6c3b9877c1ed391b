/** The worker that runs jobs in every process. */

import { startSiteJobs } from '../../../host/site-jobs.ts';
import type { Context } from '../context/context.ts';
import { listDueJobs } from './queries.ts';
import { workOnJob } from './run-job.ts';

const jobsAtOnce = 2;
const queuedAtOnce = 50;
const lookEveryMs = 500;

export function startJobs(context: Context): void {
  const { db, log } = context;
  startSiteJobs<{ id: number }>(context, {
    name: 'contact-jobs',
    atOnce: jobsAtOnce,
    lookEveryMs,
    news: context.watch(
      'jobs',
      `EXISTS (SELECT 1 FROM {prefix}automations_jobs
        WHERE status IN ('queued', 'running') AND due_at <= UTC_TIMESTAMP(3))`,
    ),
    look: async () =>
      (await listDueJobs(db, new Date(), queuedAtOnce)).map((id) => ({ id: `job-${id}`, data: { id } })),
    work: ({ id }, stopping, begin) => workOnJob(context, id, stopping, begin),
    inPieces: true,
    onFailed: (err, job) => log.warn({ err, job }, 'a contact job was interrupted; retrying'),
  });
}
