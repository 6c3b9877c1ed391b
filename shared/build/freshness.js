// @ts-check
/** Finds what is older than its sources, by a stamp for each part that was built. */
import { readdirSync, statSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isForBrowsers, out, root, services } from './sources.js';

/** These decide how everything else is built, or are in services and browser applications alike. */
const recipe = ['package.json', 'tsconfig.json', 'shared/site/build-app.ts', 'shared/limits-of-fields.ts'];

/** Milliseconds; 0 if there is no such file. @param {string} file */
export const modifiedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The time of the newest file that decides how everything is built. */
export function recipeAt() {
  const ownFiles = readdirSync(path.join(root, 'shared/build')).map((name) => path.join('shared/build', name));
  return Math.max(...[...recipe, ...ownFiles].map((file) => modifiedAt(path.join(root, file))));
}

/** @param {string[]} folders */
const stampOf = ([first]) => path.join(out, `${first?.replace('/', '-')}.built`);

/** The time at which the last build of a part began. @param {string[]} folders */
export const builtAt = (folders) => modifiedAt(stampOf(folders));

/** @param {string[]} folders @param {Date} startedAt */
export async function noteBuilt(folders, startedAt) {
  await writeFile(stampOf(folders), '');
  await utimes(stampOf(folders), startedAt, startedAt);
}

/** Tells whether a source is newer than its build. A deleted one makes its folder newer. @param {string[]} folders */
export function isStale(folders) {
  const since = builtAt(folders);
  const isOther = folders === services ? isForBrowsers : () => false;
  /** @type {(at: string) => boolean} */
  const hasNewer = (at) => {
    const stats = statSync(path.join(root, at));
    const isDue = (/** @type {string} */ name) => !isOther(path.join(at, name)) && hasNewer(path.join(at, name));
    return stats.mtimeMs > since || (stats.isDirectory() && readdirSync(path.join(root, at)).some(isDue));
  };
  return recipeAt() > since || folders.some(hasNewer);
}
