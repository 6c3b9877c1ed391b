// @ts-check
/**
 * Makes `.build` from the sources: the services' code, each file by itself and without checking its types, both browser
 * applications, and the manual's site. `npm ci`, `npm run build`, `npm start` and `npm run dev` use it; the running product
 * does not.
 *
 *   node shared/build.js [--stale]
 *
 * The code is made in a folder of its own, and the link `.build/current` moves to it once it is whole. So a command that starts
 * meanwhile runs the former build, and a process that runs already keeps the files it may still load. It is plain JavaScript
 * because it builds the rest.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import {
  access,
  copyFile,
  cp,
  mkdir,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const out = path.join(root, '.build');
const current = path.join(out, 'current');
const services = ['daemon', 'automations-api', 'shared'];
/** Code for browsers, which `build-app.ts` bundles. */
const browserFolders = ['daemon/dashboard', 'automations-api/admin', 'shared/ui'];
const apps = ['daemon/dashboard', 'automations-api/admin'];
/** The manual's site is made of these. */
const manual = ['.github', 'shared/manual', 'shared/ui/manual', 'shared/ui/tokens.css', 'shared/ui/browser-storage.ts'];
/** The types that authors of plugins import as `waypost/plugin`. */
const pluginTypes = ['automations-api/host'];
const pluginFolder = /^automations-api\/plugins\/[^/]+(?=\/)/;
/** These decide how everything else is built, or stand in services and browser applications alike. */
const recipe = [
  'package.json',
  'tsconfig.json',
  'shared/build.js',
  'shared/site/build-app.ts',
  'shared/limits-of-fields.ts',
];
/** Packages of many files, which take half of a start to load, become one file each. */
const joined = [
  ...[
    'ajv',
    'ajv-formats',
    'bowser',
    'bullmq',
    'commander',
    'csv-stringify/sync',
    'ioredis',
    'isbot',
    'kysely',
    'mmdb-lib',
  ],
  ...['mysql2', 'mysql2/promise', 'nanoid', 'nodemailer', 'pino', 'prom-client', 'qrcode', 'qs'],
  ...['rate-limiter-flexible', 'tldts', 'typebox'],
];
/**
 * Entries that become one file with the sources they import: each of some four hundred would take its time. Entries of one
 * list share parts, and what they import later is a part of its own. Packages stay out: to compile them for each list took most
 * of a build, and five times its memory.
 */
const bundled = [
  [
    'daemon/server.ts',
    'daemon/worker.ts',
    'automations-api/server.ts',
    'automations-api/cli.ts',
    'shared/process/run-several.ts',
  ],
  ['daemon/cli.ts'],
];
/**
 * A process keeps the text of all code that it loaded, at two bytes a character where one stands beyond Latin-1. Licences are in
 * the packages themselves.
 */
const dense = /** @type {const} */ ({ minifyWhitespace: true, legalComments: 'none', charset: 'ascii' });
/** Processes that run a replaced build may load more of it later. */
const keptMs = 3_600_000;

/** @typedef {typeof import('esbuild')} Esbuild */
/** @typedef {{ stale?: boolean, tests?: boolean, say?: (line: string) => void }} Options */

/** Faults of the sources, in words for the person who builds. */
export class BuildFailed extends Error {}

/**
 * Builds. Of several processes one does, and the others wait for it. `stale`: only parts that are older than their sources;
 * `tests`: also the tests, into the current build; `say` is told which plugins are left out.
 * @param {Options} [options]
 * @throws {BuildFailed} when the sources have faults; the former build stays
 */
export async function build({ stale = false, tests = false, say = console.error } = {}) {
  const due = () => [services, ...apps.map(sourcesOf), manual].filter((folders) => !stale || isStale(folders));
  if (due().length === 0 && !tests) return;
  const esbuild = await import('esbuild').catch(() => undefined);
  if (!esbuild) return await doWithout(say);
  await mkdir(out, { recursive: true });
  const letOthers = await takeTurn();
  try {
    for (const folders of due()) {
      const startedAt = new Date();
      if (folders === services) await buildServices(esbuild, say, stale);
      else if (folders === manual) await buildManual(say);
      else await buildBrowserApp(/** @type {string} */ (folders[0]));
      await writeFile(stampOf(folders), '');
      await utimes(stampOf(folders), startedAt, startedAt);
    }
    if (!stale && isStale(pluginTypes)) await writePluginTypes(say);
    if (tests) await buildTests(esbuild);
  } finally {
    await esbuild.stop();
    letOthers();
  }
}

/** By the compiler itself, as it knows the types. @param {(line: string) => void} say */
async function writePluginTypes(say) {
  const startedAt = new Date();
  const compiler = path.join(root, 'node_modules/.bin/tsc');
  try {
    await run(compiler, ['-p', path.join(root, /** @type {string} */ (pluginTypes[0]))]);
    await writeFile(stampOf(pluginTypes), '');
    await utimes(stampOf(pluginTypes), startedAt, startedAt);
  } catch (error) {
    const { stdout } = /** @type {{ stdout?: string }} */ (error);
    say(`The types of plugins are not written:\n${stdout ?? error}`);
  }
}

/** @param {string} app */
const sourcesOf = (app) => [app, 'shared/ui', 'shared/drawing'];

/** @param {string[]} folders */
const stampOf = ([first]) => path.join(out, `${/** @type {string} */ (first).replace('/', '-')}.built`);

/**
 * Whether a source is newer than what was built of it. A deleted one makes its folder newer.
 * @param {string[]} folders
 */
function isStale(folders) {
  const builtAt = modifiedAt(stampOf(folders));
  const isOther = folders === services ? isForBrowsers : () => false;
  /** @type {(at: string) => boolean} */
  const hasNewer = (at) => {
    const stats = statSync(path.join(root, at));
    const isDue = (/** @type {string} */ name) => !isOther(path.join(at, name)) && hasNewer(path.join(at, name));
    return stats.mtimeMs > builtAt || (stats.isDirectory() && readdirSync(path.join(root, at)).some(isDue));
  };
  return recipe.some((file) => modifiedAt(path.join(root, file)) > builtAt) || folders.some(hasNewer);
}

/** @param {string} file */
const isForBrowsers = (file) => browserFolders.some((folder) => file === folder || file.startsWith(`${folder}/`));

/** Milliseconds; 0 when there is no such file. @param {string} file */
const modifiedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Without what only developers install there is the build that came along, or none. @param {(line: string) => void} say */
async function doWithout(say) {
  const isBuilt = await access(path.join(current, 'shared')).then(
    () => true,
    () => false,
  );
  const why = 'the development packages are not installed; `npm ci` installs them and builds';
  say(isBuilt ? `Sources are newer than the build, which runs as it is: ${why}.` : `Nothing is built: ${why}.`);
}

/**
 * Builds the services from their sources into a folder directly below `.build`, and nothing else: the current build stays.
 * @param {string} made
 * @throws {BuildFailed} when the sources have faults, those of a plugin among them
 */
export async function buildServicesInto(made) {
  const esbuild = await import('esbuild');
  try {
    const [faults] = await Promise.all([compile(esbuild, await listServices(), made), joinPackages(esbuild, made)]);
    if (faults.size > 0) throw new BuildFailed([...faults.values()].join('').trimEnd());
  } finally {
    await esbuild.stop();
  }
}

const listServices = async () =>
  (await Promise.all(services.map(listSources))).flat().filter((file) => !isForBrowsers(file));

/** @param {Esbuild} esbuild @param {(line: string) => void} say @param {boolean} stale whether only what is older than its sources */
async function buildServices(esbuild, say, stale) {
  const made = path.join(out, `${Date.now().toString(36)}-${process.pid}`);
  const sources = await listServices();
  try {
    const changed = stale ? await takeOver(sources, made) : sources;
    const [faults] = await Promise.all([compile(esbuild, changed, made), joinPackages(esbuild, made)]);
    if (faults.size > 0) await leaveOutPlugins(esbuild, changed, made, faults, say);
    await point(current, made);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    throw error;
  }
  await removeFormer(made);
}

/**
 * Copies what was made of files that have not changed since the current build began. Bundles are made again, as each is of many.
 * @param {string[]} files @param {string} made @returns {Promise<string[]>} the files that are left to compile
 */
async function takeOver(files, made) {
  const builtAt = modifiedAt(stampOf(services));
  if (recipe.some((file) => modifiedAt(path.join(root, file)) > builtAt)) return files;
  /** @param {string} file */
  const isCopied = async (file) => {
    if (bundled.flat().includes(file) || modifiedAt(path.join(root, file)) >= builtAt) return false;
    const code = file.replace(/\.ts$/, '.js');
    await mkdir(path.join(made, path.dirname(file)), { recursive: true });
    const copy = (/** @type {string} */ name) => copyFile(path.join(current, name), path.join(made, name));
    // Code comes last, so that none is still being copied when the compiler writes the same file.
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
 * Compiles each file by itself, but for the bundled ones. Imports of other sources stay imports, of the files made of those.
 * @param {Esbuild} esbuild @param {string[]} files @param {string} to @param {import('esbuild').BuildOptions} how
 * @returns {Promise<Map<string, string>>} faults by the file that has them, which leave nothing written
 */
async function compile(esbuild, files, to, how = dense) {
  /** @param {string[]} entryPoints @param {import('esbuild').BuildOptions} more */
  const make = (entryPoints, more) =>
    esbuild
      .build({
        absWorkingDir: root,
        entryPoints,
        outbase: root,
        outdir: to,
        bundle: true,
        packages: 'external',
        platform: 'node',
        format: 'esm',
        target: 'node20.19',
        sourcemap: true,
        sourcesContent: false,
        logLevel: 'silent',
        ...how,
        ...more,
      })
      .catch((/** @type {import('esbuild').BuildFailure} */ failure) => failure);
  const results = await Promise.all([
    make(
      files.filter((file) => !bundled.flat().includes(file)),
      { plugins: [importsStay, packagesAreJoined((importer) => path.relative(path.dirname(importer), root) || '.')] },
    ),
    ...bundled.map((entries) =>
      make(
        entries.filter((file) => files.includes(file)),
        // Shared parts lie as deep as an entry.
        { splitting: true, chunkNames: 'chunks/[name]-[hash]', plugins: [packagesAreJoined(() => '..')] },
      ),
    ),
  ]);
  const errors = results.flatMap((result) => result.errors);
  const words = await esbuild.formatMessages(errors, { kind: 'error' });
  /** @type {Map<string, string>} */
  const faults = new Map();
  for (const [index, { location, text }] of errors.entries()) {
    const file = location?.file ?? '';
    const word = words[index] ?? text;
    if (!faults.get(file)?.includes(word)) faults.set(file, `${faults.get(file) ?? ''}${word}`);
  }
  return faults;
}

/** @type {import('esbuild').Plugin} */
const importsStay = {
  name: 'imports-stay',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ path: source, kind }) =>
      kind === 'entry-point' ? undefined : { path: source.replace(/\.ts$/, '.js'), external: true },
    );
  },
};

const isJoined = new RegExp(`^(${joined.join('|')})$`);

/**
 * Imports of joined packages become imports of their files, by the way from a file of the build to its root.
 * @param {(importer: string) => string} wayToRoot @returns {import('esbuild').Plugin}
 */
const packagesAreJoined = (wayToRoot) => ({
  name: 'packages-are-joined',
  setup({ onResolve }) {
    onResolve({ filter: isJoined }, ({ path: name, importer }) => ({
      path: `${wayToRoot(importer)}/packages/${name}.js`,
      external: true,
    }));
  },
});

/** The joined packages of the current build are copied until another package or recipe is there. @param {Esbuild} esbuild @param {string} made */
async function joinPackages(esbuild, made) {
  const [from, to] = [path.join(current, 'packages'), path.join(made, 'packages')];
  const since = Math.max(
    ...[...recipe, 'node_modules/.package-lock.json'].map((file) => modifiedAt(path.join(root, file))),
  );
  const isCurrent = joined.every((name) => modifiedAt(path.join(from, `${name}.js`)) > since);
  if (isCurrent) return await cp(from, to, { recursive: true, preserveTimestamps: true });
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: joined.map((name) => ({ in: name, out: name })),
    outdir: to,
    bundle: true,
    splitting: true,
    plugins: [namesAreKept],
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    // Packages written in CommonJS ask for Node.js's own modules as they go.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);",
    },
    ...dense,
    logLevel: 'silent',
  });
}

/**
 * The names that a package exports to Node.js, also where it is written in CommonJS.
 * @type {import('esbuild').Plugin}
 */
const namesAreKept = {
  name: 'names-are-kept',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path: name, kind }) =>
      kind === 'entry-point' ? { path: name, namespace: 'joined' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'joined' }, async ({ path: name }) => {
      const names = Object.keys(await import(name)).filter((one) => one !== 'module.exports');
      return { contents: `export { ${names.join(', ')} } from '${name}';`, resolveDir: root };
    });
  },
};

/**
 * Builds all but the plugins that have faults. In their place is what says why.
 * @param {Esbuild} esbuild @param {string[]} sources @param {string} made
 * @param {Map<string, string>} faults @param {(line: string) => void} say
 */
async function leaveOutPlugins(esbuild, sources, made, faults, say) {
  /** @type {Map<string, string>} */
  const broken = new Map();
  for (const [file, words] of faults) {
    const [folder] = pluginFolder.exec(file) ?? [];
    if (!folder) throw new BuildFailed([...faults.values()].join('').trimEnd());
    broken.set(folder, (broken.get(folder) ?? '') + words);
  }
  const others = sources.filter((file) => !broken.has(pluginFolder.exec(file)?.[0] ?? ''));
  const more = await compile(esbuild, others, made);
  if (more.size > 0) throw new BuildFailed([...more.values()].join('').trimEnd());
  for (const [folder, words] of broken) {
    say(`The plugin ${path.basename(folder)} is left out, as it cannot be built:\n\n${words.trimEnd()}`);
    await mkdir(path.join(made, folder), { recursive: true });
    const reason = `it cannot be built: ${words.trim()}`;
    await writeFile(path.join(made, folder, 'plugin.js'), `throw new Error(${JSON.stringify(reason)});\n`);
    // Without it the next build takes this file over from no source.
    await rm(path.join(made, folder, 'plugin.js.map'), { force: true });
  }
}

/** The TypeScript below a folder. @param {string} folder */
async function listSources(folder) {
  const files = await readdir(path.join(root, folder), { recursive: true });
  return files.filter((file) => /(?<!\.d)\.ts$/.test(file)).map((file) => path.join(folder, file));
}

/** Makes a link lead to a folder, without a moment in which it leads nowhere. @param {string} link @param {string} folder */
async function point(link, folder) {
  const made = `${link}.new`;
  await rm(made, { force: true });
  await symlink(path.basename(folder), made);
  await rename(made, link);
}

/** Removes builds that were replaced a while ago. @param {string} made */
async function removeFormer(made) {
  const names = (await readdir(out)).filter((name) => /^[0-9a-z]{8,}-\d+$/.test(name)).sort();
  const former = names.filter((name) => name !== path.basename(made));
  for (const name of former.slice(0, -1)) {
    const { mtimeMs } = await stat(path.join(out, name));
    if (Date.now() - mtimeMs > keptMs) await rm(path.join(out, name), { recursive: true, force: true });
  }
}

/** @param {string} app */
async function buildBrowserApp(app) {
  const { browserApps, buildApp } = await import(pathToFileURL(path.join(current, 'shared/site/build-app.js')).href);
  try {
    await buildApp(browserApps.find((/** @type {{ source: string }} */ { source }) => source === app));
  } catch (error) {
    throw new BuildFailed(/** @type {Error} */ (error).message);
  }
}

/** Where the packages for it are missing, as after an update of a checkout, all else is built. @param {(line: string) => void} say */
async function buildManual(say) {
  const file = pathToFileURL(path.join(current, 'shared/manual/build-manual.js')).href;
  const made = await import(file).catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    say(`The manual is not built: ${error.message}. \`npm ci\` installs what it needs, and builds.`);
  });
  await made?.buildManual();
}

/** Builds the tests that changed since their last build. @param {Esbuild} esbuild */
async function buildTests(esbuild) {
  const made = path.join(out, await readlink(current));
  // Some browser code is also tested in Node.js.
  const sources = (await Promise.all(['test', ...browserFolders].map(listSources))).flat();
  const builtOf = (/** @type {string} */ file) => path.join(made, file.replace(/\.ts$/, '.js'));
  const since = Math.max(...recipe.map((file) => modifiedAt(path.join(root, file))));
  const isDue = (/** @type {string} */ file) =>
    modifiedAt(builtOf(file)) <= Math.max(since, modifiedAt(path.join(root, file)));
  // A failure shows the line of its test.
  const faults = await compile(esbuild, sources.filter(isDue), made, {});
  if (faults.size > 0) throw new BuildFailed([...faults.values()].join('').trimEnd());
  const kept = new Set(sources.map(builtOf));
  for (const file of await readdir(path.join(made, 'test'), { recursive: true })) {
    const at = path.join(made, 'test', file);
    if (file.endsWith('.js') && !kept.has(at)) await rm(at);
  }
}

/**
 * Waits until no other process builds here. The kernel frees the turn however its owner ends (an abstract socket, Linux).
 * @returns {Promise<() => void>} ends the turn
 */
async function takeTurn() {
  const name = `\0waypost-build-${createHash('sha256').update(root).digest('hex').slice(0, 32)}`;
  for (;;) {
    const server = createServer().unref();
    const isOurs = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(name, () => resolve(true));
    });
    if (isOurs) {
      /** @type {Set<import('node:net').Socket>} */
      const waiting = new Set();
      server.on('connection', (socket) => waiting.add(socket.on('error', () => {})));
      return () => {
        server.close();
        for (const socket of waiting) socket.destroy();
      };
    }
    await new Promise((resolve) => connect(name).on('error', resolve).on('close', resolve).resume());
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build({ stale: process.argv.includes('--stale') }).catch((error) => {
    process.stderr.write(`${error instanceof BuildFailed ? error.message : error.stack}\n`);
    process.exitCode = 1;
  });
}
