// @ts-check
/**
 * The build of the services, each in a new folder. The link `.build/current` points to it once it is complete. A command that
 * starts in the meantime runs the earlier build, and a running process keeps the files that it can still load.
 */
import { copyFile, mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compile, isBundled, throwFaults } from './compile.js';
import { builtAt, modifiedAt, recipeAt } from './freshness.js';
import { joinPackages } from './packages.js';
import { current, isForBrowsers, listSources, out, root, services } from './sources.js';

const pluginFolder = /^automations-api\/plugins\/[^/]+(?=\/)/;
/** The time for which replaced builds are kept, because processes can still load files from them. */
const keptMs = 3_600_000;

const listServices = async () => (await listSources(services)).filter((file) => !isForBrowsers(file));

/**
 * Builds the services into a folder directly in `.build`, without changing the current build.
 * @param {string} made
 * @throws BuildFailed if the sources, including plugins, have errors
 */
export async function buildServicesInto(made) {
  const { stop } = await import('esbuild');
  try {
    const [faults] = await Promise.all([compile(await listServices(), made), joinPackages(made)]);
    throwFaults(faults);
  } finally {
    await stop();
  }
}

/** @param {(line: string) => void} say @param {boolean} stale only what is older than its sources */
export async function buildServices(say, stale) {
  const made = path.join(out, `${Date.now().toString(36)}-${process.pid}`);
  const sources = await listServices();
  try {
    const changed = stale ? await takeOver(sources, made) : sources;
    const [faults] = await Promise.all([compile(changed, made), joinPackages(made)]);
    if (faults.size > 0) await leaveOutPlugins(changed, made, faults, say);
    await point(current, made);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    throw error;
  }
  await removePrevious(made);
}

/**
 * Copies the output of files that have not changed since the current build started. Bundles are always built again.
 * @param {string[]} files @param {string} made @returns {Promise<string[]>} the files that are left to compile
 */
async function takeOver(files, made) {
  const since = builtAt(services);
  if (recipeAt() > since) return files;
  /** @param {string} file */
  const isCopied = async (file) => {
    if (isBundled(file) || modifiedAt(path.join(root, file)) >= since) return false;
    const code = file.replace(/\.ts$/, '.js');
    await mkdir(path.join(made, path.dirname(file)), { recursive: true });
    const copy = (/** @type {string} */ name) => copyFile(path.join(current, name), path.join(made, name));
    // The code is copied last, so that a failed copy never overlaps with the compiler's write.
    try {
      await copy(`${code}.map`);
      await copy(code);
      return true;
    } catch {
      return false;
    }
  };
  const copied = await Promise.all(files.map(isCopied));
  return files.filter((_, index) => !copied[index]);
}

/**
 * Builds everything except plugins with errors. Each of these is replaced by a file that throws the reason.
 * @param {string[]} sources @param {string} made
 * @param {import('./compile.js').Faults} faults @param {(line: string) => void} say
 */
async function leaveOutPlugins(sources, made, faults, say) {
  /** @type {Map<string, string>} */
  const broken = new Map();
  for (const [file, words] of faults) {
    const [folder] = pluginFolder.exec(file) ?? [];
    if (!folder) return throwFaults(faults);
    broken.set(folder, (broken.get(folder) ?? '') + words);
  }
  const others = sources.filter((file) => !broken.has(pluginFolder.exec(file)?.[0] ?? ''));
  throwFaults(await compile(others, made));
  for (const [folder, words] of broken) {
    say(`The plugin ${path.basename(folder)} is not loaded, because it cannot be built:\n\n${words.trimEnd()}`);
    await mkdir(path.join(made, folder), { recursive: true });
    const reason = `it cannot be built: ${words.trim()}`;
    await writeFile(path.join(made, folder, 'plugin.js'), `throw new Error(${JSON.stringify(reason)});\n`);
    // Without its source map, the next build does not copy this file.
    await rm(path.join(made, folder, 'plugin.js.map'), { force: true });
  }
}

/** Points a link to a folder, atomically. @param {string} link @param {string} folder */
async function point(link, folder) {
  const made = `${link}.new`;
  await rm(made, { force: true });
  await symlink(path.basename(folder), made);
  await rename(made, link);
}

/** Removes builds that were replaced a while ago. @param {string} made */
async function removePrevious(made) {
  const names = (await readdir(out)).filter((name) => /^[0-9a-z]{8,}-\d+$/.test(name)).sort();
  const previous = names.filter((name) => name !== path.basename(made));
  for (const name of previous.slice(0, -1)) {
    const { mtimeMs } = await stat(path.join(out, name));
    if (Date.now() - mtimeMs > keptMs) await rm(path.join(out, name), { recursive: true, force: true });
  }
}
