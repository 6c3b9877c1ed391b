/** The thread that watches: see `watchdog.ts`. Shares nothing with the main thread but a number. */
import { url as inspectorUrl, Session } from 'node:inspector';
import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { findCulprit, writeFault } from './faults.ts';
import type { Watched } from './watchdog.ts';

const lookEveryMs = 1_000;
/** Looks without a beat. Looks are counted and not time, as a process that was halted as a whole is not stuck. */
const mostMissed = 10;
/** Long, because a busy machine takes its time over the scripts, and nothing waits for a process that is stuck. */
const stackWithinMs = 20_000;

const { beats, file, packages, level, logDirectory } = workerData as Watched;

async function watch(): Promise<void> {
  let seen = -1;
  for (let missed = 0; missed < mostMissed; await sleep(lookEveryMs)) {
    const now = Atomics.load(beats, 0);
    // Whoever debugs the process may halt it.
    missed = now === seen && inspectorUrl() === undefined ? missed + 1 : 0;
    seen = now;
  }
  const stack = await Promise.race([readMainStack(), sleep(stackWithinMs, '')]).catch(() => '');
  const from = findCulprit(stack, packages);
  const reason = `it held the process for ${(mostMissed * lookEveryMs) / 1_000} s`;
  try {
    const { createLog } = await import('../../../shared/log.ts');
    createLog('automations', level, logDirectory).fatal({ plugin: from, stack }, 'the process hangs and is ended');
    if (from !== undefined) writeFault(file, { from, reason, at: new Date().toISOString() });
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}

/** Halts the main thread where it is. */
function readMainStack(): Promise<string> {
  const session = new Session();
  session.connectToMainThread();
  // Frames name scripts by number; all are told of when the debugger is enabled.
  const urls = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => void urls.set(scriptId, url));
  return new Promise((resolve) => {
    session.on('Debugger.paused', ({ params }) => {
      const lines = params.callFrames.map(
        ({ functionName, location: { scriptId, lineNumber } }) =>
          `    at ${functionName || '<anonymous>'} (${urls.get(scriptId)}:${lineNumber + 1})`,
      );
      resolve(lines.join('\n'));
    });
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  });
}

await watch();
