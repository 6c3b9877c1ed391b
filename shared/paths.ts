/** The location of the project on disk, the same from the sources and from the build. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(from: string): string {
  if (existsSync(path.join(from, 'package.json'))) return from;
  return findRoot(path.dirname(from));
}

const here = path.dirname(fileURLToPath(import.meta.url));

/** The directory that holds `package.json`. */
export const projectRoot = findRoot(here);

/** The directory of the running build: `daemon/server.js` and all other entries are below it. */
export const builtRoot = path.dirname(here);
