// @ts-check
/** Packs a folder so that the same files always make the same bytes. */
import { execFile } from 'node:child_process';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** @param {string} folder which is the archive's only one at the top @param {string} archive @param {number} epoch */
export async function packArchive(folder, archive, epoch) {
  const made = `${archive}.new`;
  const same = ['--sort=name', '--format=gnu', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${epoch}`];
  const words = ['--use-compress-program=gzip -9n', ...same, '--mode=u=rwX,go=rX', '-cf', made];
  await promisify(execFile)('tar', [...words, '-C', path.dirname(folder), path.basename(folder)]);
  await rename(made, archive);
}
