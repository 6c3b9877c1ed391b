/**
 * A watchdog for hanging code. If code blocks the event loop forever, nothing else in the process runs, not even signal
 * handlers. A separate thread then logs the stack and ends the process, and its manager restarts it.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Config } from '../../config/config.ts';
import type { Log } from '../../log/log.ts';
import { builtRoot } from '../../paths.ts';

/** Data passed to the thread. `beats` grows while the loop runs. */
export type Watched = { beats: Int32Array; name: string; level: string; logDirectory: string };

/** A module in the build that exports `readHang`, and the data for its call. */
export type HangReaderSource = { module: string; data: unknown };

/** A function that the thread calls before the process ends; it returns fields for the log line. */
export type HangReader = (stack: string, seconds: number, data: unknown) => object;

const beatEveryMs = 2_000;
/** The thread needs about 8 MB; without limits its heap would grow. */
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

let thread: Worker | undefined;

/**
 * Watches until the process ends; the thread does not keep it alive. Services in one process share a thread. If a start
 * can block the loop for a long time, call this after the start.
 */
export function startWatchdog(name: string, { logLevel, logDirectory }: Config, log: Log, reader?: HangReaderSource) {
  thread ??= startThread({ name, level: logLevel, logDirectory }, log);
  if (reader) thread.postMessage({ ...reader, module: path.join(builtRoot, reader.module) });
}

function startThread(watched: Omit<Watched, 'beats'>, log: Log): Worker {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.add(beats, 0, 1), beatEveryMs).unref();
  const started = new Worker(path.join(builtRoot, 'shared/process/watchdog/watchdog-thread.js'), {
    workerData: { ...watched, beats } satisfies Watched,
    resourceLimits,
  });
  started.on('error', (err) => log.error({ err }, 'the watchdog stopped'));
  started.unref();
  return started;
}
