/** The redirect and link API process: opens the stores, loads the map, listens, and ends without losing a request. */
import { boot, runEntry } from '../shared/boot.ts';
import { mysqlCheck, redisCheck } from '../shared/health.ts';
import { openRedis } from '../shared/redis.ts';
import { onShutdown, tellReady } from '../shared/shutdown.ts';
import { createApp } from './app.ts';
import { createClickRecorder } from './clicks/recorder.ts';
import { nudgeChannel } from './redirect/changes.ts';
import { createHosts } from './redirect/hosts.ts';
import { createRedirect } from './redirect/redirect.ts';
import { SlugMap } from './redirect/slug-map.ts';
import { createSync } from './redirect/sync.ts';

runEntry('links', async () => {
  const { config, log, db, redisUrl } = await boot('links');
  const commands = openRedis(redisUrl, 'commands', log);
  const queueRedis = openRedis(redisUrl, 'queue', log);
  const subscriber = openRedis(redisUrl, 'subscriber', log);

  const map = new SlugMap();
  const sync = createSync({ db, map, log, everyMs: config.syncEveryMs, gapSeconds: config.feedGapSeconds });
  const channel = nudgeChannel(config.redisPrefix);
  subscriber.subscribe(channel).catch(() => {});
  subscriber.on('message', () => sync.nudge());
  const announceChanges = () => {
    sync.nudge();
    commands.publish(channel, '').catch(() => {});
  };

  const clicks = createClickRecorder(queueRedis, config.redisPrefix, log);
  const redirect = createRedirect({ map, hosts: createHosts(config.defaultShortDomain), record: clicks.record });
  const app = createApp({ config, db, log, announceChanges }, redirect, {
    sync: async () => (sync.state().loaded ? undefined : 'the links are being loaded'),
    mysql: mysqlCheck(db),
    redis: redisCheck(commands),
  });

  await sync.start();
  const port = await app.listen(config.host, config.linksPort);
  log.info({ port }, 'listening');
  tellReady();

  onShutdown(log, (config.drainSeconds + 8) * 1_000, [
    ['connections', () => app.drain(config.drainSeconds * 1_000)],
    ['sync', () => sync.stop()],
    ['clicks', () => clicks.close()],
    ['mysql', () => db.destroy()],
    ['redis', () => Promise.all([commands, queueRedis, subscriber].map((redis) => redis.disconnect()))],
  ]);
});
