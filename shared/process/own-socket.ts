/**
 * The UNIX socket of each service of a process below LOCAL_DIR, at which it answers for itself: several processes share each port.
 * `/metrics` serves its metrics, `/readyz` its identity and readiness.
 */
import { readdir, rm } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import type { Readiness } from '../http/health.ts';
import { pathOfSocket, readAnswer, socketPath } from './sockets.ts';

/** `set`: the process set of `waypost start` to which it belongs. */
export type ProcessState = { name: string; pid: number; version: string; set: string } & Readiness;

const suffix = '.metrics.sock';

const folderOf = (localDir: string) => path.join(localDir, 'metrics');

/** Its length decides about the folder, which must be the same for every process. */
const shortestName = `0${suffix}`;

/**
 * The path on which a service of this process listens; a leftover of an earlier process with its number is removed. Its name's
 * first letter tells two services apart, as a path can hardly be longer.
 */
export async function socketOfThis(
  localDir: string,
  name: string,
): Promise<{ file: string; remove: () => Promise<void> }> {
  const directory = path.dirname(await socketPath(folderOf(localDir), shortestName));
  const file = path.join(directory, `${process.pid}${name[0]}${suffix}`);
  const remove = () => rm(file, { force: true });
  await remove();
  return { file, remove };
}

/** The answers of all serving processes. */
export async function askProcesses<T = unknown>(localDir: string, at: '/metrics' | '/readyz'): Promise<T[]> {
  const directory = path.dirname(pathOfSocket(folderOf(localDir), shortestName));
  const found = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  const names = (found ?? []).filter((name) => name.endsWith(suffix));
  const answers = await Promise.all(names.map((name) => ask(path.join(directory, name), at)));
  return answers.filter((answer) => answer !== undefined) as T[];
}

const silentMs = 2_000;
const longestMs = 10_000;
const mostBytes = 16 << 20;

/** `undefined` if nobody answers: an ended process leaves its socket, which is removed. */
function ask(file: string, at: string): Promise<unknown> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(longestMs);
    const request = get({ socketPath: file, path: at, timeout: silentMs, signal }, async (answer) => {
      const value = await readAnswer(answer, mostBytes)
        .then(JSON.parse)
        .catch(() => undefined);
      request.destroy();
      resolve(value);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') void rm(file, { force: true });
      resolve(undefined);
    });
  });
}
