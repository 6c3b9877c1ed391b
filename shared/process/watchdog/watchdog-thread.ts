/** The watchdog's thread; see `watchdog.ts`. It shares only a number with the main thread. */
import { writeSync } from 'node:fs';
import { url as inspectorUrl, Session } from 'node:inspector';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { HangReader, HangReaderSource, Watched } from './watchdog.ts';

const lookEveryMs = 2_000;
/**
 * The number of checks without a beat after which the main thread counts as stuck. Checks are counted instead of
 * seconds, because a process that was suspended is not stuck.
 */
const mostMissed = 5;
/**
 * Limits for reading the stack. Reading needs 0.1 s of processor time, which can take long on a busy machine, so the
 * process's own processor time is limited. For code that blocks without using processor time, such as a wait for a
 * child process, no stack is logged.
 */
const stackWithinProcessorMs = 10_000;
const stackWithinMs = 60_000;
/** The longest wait for a slow reader of the log. */
const writeWithinMs = 2_000;

const { beats, name, level, logDirectory } = workerData as Watched;
const readers: ((stack: string, seconds: number) => object)[] = [];
parentPort?.on('message', async ({ module, data }: HangReaderSource) => {
  const { readHang } = (await import(module)) as { readHang: HangReader };
  readers.push((stack, seconds) => readHang(stack, seconds, data));
});

async function watch(): Promise<void> {
  let seen = -1;
  for (let missed = 0; missed < mostMissed; await sleep(lookEveryMs)) {
    const now = Atomics.load(beats, 0);
    // A debugger can stop the main thread.
    missed = now === seen && inspectorUrl() === undefined ? missed + 1 : 0;
    seen = now;
  }
  try {
    const stack = await Promise.race([readMainStack(), noStack()]).catch(() => '');
    // The readers run first: the next process needs their notes, and later steps can fail.
    const found = readers.map((read) => readSafely(() => read(stack, (mostMissed * lookEveryMs) / 1_000)));
    const { createLog } = await import('../../log/log.ts');
    const log = createLog(name, level, logDirectory || { write: writeToStdout });
    log.fatal({ ...Object.assign({}, ...found), stack }, 'the process hangs; ending it');
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}

function readSafely(read: () => object): object {
  try {
    return read();
  } catch (error) {
    return { unread: String(error) };
  }
}

/** Resolves when the time for reading the stack is over. */
async function noStack(): Promise<string> {
  const before = process.cpuUsage();
  const processorMs = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  for (let waited = 0; waited < stackWithinMs && processorMs() < stackWithinProcessorMs; waited += lookEveryMs) {
    await sleep(lookEveryMs);
  }
  return '';
}

/** Writes synchronously: the log's own stream would write only after the process has ended. */
function writeToStdout(line: string): void {
  let rest = Buffer.from(line);
  for (const deadline = Date.now() + writeWithinMs; rest.length > 0 && Date.now() < deadline; ) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/** Pauses the main thread and resolves to its stack. */
function readMainStack(): Promise<string> {
  const session = new Session();
  session.connectToMainThread();
  // Frames refer to scripts by id. Enabling the debugger reports all scripts.
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
