/** Queued jobs that the processes of a site share. */
import { type DueWork, type Started, startDueJobs } from '../../shared/jobs/due-jobs.ts';
import type { PluginApi } from './plugin.ts';

/**
 * The time after which another process takes over a killed process's job. Such jobs are looked for three times as
 * often.
 */
const lockMs = 6_000;

type Api = Pick<PluginApi, 'config' | 'log' | 'openRedis' | 'onStop'>;

/** Starts a worker for due jobs. It stops with the plugin. */
export function startSiteJobs<Data>({ config, log, openRedis, onStop }: Api, work: DueWork<Data>): Started {
  const stores = { config, log, queue: openRedis('queue'), commands: openRedis('commands') };
  const jobs = startDueJobs<Data>(stores, {
    ...work,
    // The prefix separates sites that share a Redis, because their row ids can be equal.
    name: `${config.tablePrefix}${work.name}`,
    settings: { lockDuration: lockMs, stalledInterval: lockMs / 3 },
  });
  onStop(() => jobs.close());
  return jobs;
}
