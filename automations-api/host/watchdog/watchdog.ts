/**
 * Watches the process from a thread of its own: where a plugin holds the loop for ever, nothing else in the process runs, the
 * handling of signals included. The thread names the plugin and ends the process, which its manager starts again.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Config } from '../../../shared/config/config.ts';
import type { Log } from '../../../shared/log/log.ts';
import { inSources } from '../../../shared/log/source-lines.ts';
import { builtRoot } from '../../../shared/paths.ts';
import { faultFolder, findCulprit, type PluginPlaces, writeFault } from './faults.ts';

/** Data passed to the thread. `beats` grows while the loop runs. */
export type Watched = { beats: Int32Array; folder: string; places: PluginPlaces; level: string; logDirectory: string };

const beatEveryMs = 2_000;

/** Runs until the process ends, which it does not keep alive. */
export function startWatchdog(config: Config, log: Log): void {
  const { localDir, pluginsDir, pluginPackages, logLevel, logDirectory } = config;
  const places = { pluginsDir, pluginPackages };
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const folder = faultFolder(localDir);
  setInterval(() => Atomics.add(beats, 0, 1), beatEveryMs).unref();
  const watched: Watched = { beats, folder, places, level: logLevel, logDirectory };
  const thread = new Worker(path.join(builtRoot, 'automations-api/host/watchdog/watchdog-thread.js'), {
    workerData: watched,
    resourceLimits: { maxOldGenerationSizeMb: 32 },
  });
  thread.on('error', (err) => log.error({ err }, 'the watchdog stopped'));
  thread.unref();
  // The process ends of it; see `onShutdown`.
  process.on('uncaughtException', (error) => noteThrown(error, folder, places, log));
}

/** Names the plugin that threw when nobody waited for it any more, such as in a timer. */
function noteThrown(error: unknown, folder: string, places: PluginPlaces, log: Log): void {
  const { stack = '', message } = error instanceof Error ? error : new Error(String(error));
  const from = findCulprit(inSources(stack), places);
  if (from === undefined) return;
  log.error({ plugin: from }, 'a plugin threw an uncaught error');
  try {
    writeFault(folder, {
      from,
      reason: `it threw where nobody could catch it: ${message}`,
      at: new Date().toISOString(),
    });
  } catch (err) {
    log.error({ err }, "a plugin's fault could not be recorded");
  }
}
