/** A run's directory, which is in memory if there is space, and the environment that makes tests write to it. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endLeftovers } from '../fixtures/leftovers.ts';

export type RunPlace = { dir: string; env: NodeJS.ProcessEnv; remove: () => Promise<void> };

const memoryDisk = '/dev/shm';
const namePrefix = 'waypost-tests-';
const roomyBytes = 2 * 2 ** 30;

/** Creates the directory for temporary data, in memory if there is space. */
async function makeDirectory(): Promise<string> {
  await removeLeftovers();
  const { bavail, bsize } = await statfs(memoryDisk).catch(() => ({ bavail: 0, bsize: 0 }));
  const place = bavail * bsize >= roomyBytes ? memoryDisk : tmpdir();
  return mkdtemp(path.join(place, `${namePrefix}${process.pid}-`));
}

/** Removes the data of killed runs, and ends processes that still write to it. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(memoryDisk).catch(() => [])) {
    const pid = name.startsWith(namePrefix) && Number.parseInt(name.slice(namePrefix.length), 10);
    if (pid && !existsSync(`/proc/${pid}`)) await removeWith(path.join(memoryDisk, name));
  }
}

/**
 * Removes a directory, after ending processes in it and unmounting its disks: if a run is interrupted, the services that
 * tests started keep writing.
 */
async function removeWith(dir: string): Promise<void> {
  await endLeftovers(dir);
  const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' ')[1] ?? '');
  for (const disk of mounts.filter((one) => one.startsWith(`${dir}/`))) execFileSync('umount', ['-l', disk]);
  await rm(dir, { recursive: true, force: true });
}

export async function makeRunPlace(): Promise<RunPlace> {
  const dir = await makeDirectory();
  const files = path.join(dir, 'tmp');
  await mkdir(files);
  // Some servers run as their own users, who need access.
  await Promise.all([chmod(dir, 0o711), chmod(files, 0o1777)]);
  // Node.js takes three times as long to start if it reads this machine's certificates, which no test needs.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  return { dir, env: { ...env, TMPDIR: files }, remove: () => removeWith(dir) };
}
