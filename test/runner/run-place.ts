/** A run's directory, in memory if there is space, and the environment that makes tests write there. */
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endLeftovers } from '../fixtures/leftovers.ts';

export type RunPlace = { dir: string; env: NodeJS.ProcessEnv; remove: () => Promise<void> };

const memoryDisk = '/dev/shm';
const namePrefix = 'waypost-tests-';
const roomyBytes = 2 * 2 ** 30;

/** Temporary data goes to memory if there is space. */
async function makeDirectory(): Promise<string> {
  await removeLeftovers();
  const { bavail, bsize } = await statfs(memoryDisk).catch(() => ({ bavail: 0, bsize: 0 }));
  const place = bavail * bsize >= roomyBytes ? memoryDisk : tmpdir();
  return mkdtemp(path.join(place, `${namePrefix}${process.pid}-`));
}

/** Frees the memory of killed runs, and ends processes that still write there. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(memoryDisk).catch(() => [])) {
    const pid = name.startsWith(namePrefix) && Number.parseInt(name.slice(namePrefix.length), 10);
    if (pid && !existsSync(`/proc/${pid}`)) await removeWith(path.join(memoryDisk, name));
  }
}

/** Services that tests had started keep writing when a run is interrupted. */
async function removeWith(dir: string): Promise<void> {
  await endLeftovers(dir);
  await rm(dir, { recursive: true, force: true });
}

export async function makeRunPlace(): Promise<RunPlace> {
  const dir = await makeDirectory();
  const files = path.join(dir, 'tmp');
  await mkdir(files);
  // Some servers run as their own user.
  await Promise.all([chmod(dir, 0o711), chmod(files, 0o1777)]);
  // Reading this machine's certificates takes three times as long as Node.js's whole start, and no test needs them.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  return { dir, env: { ...env, TMPDIR: files }, remove: () => removeWith(dir) };
}
