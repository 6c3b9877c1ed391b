/** The project's location on disk, the same for the sources and the build. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(from: string): string {
  if (existsSync(path.join(from, 'package.json'))) return from;
  return findRoot(path.dirname(from));
}

const here = path.dirname(fileURLToPath(import.meta.url));

/** The directory with `package.json`. */
export const projectRoot = findRoot(here);

/** The directory of the running build, with `daemon/server.js` and all other entries. */
export const builtRoot = path.dirname(here);
