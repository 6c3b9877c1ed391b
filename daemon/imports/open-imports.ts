/** The engine of imports for processes that serve no redirects: the worker and the command line. */
import type { News } from '../../shared/jobs/pulse.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import { createHosts } from '../redirect/map/hosts.ts';
import { listServingDomains } from '../redirect/map/rows.ts';
import { watchLists } from '../safety/lists/watch-lists.ts';
import { createSafety } from '../safety/safety.ts';
import { linkEngine } from './engine.ts';
import type { ImportContext } from './import-context.ts';

const domainsEveryMs = 10_000;

/** The context of work that creates many links. `within` runs the work. */
export type LinkCreation = { context: ImportContext; within: <T>(work: () => Promise<T>) => Promise<T> };

export async function openImports(context: Omit<ImportContext, 'safety'>, listNews?: News) {
  const { db, config, log } = context;
  const hosts = createHosts(config.defaultShortDomain);
  const lists = await watchLists(db, log, listNews);
  const readDomains = async () => hosts.replace(await listServingDomains(db));
  const importing: ImportContext = { ...context, safety: createSafety({ config, hosts, lists: lists.lists }) };
  return {
    context: importing,
    engine: linkEngine(importing),
    /** Runs work that creates links, and keeps the list of this service's domains up to date while the work runs. */
    async within<T>(work: () => Promise<T>): Promise<T> {
      await readDomains();
      const domains = repeat(log, 'read the domains of this service', domainsEveryMs, { work: readDomains });
      try {
        return await work();
      } finally {
        await domains.stop();
      }
    },
    close: () => lists.stop(),
  };
}
