#!/usr/bin/env node
// @ts-check
/**
 * The build of the current commit's releases in `.build/release`. For a quick test, build only one archive:
 *
 *   npm run release -- --arch x64 --only archive --dirty
 *
 * Builds are reproducible: names are sorted, and every file has the commit's time and belongs to root. The build
 * tools are imported late, so that `--help` answers at once.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Command, Option } from 'commander';

const run = promisify(execFile);

const program = new Command('npm run release --')
  .description(
    'Builds in .build/release:\n\n' +
      '  waypost-VERSION-linux-{x64,arm64}.tar.gz     archives\n' +
      '  waypost_VERSION_{amd64,arm64}.deb            Debian packages\n' +
      '  waypost-VERSION-linux-{x64,arm64}.cdx.json   bills of materials (SBOM)\n' +
      '  Dockerfile, compose.yaml, Caddyfile          files for the Docker image\n' +
      '  waypost-{link,contact}-api-VERSION.json      OpenAPI documents\n' +
      '  waypost-api-VERSION.d.ts                     TypeScript types of both APIs\n' +
      '  SHA256SUMS                                   checksums of this run’s files\n\n' +
      'Packages come from npm’s cache if possible. After `npm ci` nothing is downloaded for this machine’s platform if ' +
      'the running Node.js is the release’s official binary. Otherwise Node.js is downloaded once, and so are the ' +
      'packages of the other platform. Everything is verified: packages by package-lock.json, Node.js by its checksum.',
  )
  .addOption(new Option('--arch <arch>', 'build the release of one platform only').choices(['x64', 'arm64']))
  .addOption(
    new Option('--only <kind>', 'build one kind only; `archive` includes the files of the image').choices([
      'archive',
      'deb',
      'api',
    ]),
  )
  .option('--list <file>', 'build nothing; list the contents of an archive or package, and fail on unexpected files')
  .option('--freeze', 'build nothing; record the checksums of this version’s migrations, until the version is tagged')
  .option('--dirty', 'build even if files differ from the commit')
  .showHelpAfterError()
  .parse();
const { arch, only, dirty, freeze, list } = program.opts();

// `--list FILE | head` reads only the first lines.
process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

try {
  await (list ? show(list) : freeze ? freezeMigrations() : release());
} catch (error) {
  process.stderr.write(`release: ${/** @type {Error} */ (error).message}\n`);
  process.exitCode = 1;
}

/** @param {string} file */
async function show(file) {
  const [{ checkContents, showContents }, { root }] = await Promise.all([import('./contents.js'), import('./tree.js')]);
  showContents(await checkContents(file, root));
}

async function freezeMigrations() {
  const [{ frozenFile, writeFrozen }, { root }] = await Promise.all([
    import('./frozen-migrations.js'),
    import('./tree.js'),
  ]);
  const version = await versionOf(root);
  say(`${frozenFile}: ${(await writeFrozen(root, version)).length} migrations of ${version}`);
}

/** @param {string} root @returns {Promise<string>} */
async function versionOf(root) {
  return JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')).version;
}

async function release() {
  const { root } = await import('./tree.js');
  const { checkFrozen } = await import('./frozen-migrations.js');
  const git = async (/** @type {string[]} */ ...words) => (await run('git', words, { cwd: root })).stdout.trim();
  const changed = await git('status', '--porcelain');
  if (changed && !dirty) throw new Error(`files differ from the commit (use --dirty to build anyway):\n${changed}`);
  if (!dirty) await checkFrozen(root);
  const version = await versionOf(root);
  const epoch = Number(process.env.SOURCE_DATE_EPOCH ?? (await git('log', '-1', '--format=%ct')));
  say(
    `Waypost ${version}, commit ${await git('rev-parse', '--short', 'HEAD')}${changed ? ' with uncommitted changes' : ''}`,
  );
  const to = path.join(root, '.build/release');
  await mkdir(to, { recursive: true });
  const names = [];
  if (only !== 'api') {
    for (const platform of arch ? [arch] : ['x64', 'arm64'])
      names.push(...(await buildFor(platform, { root, version, epoch, to })));
  }
  if (!only || only === 'archive') names.push(...(await writeImageFiles(root, to, version)));
  if (!only || only === 'api') names.push(...(await writeApi(root, to, version)));
  await writeChecksums(to, names.sort());
  say(`in ${path.relative(process.cwd(), to)}, with SHA256SUMS`);
}

/** Writes the image's files, with the version. Returns their names. @param {string} root @param {string} to @param {string} version */
async function writeImageFiles(root, to, version) {
  const names = ['Dockerfile', 'compose.yaml', 'Caddyfile'];
  for (const name of names) {
    const text = await readFile(path.join(root, '.packaging', name), 'utf8');
    await writeFile(path.join(to, name), text.replaceAll('@VERSION@', version));
  }
  return names;
}

/** Writes the API documents and types. Returns their names. @param {string} root @param {string} to @param {string} version */
async function writeApi(root, to, version) {
  say('the API documents and types …');
  const words = ['shared/run.js', '--tests', 'test/fixtures/write-api.js', to, version];
  const { stdout } = await run(process.execPath, words, { cwd: root });
  return stdout.trim().split('\n');
}

/** @param {string} to @param {string[]} names of the files in `to` */
async function writeChecksums(to, names) {
  const { hashOf } = await import('./files.js');
  let sums = '';
  for (const name of names) {
    const file = path.join(to, name);
    sums += `${await hashOf(file)}  ${name}\n`;
    say(`${((await stat(file)).size / 1e6).toFixed(1).padStart(6)} MB  ${name}`);
  }
  await writeFile(path.join(to, 'SHA256SUMS'), sums);
}

/**
 * Builds the archive and the package of one platform, and its bill of materials. Returns their names.
 * @param {string} platform @param {{ root: string, version: string, epoch: number, to: string }} release
 */
async function buildFor(platform, { root, version, epoch, to }) {
  const { layOut } = await import('./tree.js');
  const { packArchive } = await import('./archive.js');
  const { checkContents } = await import('./contents.js');
  const { debName, packDeb } = await import('./deb.js');
  const work = path.join(to, `work-${platform}`);
  const name = `waypost-${version}-linux-${platform}`;
  const folder = path.join(work, name);
  const names = [`${name}.cdx.json`];
  await layOut({ arch: platform, folder, work, epoch, say });
  await copyFile(path.join(folder, 'sbom.cdx.json'), path.join(to, `${name}.cdx.json`));
  if (only !== 'deb') {
    say(`${platform}: the archive …`);
    const archive = path.join(to, `${name}.tar.gz`);
    await packArchive(folder, archive);
    await checkContents(archive, root);
    names.push(path.basename(archive));
  }
  if (only !== 'archive') {
    say(`${platform}: the Debian package …`);
    const deb = path.join(to, debName(version, platform));
    await packDeb({ folder, work, deb, version, arch: platform, epoch });
    await checkContents(deb, root);
    names.push(path.basename(deb));
  }
  await rm(work, { recursive: true });
  return names;
}
