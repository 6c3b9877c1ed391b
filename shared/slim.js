// @ts-check
/**
 * The removal of files for other platforms from the installed packages: the HTTP library contains binaries for every
 * platform, 257 MB in total. `npm ci` runs this script. If npm runs no scripts, use `npm run slim`.
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
