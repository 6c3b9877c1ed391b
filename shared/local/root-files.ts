/** Finds what a start as root left in LOCAL_DIR, which another user cannot read or write. */
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

const deepest = 3;
const shownAtMost = 5;

/** A sentence with the remedy; `undefined` if nothing there belongs to root, or root runs this. */
export async function describeRootFiles(localDir: string, uid = process.getuid?.()): Promise<string | undefined> {
  if (uid === 0) return undefined;
  const files = await listRootFiles(localDir, deepest);
  if (files.length === 0) return undefined;
  const more = files.length > shownAtMost ? ` and ${files.length - shownAtMost} more` : '';
  const shown = files.slice(0, shownAtMost).join(', ');
  return `These belong to root, after a start as root: ${shown}${more}. Take them over with:\n\n  sudo chown -R ${uid} ${localDir}`;
}

/** A folder of root's stands for everything in it. */
async function listRootFiles(at: string, depth: number): Promise<string[]> {
  const found = await lstat(at).catch(() => undefined);
  if (found?.uid === 0) return [at];
  if (!found?.isDirectory() || depth === 0) return [];
  const names = await readdir(at).catch(() => []);
  const below: string[] = [];
  for (const name of names.sort()) below.push(...(await listRootFiles(path.join(at, name), depth - 1)));
  return below;
}
