/** Where `waypost backup` notes the newest backup, for those who watch that there is one. */
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** `file` is '' of one that went to a command or standard output; `version` is the release that made it. */
type LastBackup = { at: Date; file: string; bytes: number; version: string };

/** Holds a `LastBackup` as JSON. */
const lastBackupFile = (localDir: string) => path.join(localDir, 'last-backup.json');

/** Undefined when none was made. */
export async function readLastBackup(localDir: string): Promise<LastBackup | undefined> {
  const text = await readFile(lastBackupFile(localDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { at, ...rest } = JSON.parse(text) as Omit<LastBackup, 'at'> & { at: string };
  return { at: new Date(at), ...rest };
}

/** Root's note, too, is one of the directory's owner. */
export async function noteLastBackup(localDir: string, last: LastBackup): Promise<void> {
  const file = lastBackupFile(localDir);
  await writeFile(`${file}.new`, JSON.stringify(last), { mode: 0o600 });
  const { uid, gid } = await stat(localDir);
  if (process.getuid?.() === 0) await chown(`${file}.new`, uid, gid);
  await rename(`${file}.new`, file);
}
