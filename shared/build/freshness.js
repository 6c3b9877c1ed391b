// @ts-check
/** The check for built parts that are older than their sources. Each part has a stamp file. */
import { readdirSync, statSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isForBrowsers, out, root, services } from './sources.js';

/** Files that affect all parts. */
const recipe = [
  'package.json',
  'tsconfig.json',
  'shared/site/build-app.ts',
  'shared/site/build-texts.ts',
  'shared/limits-of-fields.ts',
  'shared/plural.ts',
];

/** Returns a file's modification time in ms; 0 if it does not exist. @param {string} file */
export const modifiedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Returns the modification time of the newest file that affects all parts. */
export function recipeAt() {
  const ownFiles = readdirSync(path.join(root, 'shared/build')).map((name) => path.join('shared/build', name));
  return Math.max(...[...recipe, ...ownFiles].map((file) => modifiedAt(path.join(root, file))));
}

/** @param {string[]} folders */
const stampOf = ([first]) => path.join(out, `${first?.replace('/', '-')}.built`);

/** Returns the start time of a part's last build. @param {string[]} folders */
export const builtAt = (folders) => modifiedAt(stampOf(folders));

/** @param {string[]} folders @param {Date} startedAt */
export async function noteBuilt(folders, startedAt) {
  await writeFile(stampOf(folders), '');
  await utimes(stampOf(folders), startedAt, startedAt);
}

/** Returns whether a source is newer than its build. A deletion changes the folder's time. @param {string[]} folders */
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
