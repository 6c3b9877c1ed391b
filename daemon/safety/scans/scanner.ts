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
import { type Connection, createConnection } from './connection.ts';
import type { ChainRules } from './follow-redirects.ts';
import { getPage } from './get-page.ts';
import { recheckMs } from './health.ts';
import type { createHostTurns } from './host-turns.ts';
import { createLookUp } from './resolve-name.ts';

/** Time limit of a visit that proves the connection. */
const visitMs = 10_000;

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
  connection: Connection;
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
   * Returns whether an IP address is allowed. By default, public addresses are allowed, and with
   * ALLOW_PRIVATE_DESTINATIONS all addresses.
   */
  isAllowed?: (address: string) => boolean;
  /** Time limit for following redirects, and for each DNS server. */
  redirectsMs?: number;
  /** Reports changed lists. */
  listNews?: News | undefined;
};

export async function createScanner(options: ScannerOptions): Promise<Scanner> {
  const { config, db, log, announceChanges, isAllowed, redirectsMs, listNews } = options;
  const hosts = createHosts(config.defaultShortDomain);
  const lists = await watchLists(db, log, listNews);
  const takeTurn = options.takeTurn ?? (async () => {});
  const request = {
    resolve: createLookUp(config.safety.resolvers, redirectsMs),
    isAllowed: isAllowed ?? (config.allowPrivateDestinations ? () => true : isPublicAddress),
    limitMs: redirectsMs,
  };
  const visit = async (url: URL) => {
    await takeTurn(url, 'later');
    await getPage(url, request, AbortSignal.timeout(visitMs));
    return true;
  };
  return {
    config,
    db,
    log,
    lists,
    rules: createRules(config, hosts, lists.lists),
    providers: configuredProviders(config),
    request,
    takeTurn,
    connection: createConnection((url) => visit(url).catch(() => false)),
    recheckMs: options.recheckMs ?? recheckMs,
    readDomains: async () => hosts.replace(await listServingDomains(db)),
    announceChanges,
  };
}
