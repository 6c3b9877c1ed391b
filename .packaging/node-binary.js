// @ts-check
/**
 * The Node.js of a release: the official binary, verified by its checksum. If the running binary has this checksum, it
 * is copied; otherwise npm provides the binary, from its cache if possible. It is version 20, because the HTTP
 * library's binaries for later versions need glibc 2.38, which Debian 12 lacks. Debian 12 and Ubuntu 24.04 themselves
 * have version 18.
 */
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { hashOf } from './files.js';

const run = promisify(execFile);

export const nodeVersion = '20.20.2';

/** SHA-256 of `bin/node`. @type {Record<string, string>} */
export const nodeHashes = {
  x64: '6295488653f0d93b0a157841746fef7e72cc4328cfb60c4bbe0ca2668a836ffd',
  arm64: '05a69ccdcb795f2a8b86c145e71a6a37cce84fccef5aaf25a8fe38bc9423e732',
};

/** Copies the binary to `to`. @param {string} arch @param {string} to @param {string} work a writable folder */
export async function placeNode(arch, to, work) {
  await mkdir(path.dirname(to), { recursive: true });
  const isOurs = (await hashOf(process.execPath)) === nodeHashes[arch];
  await copyFile(isOurs ? process.execPath : await fetchNode(arch, work), to);
  await chmod(to, 0o755);
}

/**
 * Downloads the binary.
 * @param {string} arch @param {string} work @returns {Promise<string>} @throws if its checksum differs
 */
async function fetchNode(arch, work) {
  const name = `node-linux-${arch}`;
  await mkdir(work, { recursive: true });
  await run('npm', ['pack', `${name}@${nodeVersion}`, '--prefer-offline', '--pack-destination', work]);
  await run('tar', ['-xzf', path.join(work, `${name}-${nodeVersion}.tgz`), '-C', work, 'package/bin/node']);
  const file = path.join(work, 'package/bin/node');
  if ((await hashOf(file)) !== nodeHashes[arch]) throw new Error(`${name}@${nodeVersion} is not the expected binary`);
  return file;
}
