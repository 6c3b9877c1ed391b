/** Puts a backup's files into LOCAL_DIR, and removes those of another state. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import type { Backup } from './open-backup.ts';
import { isSegmentName, segmentId } from './waiting-clicks.ts';

/** No process has a name like this, so the next one takes the folder over. */
const spoolFolder = 'restored';
const segmentPattern = /^spool\/([^/]+)$/;
const mailPattern = /^mail\/([\w.-]{1,90}\.eml)$/;

const spoolOf = ({ localDir }: Config) => path.join(localDir, 'spool');

/** A former restore's clicks that nobody took over are of a state that is replaced now. */
export const dropRestored = (config: Config) =>
  rm(path.join(spoolOf(config), spoolFolder), { recursive: true, force: true });

/** Puts clicks and mails where services look for them; the ids of all segments that are on disk then. */
export async function putFiles(config: Config, { files }: Backup): Promise<string[]> {
  const present = await listPresent(spoolOf(config));
  for (const { file, read } of files) {
    const segment = segmentPattern.exec(file)?.[1];
    // One that is here has all that the backup has of it, and perhaps more.
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

/** Removes the copies of the database that services keep for a start without it. */
export async function dropCopies({ localDir }: Config): Promise<void> {
  for (const name of ['slug-map.snapshot', 'certificates.json']) await rm(path.join(localDir, name), { force: true });
}
