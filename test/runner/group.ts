/**
 * Runs test files one after another in this process, each in a subtest named after it, and tells the runner by IPC which one
 * begins and what each cost. Its TAP goes to stdout. TEST_FILES has the files: tap names directories after the arguments.
 */
import './quiet-promises.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import tap from 'tap';
import { builtRoot } from '../../shared/paths.ts';
import { setUpMs } from '../fixtures/set-up.ts';
import { enterFile } from './tap.ts';

/** `cost` follows when a file has ended; times in milliseconds. */
export type FromGroup = { file: string; cost?: FileCost };
export type FileCost = { wallMs: number; processorMs: number; setUpMs: number };

/** A file that takes longer hangs. */
const fileTimeoutMs = 500_000;

const tell = (message: FromGroup) => new Promise<void>((resolve) => process.send?.(message, () => resolve()));

/** Processor time of this process and of the children that have ended, in milliseconds. */
function processorMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks * 10;
}

async function run(file: string): Promise<void> {
  await tell({ file });
  const before = { wall: performance.now(), processor: processorMs(), setUp: setUpMs() };
  await tap.test(file, { timeout: fileTimeoutMs }, async (t) => {
    enterFile(t);
    await import(pathToFileURL(path.join(builtRoot, file.replace(/\.ts$/, '.js'))).href);
  });
  await tell({
    file,
    cost: {
      wallMs: performance.now() - before.wall,
      processorMs: processorMs() - before.processor,
      setUpMs: setUpMs() - before.setUp,
    },
  });
}

tap.setTimeout(0);
for (const file of JSON.parse(process.env.TEST_FILES ?? '[]') as string[]) await run(file);
process.disconnect?.();
tap.end();
setTimeout(() => console.error('still open:', process.getActiveResourcesInfo()), 10_000).unref();
