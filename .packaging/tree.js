// @ts-check
/** A release's folder for one platform, without build and test tools. */
import { execFile } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { buildServicesInto } from '../shared/build/services.js';
import { hashOf, listFiles, makeAlike } from './files.js';
import { checkLibrary } from './http-library.js';
import { placeNode } from './node-binary.js';
import { billOfMaterials } from './sbom.js';
import { isShipped } from './shipped.js';

const run = promisify(execFile);
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Sources that a release contains unchanged. */
const asTheyAre =
  /^(LICENSE|README\.md|CHANGELOG\.md|ecosystem\.config\.js|shared\/run\.js|\.github\/monitoring\/.+|(.*\/)?(sql|migrations)\/.*\.sql)$/;
const plugin = /^automations-api\/plugins\/[^/]+\/plugin\.ts$/;
/** Code that needs development packages. */
const developersCode = [
  'shared/site/build-app.js',
  'shared/site/build-texts.js',
  'shared/local/dev.js',
  'shared/manual',
];

const launcher = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/node/bin/node" "$here/.build/current/shared/local/waypost.js" "$@"
`;

/**
 * @typedef {object} Release
 * @property {string} arch as in `process.arch`
 * @property {string} folder the output, which replaces an existing folder
 * @property {string} work a folder for temporary files
 * @property {number} epoch the time of all files, in seconds
 * @property {(line: string) => void} say
 */

/** Writes the release into its folder. @param {Release} release */
export async function layOut({ arch, folder, work, epoch, say }) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const put = (/** @type {string} */ name, /** @type {string} */ text) => writeFile(path.join(folder, name), text);
  say(`${arch}: the packages …`);
  const given = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  for (const name of ['package.json', 'package-lock.json']) {
    await copyFile(path.join(root, name), path.join(folder, name));
  }
  await installPackages(arch, folder);
  await checkLibrary(path.join(folder, 'node_modules'), arch);
  await rm(path.join(folder, 'package-lock.json'));
  const { name, version, description, license, type, engines, dependencies } = given;
  const product = { name, version, description, license, private: true, type, engines, dependencies };
  await put('package.json', `${JSON.stringify(product, null, 2)}\n`);
  await put('sbom.cdx.json', await billOfMaterials({ folder, arch, epoch }));
  await keepOnly(folder, 'node_modules', (file) => isShipped(file, arch));

  say(`${arch}: the build …`);
  await build(folder, epoch);
  const { stdout } = await run('git', ['ls-files', '-z'], { cwd: root });
  const sources = stdout.split('\0');
  for (const file of sources.filter((source) => asTheyAre.test(source) && !source.startsWith('test/'))) {
    await cp(path.join(root, file), path.join(folder, file));
  }
  for (const file of sources.filter((source) => plugin.test(source))) {
    const built = file.replace(/\.ts$/, '.js');
    await mkdir(path.join(folder, path.dirname(built)), { recursive: true });
    await put(built, `export * from '../../../.build/current/${built}';\n`);
  }

  say(`${arch}: Node.js …`);
  await placeNode(arch, path.join(folder, 'node/bin/node'), work);
  await copyFile(path.join(root, '.packaging/node-LICENSE'), path.join(folder, 'node/LICENSE'));
  await put('waypost', launcher);
  await chmod(path.join(folder, 'waypost'), 0o755);
  await put('SHA256SUMS', await checksums(folder));
  await makeAlike(folder, epoch);
}

/**
 * Installs the locked packages without running their scripts, which would run for this machine's platform.
 * @param {string} arch @param {string} folder
 */
async function installPackages(arch, folder) {
  const platform = ['--os=linux', `--cpu=${arch}`, '--libc=glibc', '--omit=dev', '--ignore-scripts'];
  await run('npm', ['ci', ...platform, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
  });
}

/** @param {string} folder @param {number} epoch */
async function build(folder, epoch) {
  const [made, current] = [path.join(root, '.build/of-release'), path.join(folder, '.build/current')];
  await rm(made, { recursive: true, force: true });
  await buildServicesInto(made);
  const load = (/** @type {string} */ file) =>
    import(`${pathToFileURL(path.join(made, file)).href}?${process.hrtime.bigint()}`);
  const { browserApps, buildApp } = await load('shared/site/build-app.js');
  for (const app of browserApps) {
    await buildApp({ ...app, output: path.join(folder, app.output) }, epoch * 1_000);
  }
  const { buildManual } = await load('shared/manual/build-manual.js');
  await buildManual(path.join(folder, '.build/docs'), epoch * 1_000);
  await rename(made, current);
  for (const source of developersCode) {
    for (const name of [source, `${source}.map`]) await rm(path.join(current, name), { recursive: true, force: true });
  }
}

/**
 * Deletes all files for which `isKept` returns false, and all empty folders. @param {string} folder @param {string} at
 * @param {(file: string) => boolean} isKept
 */
async function keepOnly(folder, at, isKept) {
  for (const entry of await readdir(path.join(folder, at), { withFileTypes: true })) {
    const file = `${at}/${entry.name}`;
    if (entry.isDirectory()) await keepOnly(folder, file, isKept);
    else if (!isKept(file)) await rm(path.join(folder, file));
  }
  await rmdir(path.join(folder, at)).catch(() => {});
}

/** Computes checksums in the format of `sha256sum --check`. @param {string} folder */
async function checksums(folder) {
  const lines = [];
  for (const file of await listFiles(folder)) lines.push(`${await hashOf(path.join(folder, file))}  ${file}\n`);
  return lines.join('');
}
