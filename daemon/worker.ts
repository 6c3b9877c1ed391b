/**
 * Entry point of the background process, which runs BullMQ jobs. Any number can run, since each job can safely run
 * twice.
 */
import { triedTables } from '../shared/db/rights-queries.ts';
import { storeChecks } from '../shared/http/health.ts';
import { runEntry } from '../shared/process/entry.ts';
import { createRegistry, exposeProcess, probePages, serveMetrics } from '../shared/process/metrics.ts';
import { giveWay } from '../shared/process/priority.ts';
import { onShutdown, signalReady } from '../shared/process/shutdown.ts';
import { storeNumbers } from '../shared/process/store-numbers.ts';
import { startWatchdog } from '../shared/process/watchdog/watchdog.ts';
import { openRedis } from '../shared/redis/redis.ts';
import { boot } from './core/boot.ts';
import { askPath, createAsk } from './domains/certificate-ask.ts';
import { healthNumbers } from './health/numbers.ts';
import { openLinksPulse } from './pulse/open-pulse.ts';
import { warehouseNumbers } from './warehouse/numbers.ts';
import { startDomainChecks } from './workers/check-domains.ts';
import { startClickWorker } from './workers/click-worker.ts';
import { startContactLinks } from './workers/create-contact-links.ts';
import { startForgetting } from './workers/delete-expired.ts';
import { startClearingAway } from './workers/delete-remains.ts';
import { startWebhooks } from './workers/deliver-webhooks.ts';
import { startFetchingLogos } from './workers/fetch-logos.ts';
import { startFollowingClicks } from './workers/follow-clicks.ts';
import { startFollowingTags } from './workers/follow-tags.ts';
import { startBeating } from './workers/heartbeat.ts';
import { startListRefresh } from './workers/refresh-safety-lists.ts';
import { startCertificateOrders } from './workers/renew-certificates.ts';
import { startImports } from './workers/run-imports.ts';
import { startMaintenance } from './workers/run-maintenance.ts';
import { startScans } from './workers/scan-link.ts';
import { startMails } from './workers/send-mails.ts';
import { startReports } from './workers/send-reports.ts';
import { startWarehouse } from './workers/send-to-warehouse.ts';
import { startBilling } from './workers/update-billing.ts';
import type { WorkerStores } from './workers/worker-stores.ts';

/**
 * True for the machine's first process, by pm2's number. This process serves the metrics of all processes, and its own
 * probes.
 */
const isFirst = (process.env.NODE_APP_INSTANCE ?? '0') === '0';

/** Starts the work that sends data out or calls other servers. A demo runs without it. */
const startOutbound = async (stores: WorkerStores) => [
  startMails(stores),
  startReports(stores),
  startDomainChecks(stores),
  startFetchingLogos(stores),
  startListRefresh(stores),
  await startScans(stores),
  await startCertificateOrders(stores),
  await startWebhooks(stores),
  ...(stores.config.clicksExport.url === '' ? [] : [startWarehouse(stores)]),
];

runEntry('links-worker', async () => {
  const { config, log, db, redisUrl } = await boot('links-worker', { isBackground: true });
  // The priority is lowered only now, because on a busy machine a slow start would exceed time limits.
  giveWay();
  startWatchdog('links-worker', config, log);
  const queue = openRedis(redisUrl, 'queue', log);
  const commands = openRedis(redisUrl, 'commands', log);
  const subscriber = openRedis(redisUrl, 'subscriber', log);
  const pulse = openLinksPulse({ config, db, commands, subscriber, log });
  const stores = { config, db, queue, commands, subscriber, log, pulse };
  const clicks = await startClickWorker(stores);
  const maintenance = startMaintenance(stores);
  const clearing = startClearingAway(stores);
  const tags = startFollowingTags(stores);
  const orders = startFollowingClicks(stores);
  const imports = await startImports(stores);
  const contactLinks = startContactLinks(stores, imports.creation);
  const outbound = config.demo ? [] : await startOutbound(stores);
  const stopBeating = startBeating(config, db, log);
  const stopForgetting = startForgetting(config, db, log);
  const stopBilling = startBilling(config, db, log);
  const checks = storeChecks({ db, table: triedTables.links, redis: commands, redisPrefix: config.redisPrefix });
  const closeMetrics =
    isFirst && config.metricsPort > 0
      ? await serveMetrics(
          config.localDir,
          { host: config.metricsHost, port: config.metricsPort, names: config.metricsNames },
          log,
          { [askPath]: createAsk(config, db), ...probePages(checks) },
        )
      : undefined;
  log.info('working');
  const closeOwnSocket = await exposeProcess(config.localDir, {
    name: 'links-worker',
    registry: createRegistry('links-worker', {
      ...storeNumbers({ config, db, redis: commands }),
      ...pulse.numbers,
      ...warehouseNumbers(db, config),
      ...healthNumbers(db, config),
    }),
    checks,
  });
  signalReady();

  onShutdown(log, 30_000, [
    ['pulse', () => pulse.close()],
    ['clicks', () => clicks.close()],
    ['maintenance', () => maintenance.close()],
    ['links in emails', () => contactLinks.close()],
    ['imports', () => imports.close()],
    ['deleting old data', () => clearing.close()],
    ['tags', () => Promise.all([tags.close(), orders.close()])],
    ['outbound work', () => Promise.all(outbound.map((work) => work.close()))],
    ['heartbeat', stopBeating],
    ['old data', stopForgetting],
    ['billing', stopBilling],
    ['metrics', () => Promise.all([closeOwnSocket(), closeMetrics?.()])],
    ['mysql', () => db.destroy()],
    ['redis', () => Promise.all([queue, commands, subscriber].map((redis) => redis.disconnect()))],
  ]);
});
