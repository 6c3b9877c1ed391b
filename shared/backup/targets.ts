/** Where a backup goes: a file that has its name only once it is whole, a folder of dated ones, standard output, or a command. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';

export type Target = {
  out: Writable;
  /** For people. */
  name: string;
  isFile: boolean;
  /** Makes what was written last. @throws when it does not */
  keep(): Promise<void>;
  /** Leaves nothing behind. */
  drop(): Promise<void>;
};

const partSuffix = '.part';
const datedName = /^waypost-\d{8}T\d{6}Z\.tar$/;

/** In a folder the name of a backup says when it was made, to the second. */
const nameAt = (now: Date) => `waypost-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.tar`;

const isDirectory = (at: string) =>
  stat(at).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** `keep` is how many of a folder's dated backups stay, this one among them. */
export async function openFileTarget(at: string, keep: number | undefined, now: Date): Promise<Target> {
  const isFolder = await isDirectory(at);
  if (keep !== undefined && !isFolder) throw new Error(`--keep is for a directory, and ${at} is none`);
  const file = isFolder ? path.join(at, nameAt(now)) : at;
  const part = file + partSuffix;
  // Another backup into the same file is told by it.
  const handle = await open(part, 'wx', 0o600).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw cannotWrite(file, error);
    if (Date.now() - (await stat(part)).mtimeMs < abandonedMs)
      throw new Error(`${part} is there: another backup is being written into it, or was killed; delete it then`);
    await rm(part);
    return open(part, 'wx', 0o600);
  });
  const out = createWriteStream('', { fd: handle, highWaterMark: 1 << 20 });
  return {
    out,
    name: file,
    isFile: true,
    async keep() {
      const written = await open(part);
      await written.sync();
      await written.close();
      await rename(part, file);
      await syncFolder(path.dirname(file));
      if (isFolder && keep !== undefined) await dropOld(at, keep);
    },
    async drop() {
      out.destroy();
      await rm(part, { force: true });
    },
  };
}

const abandonedMs = 3_600_000;

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

/** The newest of the folder's dated backups stay. */
async function dropOld(folder: string, keep: number): Promise<void> {
  const dated = (await readdir(folder)).filter((name) => datedName.test(name)).sort();
  for (const name of dated.slice(0, Math.max(0, dated.length - keep))) await rm(path.join(folder, name));
}

export function openOutputTarget(): Target {
  if (process.stdout.isTTY) throw new Error('a backup is no text for a terminal: send it to a file or a program');
  return { out: process.stdout, name: 'standard output', isFile: false, keep: async () => {}, drop: async () => {} };
}

/** By the shell. What it writes goes to where progress goes. */
export function openCommandTarget(command: string): Target {
  const child = spawn('/bin/sh', ['-c', command], { stdio: ['pipe', process.stderr, process.stderr] });
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  return {
    out: child.stdin as Writable,
    name: command,
    isFile: false,
    async keep() {
      const [code, signal] = await ended;
      if (code !== 0) throw new Error(`the command failed (${signal ?? `exit code ${code}`}): ${command}`);
    },
    async drop() {
      child.kill();
      await ended;
    },
  };
}

/** The error of writing, in words. */
export const cannotWrite = (name: string, error: NodeJS.ErrnoException) =>
  new Error(
    error.code === 'ENOSPC'
      ? `there is no room for the backup at ${name}; nothing is left of it`
      : `the backup cannot be written to ${name} (${error.code ?? error.message})`,
    { cause: error },
  );
