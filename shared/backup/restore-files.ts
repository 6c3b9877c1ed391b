/** Puts a backup's files into LOCAL_DIR and removes files of another state. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import type { Backup } from './open-backup.ts';
import { isSegmentName, segmentId } from './waiting-clicks.ts';

/** A folder name that no process has, so that the next process takes the folder over. */
const spoolFolder = 'restored';
const segmentPattern = /^spool\/([^/]+)$/;
export const mailPattern = /^mail\/([\w.-]{1,90}\.eml)$/;

const spoolOf = ({ localDir }: Config) => path.join(localDir, 'spool');

/** Deletes clicks of an earlier restore that no process took over: they belong to the state that is being replaced. */
export const dropRestored = (config: Config) =>
  rm(path.join(spoolOf(config), spoolFolder), { recursive: true, force: true });

/** Puts clicks and mails where services look for them. Returns the ids of all segments then on disk. */
export async function putFiles(config: Config, { files }: Backup): Promise<string[]> {
  const present = await listPresent(spoolOf(config));
  for (const { file, read } of files) {
    const segment = segmentPattern.exec(file)?.[1];
    // A segment that is already here has all the clicks of the backup's, and perhaps more.
    if (segment && isSegmentName(segment) && !present.has(segment)) {
      await put(path.join(spoolOf(config), spoolFolder), segment, await read());
      present.add(segment);
    }
    const mail = mailPattern.exec(file)?.[1];
    if (mail) await put(path.join(config.localDir, 'mail'), mail, await read());
  }
  return [...present].map(segmentId);
}

async function put(folder: string, name: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path.join(folder, name), content, { mode: 0o600 });
}

async function listPresent(spool: string): Promise<Set<string>> {
  const found = (await readdir(spool, { recursive: true }).catch(() => [])).map((file) => path.basename(file));
  return new Set(found.filter(isSegmentName));
}

/** Removes the copies of the database that let services start without it. */
export async function dropCopies({ localDir }: Config): Promise<void> {
  for (const name of ['slug-map.snapshot', 'certificates.json']) await rm(path.join(localDir, name), { force: true });
}
