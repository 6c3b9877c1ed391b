// @ts-check
/** The build of changed tests, into the current build. */
import { readdir, readlink, rm } from 'node:fs/promises';
import path from 'node:path';
import { compile, throwFaults } from './compile.js';
import { modifiedAt, recipeAt } from './freshness.js';
import { browserFolders, current, listSources, out, root } from './sources.js';

export async function buildTests() {
  const made = path.join(out, await readlink(current));
  // Some browser code is also tested in Node.js.
  const sources = await listSources(['test', ...browserFolders]);
  const builtOf = (/** @type {string} */ file) => path.join(made, file.replace(/\.ts$/, '.js'));
  const since = recipeAt();
  const isDue = (/** @type {string} */ file) =>
    modifiedAt(builtOf(file)) <= Math.max(since, modifiedAt(path.join(root, file)));
  // Without minification, a failure shows the line of its test.
  throwFaults(await compile(sources.filter(isDue), made, {}));
  const kept = new Set(sources.map(builtOf));
  for (const file of await readdir(path.join(made, 'test'), { recursive: true })) {
    const at = path.join(made, 'test', file);
    if (file.endsWith('.js') && !kept.has(at)) await rm(at);
  }
}
