/**
 * The UNIX socket of each service of a process, in LOCAL_DIR. Several processes share each port, but a socket reaches one
 * of them. `/metrics` serves its metrics, `/readyz` its identity and readiness.
 */
import { readdir, rename, rm } from 'node:fs/promises';
import { get, type Server } from 'node:http';
import path from 'node:path';
import type { Readiness } from '../http/health.ts';
import { close, listen, pathOfSocket, readAnswer, socketPath } from './sockets.ts';

/** A process's state. `set`: the id of its set, which `waypost start` assigned. */
export type ProcessState = { name: string; pid: number; version: string; set: string } & Readiness;

const suffix = '.metrics.sock';

const folderOf = (localDir: string) => path.join(localDir, 'metrics');

/**
 * The shortest socket name. The choice of folder depends on the name's length, so all processes choose it with this
 * name.
 */
const shortestName = `0${suffix}`;

/**
 * Serves on the socket of a service of this process. Paths are limited in length, so only the first letter of `name`
 * distinguishes services. The socket gets its final name only once it accepts connections. Otherwise, `queryProcesses`
 * would mistake it for an ended process's socket and remove it.
 */
export async function listenOnOwnSocket(server: Server, localDir: string, name: string): Promise<() => Promise<void>> {
  const directory = path.dirname(await socketPath(folderOf(localDir), shortestName));
  const made = path.join(directory, `${process.pid}${name[0]}.new`);
  const file = path.join(directory, `${process.pid}${name[0]}${suffix}`);
  await rm(made, { force: true });
  await listen(server, { path: made });
  await rename(made, file);
  server.unref();
  return async () => {
    await close(server);
    await rm(file, { force: true });
  };
}

/** Collects the answers of all running processes. */
export async function queryProcesses<T = unknown>(localDir: string, at: '/metrics' | '/readyz'): Promise<T[]> {
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

/** Resolves to a process's answer; `undefined` if there is none. Removes the socket of an ended process. */
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
