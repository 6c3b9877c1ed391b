/** The directory of a run, in memory where there is room, and the environment that makes tests write there. */
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endLeftovers } from '../fixtures/leftovers.ts';

export type RunPlace = { dir: string; env: NodeJS.ProcessEnv; remove: () => Promise<void> };

const memoryDisk = '/dev/shm';
const namePrefix = 'waypost-tests-';
const roomyBytes = 2 * 2 ** 30;

/** Data that is thrown away need not go to a disk, where there is room in memory. */
async function makeDirectory(): Promise<string> {
  await removeLeftovers();
  const { bavail, bsize } = await statfs(memoryDisk).catch(() => ({ bavail: 0, bsize: 0 }));
  const place = bavail * bsize >= roomyBytes ? memoryDisk : tmpdir();
  return mkdtemp(path.join(place, `${namePrefix}${process.pid}-`));
}

/** Memory that runs hold which were killed, and what still writes there. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(memoryDisk).catch(() => [])) {
    const pid = name.startsWith(namePrefix) && Number.parseInt(name.slice(namePrefix.length), 10);
    if (pid && !existsSync(`/proc/${pid}`)) await removeWith(path.join(memoryDisk, name));
  }
}

/** Services that tests had started write on when a run is cut short. */
async function removeWith(dir: string): Promise<void> {
  await endLeftovers(dir);
  await rm(dir, { recursive: true, force: true });
}

export async function makeRunPlace(): Promise<RunPlace> {
  const dir = await makeDirectory();
  const files = path.join(dir, 'tmp');
  await mkdir(files);
  // Some servers run as a user of their own.
  await Promise.all([chmod(dir, 0o711), chmod(files, 0o1777)]);
  // To read this machine's certificates takes a Node.js process three times as long as its whole start, and no test needs them.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  return { dir, env: { ...env, TMPDIR: files }, remove: () => removeWith(dir) };
}
