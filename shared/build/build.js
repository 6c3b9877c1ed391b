// @ts-check
/**
 * The build of `.build`: the services' code without type checks, both browser applications, and the manual's site. `npm ci`,
 * `npm run build`, `npm start` and `npm run dev` use it. It is plain JavaScript because it builds the rest.
 *
 *   node shared/build/build.js [--stale]
 */
import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BuildFailed } from './compile.js';
import { isStale, noteBuilt } from './freshness.js';
import { writePluginTypes } from './plugin-types.js';
import { buildServices } from './services.js';
import { apps, current, out, services } from './sources.js';
import { buildTests } from './tests.js';
import { takeTurn } from './turn.js';

/** The sources of the manual's site. */
const manual = ['.github', 'shared/manual', 'shared/ui/manual', 'shared/ui/tokens.css', 'shared/ui/browser-storage.ts'];

/** @typedef {(line: string) => void} Say */
/** @typedef {{ stale?: boolean, tests?: boolean, say?: Say }} Options */

/**
 * Builds, one process at a time. `stale`: only parts that are older than their sources; `tests`: also the tests, into the
 * current build; `say` is called with the plugins that are left out. If the sources have errors, shows them, keeps the earlier
 * build, and ends this process.
 * @param {Options} [options]
 */
export async function buildOrExit(options) {
  await build(options).catch((error) => {
    process.stderr.write(`${error instanceof BuildFailed ? error.message : error.stack}\n`);
    process.exit(1);
  });
}

/** @param {Options} [options] */
async function build({ stale = false, tests = false, say = console.error } = {}) {
  const parts = [services, ...apps.map((app) => [app, 'shared/ui', 'shared/drawing']), manual];
  const due = () => parts.filter((folders) => !stale || isStale(folders));
  if (due().length === 0 && !tests) return;
  const esbuild = await import('esbuild').catch(() => undefined);
  if (!esbuild) return await doWithout(say);
  await mkdir(out, { recursive: true });
  const endTurn = await takeTurn();
  try {
    for (const folders of due()) {
      const startedAt = new Date();
      if (folders === services) await buildServices(say, stale);
      else if (folders === manual) await buildManual(say);
      else await buildBrowserApp(folders[0]);
      await noteBuilt(folders, startedAt);
    }
    if (!stale) await writePluginTypes(say);
    if (tests) await buildTests();
  } finally {
    await esbuild.stop();
    endTurn();
  }
}

/** Keeps the existing build, if any, because the development packages are missing. @param {Say} say */
async function doWithout(say) {
  const isBuilt = await access(path.join(current, 'shared')).then(
    () => true,
    () => false,
  );
  const why = 'the development packages are not installed; `npm ci` installs them and builds';
  say(isBuilt ? `The sources are newer than the build, which is used anyway: ${why}.` : `Nothing is built: ${why}.`);
}

/** @param {string} file of the build */
const importBuilt = (file) => import(pathToFileURL(path.join(current, file)).href);

/** @param {string | undefined} app */
async function buildBrowserApp(app) {
  const { browserApps, buildApp } = await importBuilt('shared/site/build-app.js');
  try {
    await buildApp(browserApps.find((/** @type {{ source: string }} */ { source }) => source === app));
  } catch (error) {
    throw new BuildFailed(/** @type {Error} */ (error).message);
  }
}

/** Builds the manual, unless its packages are missing, for example after an update of a checkout. @param {Say} say */
async function buildManual(say) {
  const made = await importBuilt('shared/manual/build-manual.js').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    say(`The manual is not built: ${error.message}. \`npm ci\` installs its packages and builds it.`);
  });
  await made?.buildManual();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildOrExit({ stale: process.argv.includes('--stale') });
