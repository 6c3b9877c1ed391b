/**
 * Limits the log files: a file that is large enough is renamed to `<name>.log.1`, that one to `.2`, and the oldest is
 * deleted. Writers continue in the renamed file until they notice, within a second, so no line is lost.
 */
import { readdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';

export type Bounds = { bytes: number; files: number };

/** Far longer than a writer takes to notice, so that no file is deleted while someone writes to it. */
const lookEveryMs = 5_000;

/** Returns a function that stops it. */
export function keepLogsBounded(directory: string, bounds: Bounds): () => void {
  const timer = setInterval(() => rotateLogs(directory, bounds).catch(() => {}), lookEveryMs);
  return () => clearInterval(timer);
}

/** One look at every log of the directory. */
export async function rotateLogs(directory: string, bounds: Bounds): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.log'));
  await Promise.all(names.map((name) => rotate(path.join(directory, name), bounds)));
}

async function rotate(file: string, { bytes, files }: Bounds): Promise<void> {
  if ((await stat(file)).size < bytes) return;
  // From the oldest on: each replaces the previous one, and the last is overwritten.
  for (let age = files - 1; age > 0; age--) {
    await rename(age === 1 ? file : `${file}.${age - 1}`, `${file}.${age}`).catch(ignoreMissing);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
