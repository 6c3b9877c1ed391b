/** Takes over the clicks that are due, in one process at a time; it ends with the plugin. */
import { type Started, startDueJobs } from '../../../../shared/due-jobs.ts';
import type { Context } from '../context.ts';
import type { Binding } from './binding.ts';
import { listDueContacts } from './links-queries.ts';
import { takeSome } from './take-over.ts';

const lookEveryMs = 1_000;
const lockMs = 10_000;

export function startTakingClicks(context: Context, binding: () => Promise<Binding | undefined>): Started {
  const { config, db, log, openRedis, onStop } = context;
  const stores = { config, log, queue: openRedis('queue'), commands: openRedis('commands') };
  const jobs = startDueJobs<{ siteId: number }>(stores, {
    // Sites that share a Redis differ in the prefix of their tables.
    name: `${config.tablePrefix}automations-clicks`,
    atOnce: 1,
    lookEveryMs,
    async look() {
      const siteId = (await binding())?.siteId;
      if (siteId === undefined) return [];
      const until = new Date(Date.now() - config.contactClicks.waitSeconds * 1_000);
      const due = await listDueContacts(db, config, siteId, until, 1);
      return due.length === 0 ? [] : [{ id: `site-${siteId}`, data: { siteId } }];
    },
    async work({ siteId }, stopping) {
      while (!stopping.aborted && (await takeSome(context, siteId, new Date())));
    },
    // A killed process's job is taken up by another after about this time.
    settings: { lockDuration: lockMs, stalledInterval: lockMs / 2 },
    onFailed: (err) => log.warn({ err }, 'clicks of contacts could not be taken over; tried again'),
  });
  onStop(() => jobs.close());
  return jobs;
}
