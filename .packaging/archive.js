// @ts-check
/** Reproducible archives: the same files, with the same times and modes, always result in the same bytes. */
import { execFile } from 'node:child_process';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Packs a folder. @param {string} folder the only top-level folder of the archive @param {string} archive */
export async function packArchive(folder, archive) {
  const made = `${archive}.new`;
  const same = ['--sort=name', '--format=gnu', '--owner=0', '--group=0', '--numeric-owner'];
  const words = ['--use-compress-program=gzip -9n', ...same, '-cf', made];
  await promisify(execFile)('tar', [...words, '-C', path.dirname(folder), path.basename(folder)]);
  await rename(made, archive);
}
