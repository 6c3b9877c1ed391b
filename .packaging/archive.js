// @ts-check
/** Packs a folder so that the same files, with the same times and modes, always make the same bytes. */
import { execFile } from 'node:child_process';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** @param {string} folder which is the archive's only one at the top @param {string} archive */
export async function packArchive(folder, archive) {
  const made = `${archive}.new`;
  const same = ['--sort=name', '--format=gnu', '--owner=0', '--group=0', '--numeric-owner'];
  const words = ['--use-compress-program=gzip -9n', ...same, '-cf', made];
  await promisify(execFile)('tar', [...words, '-C', path.dirname(folder), path.basename(folder)]);
  await rename(made, archive);
}
