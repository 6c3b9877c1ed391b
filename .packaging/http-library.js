// @ts-check
/**
 * Checksums of the uWebSockets.js binaries, which come from a third-party package. `.github/docs/platforms.md` shows how to
 * compare them with the official ones.
 */
import path from 'node:path';
import { hashOf } from './files.js';
import { libraryFile } from './shipped.js';

/** SHA-256. @type {Record<string, string>} */
export const libraryHashes = {
  x64: 'f4fa5d7b697529b45ac8aa3d57385d9af51bc1d2b26aa9f5b68ca4361542e665',
  arm64: '034e0fcccdc08f90df3b130f421516311831b1352fe38eab91abc2984c2fdf3a',
};

/**
 * Checks the binary.
 * @param {string} packages the folder `node_modules` @param {string} arch @throws if its checksum differs
 */
export async function checkLibrary(packages, arch) {
  const file = path.join(packages, 'uWebSockets.js', libraryFile(arch));
  const found = await hashOf(file);
  if (found !== libraryHashes[arch]) throw new Error(`${file} is not the expected binary: its SHA-256 is ${found}`);
}
