/** The note of the newest backup, which `waypost backup` writes and monitoring reads. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { becomeOwner } from './become-owner.ts';

/** `file` is '' for a backup that went to a command or to standard output; `version` is the release that made it. */
type LastBackup = { at: Date; file: string; bytes: number; version: string };

/** The file that holds a `LastBackup` as JSON. */
const lastBackupFile = (localDir: string) => path.join(localDir, 'last-backup.json');

/** `undefined` if no backup was made. */
export async function readLastBackup(localDir: string): Promise<LastBackup | undefined> {
  const text = await readFile(lastBackupFile(localDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { at, ...rest } = JSON.parse(text) as Omit<LastBackup, 'at'> & { at: string };
  return { at: new Date(at), ...rest };
}

/** Continues the process as the owner of the directory. */
export async function noteLastBackup(localDir: string, last: LastBackup): Promise<void> {
  becomeOwner(localDir);
  const file = lastBackupFile(localDir);
  await writeFile(`${file}.new`, JSON.stringify(last), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
