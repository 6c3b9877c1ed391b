/**
 * Destinations of a backup: a file, which gets its name only when complete, a folder of dated files, standard output, or
 * a command.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { hold } from '../local/lock.ts';

export type Target = {
  out: Writable;
  /** The target's name in messages. */
  name: string;
  isFile: boolean;
  /** Keeps the written file as the newest backup. @throws if that fails */
  keep(): Promise<void>;
  /** Deletes the output written so far. */
  drop(): Promise<void>;
};

const partSuffix = '.part';
const datedName = /^waypost-\d{8}T\d{6}Z\.tar$/;

/** Returns the name of a backup in a folder, with its time to the second. */
const nameAt = (now: Date) => `waypost-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.tar`;

const isDirectory = (at: string) =>
  stat(at).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Opens a file, or a dated file in a folder. `keep`: how many dated backups stay there, including this one. */
export async function openFileTarget(at: string, keep: number | undefined, now: Date): Promise<Target> {
  const isFolder = await isDirectory(at);
  if (keep !== undefined && !isFolder) throw new Error(`--keep needs a directory, and ${at} is not one`);
  const file = isFolder ? path.join(at, nameAt(now)) : at;
  const part = file + partSuffix;
  await holdFile(file);
  // A killed backup leaves a partial file.
  await rm(part, { force: true });
  const handle = await open(part, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw cannotWrite(file, error);
  });
  const { ino: own } = await handle.stat();
  const out = createWriteStream('', { fd: handle, highWaterMark: 1 << 20 });
  return {
    out,
    name: file,
    isFile: true,
    async keep() {
      const written = await open(part);
      // Several machines can write backups to one folder.
      if ((await written.stat()).ino !== own) throw new Error(`another backup was written to ${file} in the meantime`);
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

/** Locks the file until the process ends. @throws if another backup is writing to it or the folder is missing */
async function holdFile(file: string): Promise<void> {
  const name = createHash('sha256').update(path.basename(file)).digest('hex').slice(0, 32);
  await hold(`waypost-backup-${name}`, path.dirname(file), `another backup is being written to ${file}`).catch(
    (error) => {
      throw error.code ? cannotWrite(file, error) : error;
    },
  );
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

/** The time without growth after which a partial file's writer must have been killed. */
const abandonedMs = 3_600_000;

/** Deletes all but the newest dated backups of the folder, and partial files of killed backups. */
async function dropOld(folder: string, keep: number): Promise<void> {
  const names = await readdir(folder);
  const dated = names.filter((name) => datedName.test(name)).sort();
  for (const name of dated.slice(0, Math.max(0, dated.length - keep))) await rm(path.join(folder, name));
  for (const name of names.filter((one) => one.endsWith(partSuffix) && datedName.test(path.parse(one).name))) {
    const { mtimeMs } = await stat(path.join(folder, name));
    if (Date.now() - mtimeMs > abandonedMs) await rm(path.join(folder, name));
  }
}

export function openOutputTarget(): Target {
  if (process.stdout.isTTY) throw new Error('a backup cannot be written to a terminal: send it to a file or a program');
  return { out: process.stdout, name: 'standard output', isFile: false, keep: async () => {}, drop: async () => {} };
}

/** Pipes the backup to a shell command. The command's output goes to standard error. */
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

/** Describes a write error. */
export const cannotWrite = (name: string, error: NodeJS.ErrnoException) =>
  new Error(
    error.code === 'ENOSPC'
      ? `there is not enough space for the backup at ${name}; the partial file was deleted`
      : `the backup cannot be written to ${name} (${error.code ?? error.message})`,
    { cause: error },
  );
