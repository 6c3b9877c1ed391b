// @ts-check
/** The files of a folder, in an order and with times and modes that are the same wherever it was made. */
import { createHash } from 'node:crypto';
import { chmod, lstat, readdir, readFile, utimes } from 'node:fs/promises';
import path from 'node:path';

/** From the folder, sorted. @param {string} folder */
export async function listFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.path, entry.name)))
    .sort();
}

/** The SHA-256 of its content, in hex. @param {string} file */
export const hashOf = async (file) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');

/**
 * Readable by all, written by their owner alone, and of one time. Nobody runs a file of a package as a program.
 * @param {string} at @param {number} epoch in seconds
 */
export async function makeAlike(at, epoch) {
  const found = await lstat(at);
  const runs = found.isDirectory() || ((found.mode & 0o100) !== 0 && !at.includes('/node_modules/'));
  await chmod(at, runs ? 0o755 : 0o644);
  if (found.isDirectory()) for (const name of await readdir(at)) await makeAlike(path.join(at, name), epoch);
  await utimes(at, epoch, epoch);
}
