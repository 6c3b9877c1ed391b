#!/usr/bin/env node
// @ts-check
/**
 * The build of the current commit's releases in `.build/release`. For a quick test, build only one archive:
 *
 *   npm run release -- --arch x64 --only archive --dirty
 *
 * Builds are reproducible: names are sorted, and every file has the commit's time and belongs to root.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Command, Option } from 'commander';

const run = promisify(execFile);

const program = new Command('npm run release --')
  .description(
    'Builds waypost-VERSION-linux-{x64,arm64}.tar.gz, waypost_VERSION_{amd64,arm64}.deb and waypost-api-VERSION.d.ts,\n' +
      'the types of both APIs from a temporary installation, in .build/release.\n\n' +
      'Packages come from npm’s cache if possible. After `npm ci` nothing is downloaded for this machine’s platform if the\n' +
      'running Node.js is the release’s official binary. Otherwise Node.js is downloaded once, and so are the packages of\n' +
      'the other platform. Everything is verified: packages by package-lock.json, Node.js by its checksum.',
  )
  .addOption(new Option('--arch <arch>', 'build the release of one platform only').choices(['x64', 'arm64']))
  .addOption(new Option('--only <kind>', 'build one kind only').choices(['archive', 'deb', 'types']))
  .option('--list <file>', 'build nothing; list the contents of an archive or package, and fail on unexpected files')
  .option('--dirty', 'build even if files differ from the commit')
  .showHelpAfterError()
  .parse();
const { arch, only, dirty, list } = program.opts();

// `--list FILE | head` reads only the first lines.
process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

try {
  await (list ? show(list) : release());
} catch (error) {
  process.stderr.write(`release: ${/** @type {Error} */ (error).message}\n`);
  process.exitCode = 1;
}

/** @param {string} file */
async function show(file) {
  const [{ checkContents, showContents }, { root }] = await Promise.all([import('./contents.js'), import('./tree.js')]);
  showContents(await checkContents(file, root));
}

async function release() {
  const { layOut, root } = await import('./tree.js');
  const { packArchive } = await import('./archive.js');
  const { checkContents } = await import('./contents.js');
  const { debName, packDeb } = await import('./deb.js');
  const git = async (/** @type {string[]} */ ...words) => (await run('git', words, { cwd: root })).stdout.trim();
  const changed = await git('status', '--porcelain');
  if (changed && !dirty) throw new Error(`files differ from the commit (use --dirty to build anyway):\n${changed}`);
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const epoch = Number(process.env.SOURCE_DATE_EPOCH ?? (await git('log', '-1', '--format=%ct')));
  say(
    `Waypost ${version}, commit ${await git('rev-parse', '--short', 'HEAD')}${changed ? ' with uncommitted changes' : ''}`,
  );
  const to = path.join(root, '.build/release');
  await mkdir(to, { recursive: true });
  const platforms = only === 'types' ? [] : arch ? [arch] : ['x64', 'arm64'];
  for (const one of platforms) {
    const work = path.join(to, `work-${one}`);
    const folder = path.join(work, `waypost-${version}-linux-${one}`);
    await layOut({ arch: one, folder, work, epoch, say });
    if (only !== 'deb') {
      say(`${one}: the archive …`);
      const archive = path.join(to, `${path.basename(folder)}.tar.gz`);
      await packArchive(folder, archive);
      await checkContents(archive, root);
      await report(archive);
    }
    if (only !== 'archive') {
      say(`${one}: the Debian package …`);
      const deb = path.join(to, debName(version, one));
      await packDeb({ folder, work, deb, version, arch: one, epoch });
      await checkContents(deb, root);
      await report(deb);
    }
    await rm(work, { recursive: true });
  }
  if (!only || only === 'types') {
    const types = path.join(to, `waypost-api-${version}.d.ts`);
    await run(process.execPath, ['shared/run.js', '--tests', 'test/fixtures/write-types.js', types], { cwd: root });
    await report(types);
  }
}

/** @param {string} file */
async function report(file) {
  say(`${path.relative(process.cwd(), file)}  ${((await stat(file)).size / 1e6).toFixed(1)} MB`);
}
