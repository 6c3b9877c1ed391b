/** The assembly of a redirect and API process from its stores, for the entry point, the tests and the benchmarks. */
import type { Redis } from 'ioredis';
import { keepChecks } from '../shared/check/keep-checks.ts';
import { openBeside, withinMs } from '../shared/db/db.ts';
import { triedTables } from '../shared/db/rights-queries.ts';
import { mysqlCheck, type ReadyChecks, storeChecks } from '../shared/http/health.ts';
import type { HttpRequest } from '../shared/http/route.ts';
import type { HttpServer } from '../shared/http/server.ts';
import type { Pulse } from '../shared/jobs/pulse.ts';
import type { AccessChange } from '../shared/people/access-changes.ts';
import { Factors } from '../shared/people/factors/factors.ts';
import { passkeySite } from '../shared/people/factors/passkeys.ts';
import { isKnownNetwork } from '../shared/people/network-queries.ts';
import type { Readings } from '../shared/process/metrics.ts';
import { closeAll } from '../shared/process/shutdown.ts';
import { storeNumbers } from '../shared/process/store-numbers.ts';
import { openRedis } from '../shared/redis/redis.ts';
import { openFirstVisitCodes } from '../shared/secrets/first-visit-codes.ts';
import { deriveKey, openKeyedHash } from '../shared/secrets/installation-secret.ts';
import { openKeyCipher } from '../shared/secrets/key-cipher.ts';
import { createSecrets } from '../shared/webhooks/secrets.ts';
import type { Context } from './api/context.ts';
import { openLaggingReads } from './api/lagging-reads.ts';
import { createRateLimits } from './api/rate-limits.ts';
import { createTryLimits } from './api/try-limits.ts';
import { createApp } from './app.ts';
import { announceChanges, onAnnouncedChanges } from './change-feed/nudge.ts';
import { SharedClickLimitCounter } from './clicks/click-limit-counter.ts';
import { findLimitCounts } from './clicks/click-limit-queries.ts';
import { startClicks } from './clicks/clicks.ts';
import type { Booted } from './core/boot.ts';
import type { Db } from './core/tables.ts';
import { compareMachines } from './health/compare-machines.ts';
import { Access } from './identity/access.ts';
import { passwordNumbers } from './identity/passwords.ts';
import { createSessionCookie } from './identity/session-cookie.ts';
import { type LinkNews, openLinksPulse } from './pulse/open-pulse.ts';
import { qrNumbers } from './qr/draw.ts';
import { Chooser } from './redirect/choose.ts';
import { createClients } from './redirect/client.ts';
import { createOpenings } from './redirect/core/preview-tokens.ts';
import { openGeo } from './redirect/geo.ts';
import { rowsIn, toMessages } from './redirect/map/handed-rows.ts';
import { openSlugMap, type SlugMapLifecycle } from './redirect/map/slug-map-lifecycle.ts';
import { type OwnNetworks, openOwnNetworks } from './redirect/own-networks.ts';
import { createRedirect } from './redirect/redirect.ts';
import { createTryLimit } from './redirect/try-limit.ts';
import { watchLists } from './safety/lists/watch-lists.ts';
import { createSafety } from './safety/safety.ts';
import { openSites } from './sites.ts';
import { openClickStream } from './stats/click-stream.ts';
import { costlyNumbers } from './stats/costly-queue.ts';
import { openClickScanner } from './stats/scan/click-scanner.ts';
import { openUnknownPaths } from './stats/store-unknown-paths.ts';

export type DaemonOptions = {
  /** True for one process per machine. This process writes the snapshot of the slug map. */
  writesSnapshot: boolean;
  /** False if redirects record no clicks. */
  recordsClicks?: boolean;
  /** The built dashboard's folder, if it is not in its usual place. */
  dashboardFolder?: string;
};

export type Daemon = {
  app: HttpServer;
  context: Context;
  slugMap: SlugMapLifecycle;
  numbers: Readings;
  checks: ReadyChecks;
  /**
   * Closes every part, including the stores, even if another part fails to close. Open connections get `drainMs` to end
   * by themselves. @throws if a part failed
   */
  close(drainMs?: number): Promise<void>;
};

const feedConnections = 2;
/**
 * Time limit for a query of a link's count. Until the count is known, this process does not report clicks on the link
 * to other processes.
 */
const findLimitCountsMs = 500;

/** Opens a process. Resolves as soon as redirects can be served; nothing listens yet. */
export async function openDaemon(stores: Booted, options: DaemonOptions): Promise<Daemon> {
  const { config, log, db } = stores;
  const parts = await openParts(stores, options);
  const { commands: redis, clients, pulse, slugMap, clicks, lists } = parts;
  const context = await createContext(stores, parts);
  const comparison = options.writesSnapshot ? compareMachines({ config, db, redis, log }) : undefined;
  const needed = storeChecks(
    { db, table: triedTables.links, redis, redisPrefix: config.redisPrefix },
    { sync: async () => slugMap.fault() },
  );
  const checks = { ...needed, traffic: { sync: () => slugMap.isBehind(mysqlCheck(db)) } };
  const hot = createHotPath(context, parts);
  const app = createApp(context, { hot, onConnection: clients.connected }, checks, {
    sites: openSites(options.dashboardFolder),
    onRequest: () => pulse.stir(),
  });
  return {
    app,
    context,
    slugMap,
    numbers: {
      ...storeNumbers({ config, db, redis }),
      ...slugMap.numbers,
      ...pulse.numbers,
      ...clicks.numbers,
      ...lists.numbers,
      ...passwordNumbers,
      ...qrNumbers,
      ...costlyNumbers,
    },
    checks,
    close: (drainMs) =>
      closeAll(log, [
        ['click stream', () => parts.clickStream.close()],
        ['click scanner', () => parts.clickScanner.close()],
        ['connections', () => (drainMs === undefined ? app.close() : app.drain(drainMs))],
        ['replica', async () => parts.laggingReads?.close()],
        ['pulse', () => pulse.close()],
        ['slug map', () => slugMap.stop()],
        ['own networks', () => parts.ownNetworks.close()],
        ['comparison of machines', () => comparison?.stop()],
        ['threat lists', () => lists.stop()],
        ['clicks', () => clicks.close()],
        ['unknown paths', () => parts.unknownPaths.close()],
        ['click limits', () => parts.clickLimits.close()],
        ['geo', () => parts.geo.close()],
        ['mysql', () => Promise.all([db.destroy(), parts.feedDb.destroy()])],
        ['redis', () => [redis, parts.subscriber].map((connection) => connection.disconnect())],
      ]),
  };
}

type Parts = Awaited<ReturnType<typeof openParts>>;

/** Opens everything that runs or keeps a connection until the process ends. */
async function openParts(stores: Booted, options: DaemonOptions) {
  const { config, log, db, redisUrl } = stores;
  const commands = openRedis(redisUrl, 'commands', log);
  const subscriber = openRedis(redisUrl, 'subscriber', log);
  const geo = await openGeo(config.geoDatabase, log);
  const clients = createClients(config, geo.country);
  // Requests to an unresponsive server can use up every connection of the main pool, so the feed has its own.
  const feedDb = openBeside(db, feedConnections);
  const pulse = openLinksPulse({ config, db: feedDb, commands, subscriber, log });
  const ownNetworks = openOwnNetworks(feedDb, clients, log);
  const { access, slugMap } = await openAccessAndMap(stores, { feedDb, ownNetworks, pulse }, options.writesSnapshot);
  onAnnouncedChanges(subscriber, config.redisPrefix, (message) => slugMap.sync.take(rowsIn(message)));
  const clickLimits = new SharedClickLimitCounter({
    redis: commands,
    subscriber,
    redisPrefix: config.redisPrefix,
    findLimitCounts: (linkIds) => findLimitCounts(withinMs(db, findLimitCountsMs), linkIds),
  });
  return {
    commands,
    subscriber,
    geo,
    clients,
    feedDb,
    pulse,
    access,
    slugMap,
    ownNetworks,
    clickLimits,
    unknownPaths: openUnknownPaths(db, log),
    clicks: await openClicks(stores, options, { commands, clients, clickLimits }),
    lists: await watchLists(db, log, pulse.news('lists')),
    chooser: new Chooser({ clients, key: await deriveKey(config, 'variants') }),
    hash: await openKeyedHash(config),
    openings: createOpenings(await deriveKey(config, 'openings')),
    clickStream: openClickStream({ db, commands, subscriber, config }),
    clickScanner: openClickScanner(db),
    laggingReads: openLaggingReads({ config, redis: commands, openScanner: openClickScanner }),
  };
}

async function createContext({ config, db, log }: Booted, parts: Parts): Promise<Context> {
  const { commands, clients, geo, access, slugMap, lists, hash, openings } = parts;
  const { clickStream, clickScanner, laggingReads } = parts;
  const addressOf = ({ ip, headers }: HttpRequest) => clients.address(ip, { getHeader: (name) => headers[name] ?? '' });
  return {
    config,
    db,
    log,
    access,
    cookie: createSessionCookie(config),
    limits: createRateLimits(config, commands, addressOf),
    tries: createTryLimits(commands, config, {
      hash,
      knows: (email, network) => isKnownNetwork(db, hash, email, { network, now: new Date() }),
    }),
    keyedHash: hash,
    firstVisits: await openFirstVisitCodes(config),
    addressOf,
    findDomain: slugMap.hosts.find,
    countryOf: geo.country,
    clickStream,
    clickScanner,
    laggingReads,
    safety: createSafety({ config, hosts: slugMap.hosts, lists: lists.lists }),
    health: keepChecks(async () => (await import('../shared/check/checks.ts')).linksChecks, {
      config,
      links: db,
      redis: commands,
    }),
    factors: new Factors({
      cipher: await openKeyCipher(config, 'factors'),
      hash,
      site: passkeySite(config.baseUrl, 'Waypost'),
      issuer: `Waypost ${new URL(config.baseUrl).hostname}`,
    }),
    webhookSecrets: createSecrets(await openKeyCipher(config, 'webhooks')),
    shareSecrets: createSecrets(await openKeyCipher(config, 'shares')),
    openings,
    announceChanges(newLinks = []) {
      slugMap.sync.take(newLinks);
      for (const message of toMessages(newLinks)) void announceChanges(commands, config.redisPrefix, message);
    },
  };
}

const createHotPath = (
  { config }: Context,
  { commands, clients, chooser, slugMap, ownNetworks, clickLimits, clicks, hash, openings, unknownPaths }: Parts,
) =>
  createRedirect({
    current: slugMap.current,
    hosts: slugMap.hosts,
    rootUrl: config.rootUrl,
    unknownPaths: unknownPaths.paths,
    clients,
    chooser,
    record: clicks.record,
    ownNetworks,
    clickLimits,
    catchUp: () => slugMap.sync.catchUp(),
    tries: createTryLimit(commands, config.redisPrefix, hash),
    openings,
    secure: config.baseUrl.startsWith('https:'),
  });

/** Opens the access cache together with the slug map, whose feed reports the changes that invalidate the cache. */
async function openAccessAndMap(
  { config, db, log }: Booted,
  { feedDb, ownNetworks, pulse }: { feedDb: Db; ownNetworks: OwnNetworks; pulse: Pulse<LinkNews> },
  writes: boolean,
) {
  let slugMap: SlugMapLifecycle | undefined;
  const access = new Access({
    db,
    log,
    sessionDays: config.sessionDays,
    knownUntil: () => slugMap?.sync.knownUntil() ?? 0,
  });
  const onAccessChange = (changes: AccessChange[] | 'all') => {
    access.forget(changes);
    ownNetworks.changed(changes);
  };
  slugMap = await openSlugMap({ config, db: feedDb, log, writes, onAccessChange, pulse });
  return { access, slugMap };
}

type ClickParts = {
  commands: Redis;
  clients: ReturnType<typeof createClients>;
  clickLimits: SharedClickLimitCounter;
};

const openClicks = async (
  { config, db, log }: Booted,
  { recordsClicks = true }: DaemonOptions,
  { commands, ...parts }: ClickParts,
) =>
  recordsClicks
    ? startClicks({ config, db, log, redis: commands, ...parts })
    : { record: () => {}, numbers: {}, close: async () => {} };
