/**
 * Waits for the remaining connections of a draining process. uWebSockets.js does not count its sockets, so the kernel
 * is asked (Linux); elsewhere the full limit is waited.
 */

import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { elementOf } from '../elements.ts';

/** Resolves when this process holds no accepted connection on `port`, or after `limitMs`. */
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

/** Inodes of the sockets, other than listening ones (state 0A), whose local port is `port`. */
function connectionsOn(port: number, table: string): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[1]?.endsWith(suffix) && columns[3] !== '0A')
    .map((columns) => elementOf(columns, 9));
}
