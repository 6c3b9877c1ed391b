/**
 * Log rotation: a file that reaches the limit is renamed to `<name>.log.1`, its predecessor to `.2`, and the oldest is
 * deleted. Writers notice within a second and write to the renamed file until then, so no line is lost.
 */
import { readdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';

export type Bounds = { bytes: number; files: number };

/**
 * The interval between checks, far longer than writers need to notice a rotation, so that no file in use is deleted.
 */
const lookEveryMs = 5_000;

/** Rotates the logs from now on. Returns a function that stops it. */
export function keepLogsBounded(directory: string, bounds: Bounds): () => void {
  const timer = setInterval(() => rotateLogs(directory, bounds).catch(() => {}), lookEveryMs);
  return () => clearInterval(timer);
}

/** Rotates each log of the directory that has reached the limit. */
export async function rotateLogs(directory: string, bounds: Bounds): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.log'));
  await Promise.all(names.map((name) => rotate(path.join(directory, name), bounds)));
}

async function rotate(file: string, { bytes, files }: Bounds): Promise<void> {
  if ((await stat(file)).size < bytes) return;
  // Starts with the oldest: each file replaces its predecessor.
  for (let age = files - 1; age > 0; age--) {
    await rename(age === 1 ? file : `${file}.${age - 1}`, `${file}.${age}`).catch(ignoreMissing);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
