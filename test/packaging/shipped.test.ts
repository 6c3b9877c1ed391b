/** The package files in a release: everything they load, and nothing for builds or tests. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { projectRoot } from '../../shared/paths.ts';
import { t } from '../runner/tap.ts';

type Lock = { packages: Record<string, { dev?: boolean; dependencies?: Record<string, string> }> };

const module = await import(pathToFileURL(path.join(projectRoot, '.packaging/shipped.js')).href);
const contents = await import(pathToFileURL(path.join(projectRoot, '.packaging/contents.js')).href);
const library = await import(pathToFileURL(path.join(projectRoot, '.packaging/http-library.js')).href);
const isShipped = (file: string): boolean => module.isShipped(file, process.arch);

const { packages } = JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8')) as Lock;
const ofProduction = Object.keys(packages).filter(
  (folder) => folder !== '' && !packages[folder]?.dev && existsSync(path.join(projectRoot, folder)),
);

t.test("Debian 13's npm 9 can read the lock: no dependency names a tag", (t) => {
  const tagged = Object.keys(packages).filter((folder) =>
    Object.values(packages[folder]?.dependencies ?? {}).some((range) => range === 'latest'),
  );
  t.same(tagged, []);
  t.end();
});

t.test("a package's file is shipped if it can be loaded, or is a licence", (t) => {
  const cases: [file: string, shipped: boolean][] = [
    ['node_modules/ajv/dist/ajv.js', true],
    ['node_modules/ajv/LICENSE', true],
    ['node_modules/ajv/README.md', true],
    ['node_modules/ajv/dist/ajv.js.map', false],
    ['node_modules/ajv/dist/ajv.d.ts', false],
    ['node_modules/ajv/lib/ajv.ts', false],
    ['node_modules/pino/test/basic.test.js', false],
    ['node_modules/pino/test/fixtures/eval/node_modules/a/index.js', false],
    ['node_modules/pino-pretty/lib/utils/noop.test.js', false],
    ['node_modules/a/node_modules/@b/c/docs/index.js', false],
    ['node_modules/a/node_modules/@b/c/dist/docs/index.js', true],
    ['node_modules/help-me/fixture/basic/hello.txt', false],
    ['node_modules/es-errors/tsconfig.json', false],
    ['node_modules/pino/eslint.config.js', false],
    ['node_modules/pino/lib/eslint.js', true],
    ['node_modules/.bin/pm2', false],
    ['node_modules/.package-lock.json', false],
    ['node_modules/uWebSockets.js/src/App.h', false],
    ['node_modules/uWebSockets.js/uws_linux_other_115.node', false],
    ['node_modules/swagger-ui-dist/swagger-ui-es-bundle.js', false],
  ];
  for (const [file, shipped] of cases) t.equal(isShipped(file), shipped, file);
  t.end();
});

t.test('only the known binary of the HTTP library is shipped, and the manual names it', async (t) => {
  await library.checkLibrary(path.join(projectRoot, 'node_modules'), process.arch);
  const packages = t.testdir({
    'uWebSockets.js': { 'uws_linux_x64_115.node': 'another', 'uws_linux_arm64_115.node': 'another' },
  });
  const page = readFileSync(path.join(projectRoot, '.github/docs/platforms.md'), 'utf8');
  for (const arch of ['x64', 'arm64']) {
    await t.rejects(library.checkLibrary(packages, arch), /is not the expected binary/);
    t.ok(page.includes(`| ${arch} | \`uws_linux_${arch}_115.node\` | \`${library.libraryHashes[arch]}\` |`), arch);
  }
});

t.test("every package's entry file is shipped", (t) => {
  const require = createRequire(path.join(projectRoot, 'package.json'));
  for (const folder of ofProduction) {
    // Its entry file only contains the path to its files.
    if (folder === 'node_modules/swagger-ui-dist') continue;
    let entry: string | undefined;
    try {
      entry = require.resolve(path.join(projectRoot, folder));
    } catch {}
    if (entry && !entry.endsWith('.ts')) t.ok(isShipped(path.relative(projectRoot, entry)), folder);
  }
  t.end();
});

t.test('files that do not belong in an archive are listed', async (t) => {
  const at = t.testdir({
    'waypost-1.2.3-linux-x64': {
      '.build': { current: { 'a.js': '12345', 'a.test.js': '' } },
      node_modules: {
        ajv: { dist: { 'ajv.js': '123', 'ajv.ts': '' } },
        esbuild: { 'main.js': '' },
        '@swc': { core: { 'index.js': '' } },
      },
    },
  });
  const archive = path.join(at, 'a.tar.gz');
  await promisify(execFile)('tar', ['-czf', archive, '-C', at, 'waypost-1.2.3-linux-x64']);
  const files: { name: string; bytes: number }[] = await contents.listContents(archive);
  t.match(contents.sumUp(files)[0], { part: '.build/current', count: 2, bytes: 5 });
  const lock = { 'node_modules/ajv': {}, 'node_modules/esbuild': {}, 'node_modules/@swc/core': { dev: true } };
  t.same(
    new Set(contents.strangersIn(files, 'x64', lock)),
    new Set([
      '.build/current/a.test.js is a source or a test',
      'node_modules/ajv/dist/ajv.ts is only for development',
      'node_modules/esbuild is a build or test tool',
      'node_modules/@swc/core is not a production package',
    ]),
  );
});

t.test('no development package is among the production packages', (t) => {
  for (const name of ['typescript', 'esbuild', 'tap', 'preact', 'chokidar', '@swc/core']) {
    t.notOk(ofProduction.includes(`node_modules/${name}`), name);
  }
  const left = ofProduction.flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file))
      .filter((file) => /\.(d\.ts|test\.js|map|h|cc)$/.test(file) && isShipped(file)),
  );
  t.same(left, []);
  t.end();
});

t.test('`release --list` ends quietly when its reader stops reading', async (t) => {
  const names = Array.from({ length: 4_000 }, (_, n) => `${'folder-'.repeat(4)}${n}`);
  const home = t.testdir({ 'waypost-1.2.3-linux-x64': Object.fromEntries(names.map((name) => [name, { file: '' }])) });
  const archive = path.join(home, 'waypost-1.2.3-linux-x64.tar.gz');
  await promisify(execFile)('tar', ['-czf', archive, '-C', home, 'waypost-1.2.3-linux-x64']);
  const command = 'set -o pipefail; "$0" .packaging/release.js --list "$1" | head -n 1';
  const listed = promisify(execFile)('bash', ['-c', command, process.execPath, archive], { cwd: projectRoot });
  t.match(await listed, { stdout: / 0\.0 kB +1 {2}folder-/, stderr: /^$/ });
});
