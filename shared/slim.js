// @ts-check
/**
 * Removes files of the installed packages for other platforms: the HTTP library brings its binaries for all of them,
 * 257 MB. `npm ci` runs it; `npm run slim` does the same if npm runs no scripts.
 */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const library = path.join(path.dirname(fileURLToPath(import.meta.url)), '../node_modules/uWebSockets.js');
/** The ABI of Node.js 20, the oldest supported version. */
const oldestAbi = 115;

for (const name of await readdir(library)) {
  const [, platform, abi] = /^uws_(\w+)_(\d+)\.node$/.exec(name) ?? [];
  const isNeeded = platform === `${process.platform}_${process.arch}` && Number(abi) >= oldestAbi;
  if (platform && !isNeeded) await rm(path.join(library, name));
}
