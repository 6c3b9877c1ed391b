/** The redirect and link API process: opens the stores, loads the map, listens, and ends without losing a request. */
import { existsSync } from 'node:fs';
import { boot, runEntry } from '../shared/boot.ts';
import { mysqlCheck, redisCheck } from '../shared/health.ts';
import type { HttpRequest } from '../shared/http/route.ts';
import { createRegistry, exposeMetrics } from '../shared/metrics.ts';
import { openRedis } from '../shared/redis.ts';
import { onShutdown, tellReady } from '../shared/shutdown.ts';
import { createRateLimits } from './api/rate-limits.ts';
import { createTryLimits } from './api/try-limits.ts';
import { createApp } from './app.ts';
import { nudgeChannel } from './change-feed/changes.ts';
import { startClicks } from './clicks/clicks.ts';
import { serveTls } from './domains/serve-tls.ts';
import { createAccess } from './identity/access.ts';
import { createClients } from './redirect/client.ts';
import { openGeo } from './redirect/geo.ts';
import { snapshotFile, startKeeper } from './redirect/map/slug-map-lifecycle.ts';
import { createRedirect } from './redirect/redirect.ts';
import { createTryLimit } from './redirect/try-limit.ts';
import { followLists } from './safety/lists/watch-lists.ts';
import { createSafety } from './safety/safety.ts';
import { createLiveFeed } from './stats/click-stream.ts';

/** pm2 numbers the instances of a machine; the first writes the snapshot for all. */
const isFirst = (process.env.NODE_APP_INSTANCE ?? '0') === '0';

runEntry('links', async () => {
  const { config, log, db, redisUrl } = await boot('links', { withoutMysql: (c) => existsSync(snapshotFile(c)) });
  const geo = await openGeo(config.geoDatabase, log);
  const clients = createClients(config, geo.country);
  const commands = openRedis(redisUrl, 'commands', log);
  const subscriber = openRedis(redisUrl, 'subscriber', log);

  const access = createAccess({
    db,
    log,
    sessionDays: config.sessionDays,
    knownUntil: () => keeper.sync.state().lastReadAt,
  });
  const keeper = await startKeeper({ config, db, log, writes: isFirst, onAccessChange: access.forget });
  const { sync } = keeper;
  const channel = nudgeChannel(config.redisPrefix);
  subscriber.subscribe(channel).catch(() => {});
  subscriber.on('message', (name) => name === channel && sync.nudge());
  const announceChanges = () => {
    sync.nudge();
    commands.publish(channel, '').catch(() => {});
  };

  const clicks = await startClicks({ config, db, redis: commands, clients, country: geo.country, log });
  const redirect = createRedirect({
    live: keeper.live,
    hosts: keeper.hosts,
    clients,
    record: clicks.record,
    catchUp: sync.catchUp,
    tries: createTryLimit(commands, config.redisPrefix),
    secure: config.baseUrl.startsWith('https:'),
  });
  const addressOf = ({ ip, headers }: HttpRequest) => clients.address(ip, { getHeader: (name) => headers[name] ?? '' });
  const limits = createRateLimits(config, commands, addressOf);
  const tries = createTryLimits(commands, config);
  const threats = await followLists(db, log);
  const safety = createSafety({ config, hosts: keeper.hosts, lists: threats.lists, redis: commands });
  const live = createLiveFeed({ db, commands, subscriber, config });
  const app = createApp(
    { config, db, log, access, limits, tries, addressOf, live, safety, announceChanges },
    redirect,
    (host) => keeper.hosts.find(host) > 0,
    {
      sync: async () => keeper.fault(),
      mysql: mysqlCheck(db),
      redis: redisCheck(commands),
    },
  );
  const closeMetrics = await exposeMetrics(
    config.localDir,
    createRegistry('links', { ...keeper.numbers, ...clicks.numbers, ...threats.numbers }),
  );
  const port = await app.listen(config.host, config.linksPort);
  log.info({ port }, 'listening');
  const stopTls = await serveTls(app, { config, db, log, writes: isFirst });
  tellReady();

  onShutdown(log, (config.drainSeconds + 8) * 1_000, [
    ['live clicks', () => live.close()],
    ['connections', () => app.drain(config.drainSeconds * 1_000)],
    ['certificates', stopTls],
    ['slug map', () => keeper.stop()],
    ['threat lists', () => threats.stop()],
    ['clicks', () => clicks.close()],
    ['metrics', closeMetrics],
    ['geo', () => geo.close()],
    ['mysql', () => db.destroy()],
    ['redis', () => Promise.all([commands, subscriber].map((redis) => redis.disconnect()))],
  ]);
});
