/** Jobs that the processes of a site share out. */
import { type DueWork, type Started, startDueJobs } from '../../../../shared/jobs/due-jobs.ts';
import type { PluginApi } from '../../../host/plugin.ts';
import type { AutomationsTables } from '../core/tables.ts';

/** A killed process's job is taken up by another after about this time. */
const lockMs = 10_000;

/** They end with the plugin, before what was begun earlier. */
export function startSiteJobs<Data>(api: PluginApi<AutomationsTables>, work: DueWork<Data>): Started {
  const { config, log, openRedis, onStop } = api;
  const stores = { config, log, queue: openRedis('queue'), commands: openRedis('commands') };
  const jobs = startDueJobs<Data>(stores, {
    ...work,
    // Sites that share a Redis differ in the prefix of their tables, and the ids of their rows do not.
    name: `${config.tablePrefix}${work.name}`,
    settings: { lockDuration: lockMs, stalledInterval: lockMs / 2 },
  });
  onStop(() => jobs.close());
  return jobs;
}
