/** The entry of the contact automation service. */
import { openDb } from '../shared/db/db.ts';
import { triedTables } from '../shared/db/rights-queries.ts';
import { mysqlCheck, storeChecks } from '../shared/http/health.ts';
import { inSources } from '../shared/log/source-lines.ts';
import { dbOptions, prepare } from '../shared/process/boot.ts';
import { runEntry } from '../shared/process/entry.ts';
import { createRegistry, exposeProcess } from '../shared/process/metrics.ts';
import { onShutdown, signalReady } from '../shared/process/shutdown.ts';
import { storeNumbers } from '../shared/process/store-numbers.ts';
import { openRedis } from '../shared/redis/redis.ts';
import { createApp } from './app.ts';
import { openPeople } from './host/people-database.ts';
import type { HostTables } from './host/tables.ts';
import { findCulprit } from './host/watchdog/faults.ts';
import { watchPlugins } from './host/watchdog/record-plugin-faults.ts';

runEntry('automations', async () => {
  const { config, log, mysqlUrl, redisUrl } = await prepare('automations');
  // An unhandled rejection in a plugin must not end the process.
  process.on('unhandledRejection', (err) => {
    const plugin = findCulprit(inSources((err as Error | undefined)?.stack ?? ''), config);
    log.error({ err, plugin }, 'unhandled rejection');
  });
  watchPlugins(config, log);
  const db = openDb<HostTables>(mysqlUrl, dbOptions(config));
  const redis = openRedis(redisUrl, 'commands', log);
  const table = triedTables.contacts(config.tablePrefix);
  const people = openPeople({ config, mysqlUrl });
  const checks = storeChecks(
    { db, table, redis, redisPrefix: config.redisPrefix },
    config.peopleUrl === '' ? {} : { people: mysqlCheck(people) },
  );
  const { http, host, stop } = await createApp({ config, log, db, mysqlUrl, redisUrl }, checks);
  const port = await http.listen(config.automationsHost, config.automationsPort);
  log.info({ port }, 'listening');
  if (new URL(config.siteUrl).pathname !== '/')
    log.warn('SITE_URL has a path: the admin application works only without one');
  const registry = createRegistry('automations', {
    ...storeNumbers({ config, db, redis }),
    ...host.pulse.numbers(),
  });
  const closeOwnSocket = await exposeProcess(config.localDir, { name: 'automations', registry, checks });
  signalReady();

  onShutdown(log, (config.drainSeconds + 8) * 1_000, [
    ['connections', () => http.drain(config.drainSeconds * 1_000)],
    ['plugins', stop],
    ['its own socket', closeOwnSocket],
    ['mysql', () => db.destroy()],
    ['people', () => people.destroy()],
    ['redis', () => redis.disconnect()],
  ]);
});
