/** The worker that keeps the threat lists of SAFETY_LISTS up to date. */
import { type Started, startDueJobs } from '../../shared/jobs/due-jobs.ts';
import { toSource } from '../safety/lists/download.ts';
import { findDueLists } from '../safety/lists/due-lists.ts';
import { refreshList } from '../safety/lists/refresh.ts';
import type { WorkerStores } from './worker-stores.ts';

type Job = { name: string };

export function startListRefresh(stores: WorkerStores): Started {
  const { config, db, log } = stores;
  const { lists, listMegabytes } = config.safety;
  const sources = new Map(lists.map(toSource).map((source) => [source.name, source]));
  return startDueJobs<Job>(stores, {
    name: 'safety-lists',
    atOnce: 1,
    lookEveryMs: 2_000,
    news: stores.pulse?.news('lists'),
    async look() {
      const due = await findDueLists(db, config.safety, [...sources.keys()], Date.now());
      return due.map((name) => ({ id: `list-${name.slice(-6)}`, data: { name } }));
    },
    async work({ name }) {
      const source = sources.get(name);
      if (!source) return;
      const refreshed = await refreshList(db, source, { limit: listMegabytes * 2 ** 20 }, new Date());
      if (refreshed.state === 'failed') {
        log.warn(
          { list: name, error: refreshed.error },
          'a threat list could not be loaded; its last good content stays in use',
        );
      } else if (refreshed.state === 'changed') {
        log.info({ list: name, entries: refreshed.entries }, 'a threat list changed');
      }
    },
    onFailed: (err, { name }) => log.warn({ err, list: name }, 'a threat list could not be refreshed'),
  });
}
