// @ts-check
/** A folder's files, in a reproducible order and with reproducible times and modes. */
import { createHash } from 'node:crypto';
import { chmod, lstat, readdir, readFile, utimes } from 'node:fs/promises';
import path from 'node:path';

/** Lists a folder's files by relative path, sorted. @param {string} folder */
export async function listFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.path, entry.name)))
    .sort();
}

/** Computes a file's SHA-256, in hex. @param {string} file */
export const hashOf = async (file) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');

/**
 * Makes files readable by all and writable by their owner, and gives all of them the same time. Packages' files are not
 * executable.
 * @param {string} at @param {number} epoch in seconds
 */
export async function makeAlike(at, epoch) {
  const found = await lstat(at);
  const runs = found.isDirectory() || ((found.mode & 0o100) !== 0 && !at.includes('/node_modules/'));
  await chmod(at, runs ? 0o755 : 0o644);
  if (found.isDirectory()) for (const name of await readdir(at)) await makeAlike(path.join(at, name), epoch);
  await utimes(at, epoch, epoch);
}
