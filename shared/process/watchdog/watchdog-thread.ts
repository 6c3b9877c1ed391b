/** The thread that watches: see `watchdog.ts`. Shares nothing with the main thread but a number. */
import { writeSync } from 'node:fs';
import { url as inspectorUrl, Session } from 'node:inspector';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { HangReader, HangReaderSource, Watched } from './watchdog.ts';

const lookEveryMs = 2_000;
/** Looks without a beat. Looks are counted and not time, as a process that was halted as a whole is not stuck. */
const mostMissed = 5;
/**
 * How long the stack may take. It needs 0.1 s of a processor, which a busy machine gives late: so it is the process's own processor
 * time that counts. Code that waits without using any, as for a child process, shows no stack at all and is given up at last.
 */
const stackWithinProcessorMs = 10_000;
const stackWithinMs = 60_000;
/** A reader of the log that is behind is waited for; one that has stopped reading is not. */
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
    // A debugger can halt the process.
    missed = now === seen && inspectorUrl() === undefined ? missed + 1 : 0;
    seen = now;
  }
  try {
    const stack = await Promise.race([readMainStack(), noStack()]).catch(() => '');
    // First of all: the next process needs what they note, and everything after may fail.
    const found = readers.map((read) => tell(() => read(stack, (mostMissed * lookEveryMs) / 1_000)));
    const { createLog } = await import('../../log/log.ts');
    const log = createLog(name, level, logDirectory || { write: writeToStdout });
    log.fatal({ ...Object.assign({}, ...found), stack }, 'the process hangs; ending it');
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}

function tell(read: () => object): object {
  try {
    return read();
  } catch (error) {
    return { unread: String(error) };
  }
}

/** Resolves when the main thread has had the time to show its stack. */
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

/** The log's own stream writes later, when the process is gone. */
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
