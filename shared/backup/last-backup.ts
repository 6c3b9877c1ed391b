/** The record of the newest backup, which `waypost backup` writes and monitoring reads. */
import path from 'node:path';
import { readOwned } from '../owned-files.ts';
import { writeWhole } from '../whole-file.ts';
import { becomeOwner } from './become-owner.ts';

/** `file` is '' for a backup to a command or to standard output; `version` is the release that created it. */
type LastBackup = { at: Date; file: string; bytes: number; version: string };

/** The file with a `LastBackup` as JSON. */
const recordName = 'last-backup.json';

/** Reads the record; `undefined` if there is no backup. @throws NotOwned */
export function readLastBackup(localDir: string): LastBackup | undefined {
  const text = readOwned(localDir, recordName)?.toString();
  if (text === undefined) return undefined;
  const { at, ...rest } = JSON.parse(text) as Omit<LastBackup, 'at'> & { at: string };
  return { at: new Date(at), ...rest };
}

/** Writes the record. From then on the process runs as the directory's owner. */
export async function recordLastBackup(localDir: string, last: LastBackup): Promise<void> {
  becomeOwner(localDir);
  await writeWhole(path.join(localDir, recordName), JSON.stringify(last));
}
