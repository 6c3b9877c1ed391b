/** Queued jobs that the processes of a site share. */
import { type DueWork, type Started, startDueJobs } from '../../../../shared/jobs/due-jobs.ts';
import type { PluginApi } from '../../../host/plugin.ts';
import type { AutomationsTables } from '../core/tables.ts';

/** The time after which another process takes over a killed process's job. */
const lockMs = 10_000;

/** Starts a worker for due jobs. It stops with the plugin. */
export function startSiteJobs<Data>(api: PluginApi<AutomationsTables>, work: DueWork<Data>): Started {
  const { config, log, openRedis, onStop } = api;
  const stores = { config, log, queue: openRedis('queue'), commands: openRedis('commands') };
  const jobs = startDueJobs<Data>(stores, {
    ...work,
    // The prefix separates sites that share a Redis, because their row ids can be equal.
    name: `${config.tablePrefix}${work.name}`,
    settings: { lockDuration: lockMs, stalledInterval: lockMs / 2 },
  });
  onStop(() => jobs.close());
  return jobs;
}
