/**
 * The wait for a draining process's connections. uWebSockets.js does not count its sockets, so Linux's /proc is read;
 * elsewhere the wait takes the whole limit.
 */

import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { elementOf } from '../elements.ts';

/** Resolves when this process has no accepted connection on `port`, or after `limitMs`. */
export async function waitForSockets(port: number, limitMs: number): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (Date.now() < deadline) {
    if ((await countConnections(port)) === 0) return;
    await sleep(Math.min(100, Math.max(1, deadline - Date.now())));
  }
}

async function countConnections(port: number): Promise<number | undefined> {
  try {
    const mine = await ownSocketInodes();
    const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/self/net/${name}`, 'utf8')));
    return tables.flatMap((table) => connectionsOn(port, table)).filter((inode) => mine.has(inode)).length;
  } catch {
    return undefined;
  }
}

async function ownSocketInodes(): Promise<Set<string>> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
}

/** Lists the inodes of sockets with this local port, without listening ones (state 0A). */
function connectionsOn(port: number, table: string): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[1]?.endsWith(suffix) && columns[3] !== '0A')
    .map((columns) => elementOf(columns, 9));
}
