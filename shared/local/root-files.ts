/**
 * Files in LOCAL_DIR that belong to root because Waypost was started as root. Another user cannot read or write them.
 */
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

const deepest = 3;
const shownAtMost = 5;

/** Returns a sentence with the remedy; `undefined` if root has no files in `localDir`, or runs this process. */
export async function describeRootFiles(localDir: string, uid = process.getuid?.()): Promise<string | undefined> {
  if (uid === 0) return undefined;
  const files = await listRootFiles(localDir, deepest);
  if (files.length === 0) return undefined;
  const more = files.length > shownAtMost ? ` and ${files.length - shownAtMost} more` : '';
  const shown = files.slice(0, shownAtMost).join(', ');
  return `These files belong to root, after a start as root: ${shown}${more}. Change their owner with:\n\n  sudo chown -R ${uid} ${localDir}`;
}

/** Lists root's files and folders, but not the content of these folders. */
async function listRootFiles(at: string, depth: number): Promise<string[]> {
  const found = await lstat(at).catch(() => undefined);
  if (found?.uid === 0) return [at];
  if (!found?.isDirectory() || depth === 0) return [];
  const names = await readdir(at).catch(() => []);
  const below: string[] = [];
  for (const name of names.sort()) below.push(...(await listRootFiles(path.join(at, name), depth - 1)));
  return below;
}
