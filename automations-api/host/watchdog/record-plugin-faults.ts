/**
 * The record of the plugin that blocks the process or threw an uncaught error. The next process counts these faults.
 */
import type { Config } from '../../../shared/config/config.ts';
import type { Log } from '../../../shared/log/log.ts';
import { inSources } from '../../../shared/log/source-lines.ts';
import { startWatchdog } from '../../../shared/process/watchdog/watchdog.ts';
import { faultFolder, findCulprit, writeFault } from './faults.ts';
import type { HangData } from './read-hang.ts';

export function watchPlugins(config: Config, log: Log): void {
  const { localDir, pluginsDir, pluginPackages } = config;
  const data: HangData = { folder: faultFolder(localDir), places: { pluginsDir, pluginPackages } };
  startWatchdog('automations', config, log, { module: 'automations-api/host/watchdog/read-hang.js', data });
  // Only records the fault: `onShutdown` then ends the process.
  process.on('uncaughtException', (error) => recordThrown(error, data, log));
}

/** Records the plugin that threw an uncaught error, for example in a timer. */
function recordThrown(error: unknown, { folder, places }: HangData, log: Log): void {
  const { stack = '', message } = error instanceof Error ? error : new Error(String(error));
  const from = findCulprit(inSources(stack), places);
  if (from === undefined) return;
  log.error({ plugin: from }, 'a plugin threw an uncaught error');
  try {
    writeFault(folder, {
      from,
      reason: `it threw an error that nothing could catch: ${message}`,
      at: new Date().toISOString(),
    });
  } catch (err) {
    log.error({ err }, "a plugin's fault could not be recorded");
  }
}
