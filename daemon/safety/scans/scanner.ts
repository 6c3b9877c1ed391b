/** The scanner's environment, opened once by the worker. */
import type { Config } from '../../../shared/config/config.ts';
import type { News } from '../../../shared/jobs/pulse.ts';
import type { Log } from '../../../shared/log/log.ts';
import { isPublicAddress } from '../../../shared/net/public-address.ts';
import type { Db } from '../../core/tables.ts';
import { createHosts } from '../../redirect/map/hosts.ts';
import { listServingDomains } from '../../redirect/map/rows.ts';
import type { CheckRules } from '../core/check.ts';
import { type WatchedLists, watchLists } from '../lists/watch-lists.ts';
import type { Providers } from '../providers/ask-providers.ts';
import { configuredProviders } from '../providers/configured.ts';
import { createRules } from '../safety.ts';
import type { ChainRules } from './follow-redirects.ts';
import { recheckMs } from './health.ts';
import type { createHostTurns } from './host-turns.ts';
import { createLookUp } from './resolve-name.ts';

type TakeTurn = ReturnType<typeof createHostTurns>;

export type Scanner = {
  config: Config;
  db: Db;
  log: Log;
  lists: WatchedLists;
  rules: CheckRules;
  providers: Providers;
  /** Rules for requests that follow redirects. */
  request: Omit<ChainRules, 'check' | 'takeTurn'>;
  takeTurn: TakeTurn;
  /** Reloads the domains that belong to this service. */
  readDomains: () => Promise<void>;
  announceChanges: () => void;
  /** Delay before a failed check is repeated. */
  recheckMs: number;
};

export type ScannerOptions = Pick<Scanner, 'config' | 'db' | 'log' | 'announceChanges'> & {
  takeTurn?: TakeTurn;
  recheckMs?: number;
  /**
   * Returns whether an IP address is allowed. By default public addresses are, or all with
   * ALLOW_PRIVATE_DESTINATIONS.
   */
  isAllowed?: (address: string) => boolean;
  /** Time limit for following redirects, and for each DNS server. */
  redirectsMs?: number;
  /** Reports changed lists. */
  listNews?: News | undefined;
};

export async function createScanner(options: ScannerOptions): Promise<Scanner> {
  const { config, db, log, announceChanges, isAllowed, redirectsMs, listNews, takeTurn } = options;
  const hosts = createHosts(config.defaultShortDomain);
  const lists = await watchLists(db, log, listNews);
  return {
    config,
    db,
    log,
    lists,
    rules: createRules(config, hosts, lists.lists),
    providers: configuredProviders(config),
    request: {
      resolve: createLookUp(config.safety.resolvers, redirectsMs),
      isAllowed: isAllowed ?? (config.allowPrivateDestinations ? () => true : isPublicAddress),
      limitMs: redirectsMs,
    },
    takeTurn: takeTurn ?? (async () => {}),
    recheckMs: options.recheckMs ?? recheckMs,
    readDomains: async () => hosts.replace(await listServingDomains(db)),
    announceChanges,
  };
}
