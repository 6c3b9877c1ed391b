/**
 * The UNIX socket of each service of a process below LOCAL_DIR, at which it answers for itself: several processes share each port.
 * `/metrics` serves its metrics, `/readyz` its identity and readiness.
 */
import { readdir, rm } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import type { Readiness } from '../http/health.ts';
import { socketPath } from './sockets.ts';

/** `set`: the process set of `waypost start` to which it belongs. */
export type ProcessState = { name: string; pid: number; version: string; set: string } & Readiness;

const suffix = '.metrics.sock';

const folderOf = async (localDir: string) =>
  path.dirname(await socketPath(path.join(localDir, 'metrics'), `0${suffix}`));

/**
 * The path on which a service of this process listens; a leftover of an earlier process with its number is removed. Its name's
 * first letter tells two services apart, as a path can hardly be longer.
 */
export async function socketOfThis(
  localDir: string,
  name: string,
): Promise<{ file: string; remove: () => Promise<void> }> {
  const file = path.join(await folderOf(localDir), `${process.pid}${name[0]}${suffix}`);
  const remove = () => rm(file, { force: true });
  await remove();
  return { file, remove };
}

/** The answers of all serving processes. */
export async function askProcesses<T = unknown>(localDir: string, at: '/metrics' | '/readyz'): Promise<T[]> {
  const directory = await folderOf(localDir);
  const names = (await readdir(directory)).filter((name) => name.endsWith(suffix));
  const answers = await Promise.all(names.map((name) => ask(path.join(directory, name), at)));
  return answers.filter((answer) => answer !== undefined) as T[];
}

/** `undefined` if nobody answers: an ended process leaves its socket, which is removed. */
function ask(file: string, at: string): Promise<unknown> {
  return new Promise((resolve) => {
    const request = get({ socketPath: file, path: at, timeout: 2_000 }, async (answer) => {
      let text = '';
      for await (const chunk of answer) text += chunk;
      resolve(JSON.parse(text));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') void rm(file, { force: true });
      resolve(undefined);
    });
  });
}
