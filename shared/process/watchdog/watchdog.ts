/**
 * Watches the process from a thread of its own: once code holds the loop for ever, nothing else in the process runs, the handling
 * of signals included. The thread logs where it hangs and ends the process, which its manager starts again.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Config } from '../../config/config.ts';
import type { Log } from '../../log/log.ts';
import { builtRoot } from '../../paths.ts';

/** Data passed to the thread. `beats` grows while the loop runs. */
export type Watched = { beats: Int32Array; name: string; level: string; logDirectory: string };

/** A module below the build that exports `readHang`, and what it is called with. */
export type HangReaderSource = { module: string; data: unknown };

/** Called in the thread before the process ends; returns fields for the line in the log. */
export type HangReader = (stack: string, seconds: number, data: unknown) => object;

const beatEveryMs = 2_000;
/** The thread needs some 8 MB; without limits its heap takes more in time. */
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

let thread: Worker | undefined;

/**
 * Watches until the process ends, which the thread does not keep alive. Services in one process have one thread. Call it when the
 * process serves if its start can hold the loop for long.
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
