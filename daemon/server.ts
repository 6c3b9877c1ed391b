/**
 * Entry point of the redirect and link API process: opens its parts, listens, and shuts down without losing a
 * request.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { runEntry } from '../shared/process/entry.ts';
import { createRegistry, exposeProcess } from '../shared/process/metrics.ts';
import { onShutdown, signalReady } from '../shared/process/shutdown.ts';
import { startWatchdog } from '../shared/process/watchdog/watchdog.ts';
import { prepareFirstVisit } from './accounts/first-account.ts';
import { answerWhileLoading } from './answer-while-loading.ts';
import { boot } from './core/boot.ts';
import { openDaemon } from './daemon.ts';
import { serveTls } from './domains/serve-tls.ts';
import { reportHiddenLinks } from './links/hidden-links.ts';
import { snapshotFile } from './redirect/map/slug-map-lifecycle.ts';

/** The number that pm2 gives this process on its machine. The first process writes the files that all processes use. */
const instance = process.env.NODE_APP_INSTANCE ?? '0';
const isFirst = instance === '0';

runEntry('links', async () => {
  const booted = await boot('links', { withoutMysql: (config) => existsSync(snapshotFile(config)) });
  const { config, log, db } = booted;
  const stopAnswering = await answerWhileLoading(booted);
  const daemon = await openDaemon(booted, { writesSnapshot: isFirst });
  await prepareFirstVisit(daemon.context);
  if (isFirst) void reportHiddenLinks(daemon.context);
  const port = await daemon.app.listen(config.host, config.linksPort);
  if (config.linksSocket !== '') await daemon.app.listenOnFile(path.join(config.linksSocket, `links-${instance}.sock`));
  await stopAnswering();
  log.info({ port }, 'listening');
  const stopTls = await serveTls(daemon.app, { config, db, log, writes: isFirst });
  const registry = createRegistry('links', daemon.numbers);
  const closeOwnSocket = await exposeProcess(config.localDir, { name: 'links', registry, checks: daemon.checks });
  signalReady();
  startWatchdog('links', config, log);

  onShutdown(log, (config.drainSeconds + 8) * 1_000, [
    ['certificates', stopTls],
    ['service', () => daemon.close(config.drainSeconds * 1_000)],
    ['its own socket', closeOwnSocket],
  ]);
});
