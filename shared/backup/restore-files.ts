/** A backup's files in LOCAL_DIR. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import type { Backup } from './open-backup.ts';
import { isSegmentName, segmentId } from './waiting-clicks.ts';

/** A folder that belongs to no process, so that the next process takes it over. */
const spoolFolder = 'restored';
const segmentPattern = /^spool\/([^/]+)$/;
export const mailPattern = /^mail\/([\w.-]{1,90}\.eml)$/;

const spoolOf = ({ localDir }: Config) => path.join(localDir, 'spool');

/** Deletes clicks of an earlier restore that no process has taken over. */
export const dropRestored = (config: Config) =>
  rm(path.join(spoolOf(config), spoolFolder), { recursive: true, force: true });

/** Writes clicks and emails to the services' folders. Resolves to the ids of all segments on disk. */
export async function putFiles(config: Config, { files }: Backup): Promise<string[]> {
  const present = await listPresent(spoolOf(config));
  for (const { file, read } of files) {
    const segment = segmentPattern.exec(file)?.[1];
    // An existing segment has all clicks of the backup's segment, and perhaps more.
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

/** Deletes the copies of data that let services start without the database. */
export async function dropCopies({ localDir }: Config): Promise<void> {
  for (const name of ['slug-map.snapshot', 'certificates.json']) await rm(path.join(localDir, name), { force: true });
}
