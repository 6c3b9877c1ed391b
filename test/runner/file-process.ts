/**
 * Runs test files in sequence in this process, each in a subtest named after it. It requests each from the runner by IPC, and
 * reports the previous one's cost. Its TAP goes to stdout.
 */
import './quiet-promises.ts';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import tap from 'tap';
import { builtRoot } from '../../shared/paths.ts';
import { setUpMs } from '../fixtures/set-up.ts';
import { brief } from './brief-passes.ts';
import { waitForMidnightMs } from './midnight.ts';
import { quicken } from './quick-equality.ts';
import { enterFile } from './tap.ts';

/** A request for the next file. `cost` is the previous file's cost, in milliseconds. */
export type FromFiles = { asks: true; cost?: FileCost };
export type FileCost = { wallMs: number; processorMs: number; setUpMs: number };
/** The next file. Without a file, the process is done. */
export type ToFiles = { file?: string };

/** The time after which a file counts as hanging. */
const fileTimeoutMs = process.env.TEST_LONG === '1' ? 7_200_000 : 1_200_000;

async function nextFile(cost?: FileCost): Promise<string | undefined> {
  const reported = once(process, 'message');
  // Without this, tap lets the process end while only the runner keeps it alive.
  process.channel?.ref();
  process.send?.({ asks: true, cost } satisfies FromFiles);
  const [{ file }] = (await reported) as [ToFiles];
  return file;
}

/** Processor time of this process and its finished children, in milliseconds. */
function processorMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks * 10;
}

async function run(file: string): Promise<FileCost> {
  await sleep(waitForMidnightMs(Date.now()));
  const before = { wall: performance.now(), processor: processorMs(), setUp: setUpMs() };
  await tap.test(file, { timeout: fileTimeoutMs }, async (t) => {
    enterFile(t);
    await import(pathToFileURL(path.join(builtRoot, file.replace(/\.ts$/, '.js'))).href);
  });
  return {
    wallMs: performance.now() - before.wall,
    processorMs: processorMs() - before.processor,
    setUpMs: setUpMs() - before.setUp,
  };
}

tap.setTimeout(0);
brief(tap);
quicken(tap);
// tap ends the process when the event loop is empty, which can happen for a moment at the end of a file.
const awake = setInterval(() => {}, 2 ** 30);
for (let file = await nextFile(); file; ) {
  const cost = await run(file);
  // If tap has ended, it would ignore the next files: the runner gives them to another process.
  await sleep(1);
  if (tap.ended) process.exit(1);
  file = await nextFile(cost);
}
clearInterval(awake);
process.disconnect?.();
tap.end();
setTimeout(() => console.error('still open:', process.getActiveResourcesInfo()), 10_000).unref();
