/** The build, in copies of the project: commands never run a half-finished one, and its output runs without development packages. */
import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { leftovers } from '../fixtures/leftovers.ts';
import { endOf, preparePlace, runNpm } from '../fixtures/project-copy.ts';
import { ask } from '../fixtures/requests.ts';
import { t } from '../runner/tap.ts';

const run = promisify(execFile);

t.test('commands that start during a build run the old code or the new code', async (t) => {
  const { root } = await preparePlace(t);
  const command = async () =>
    (await run(process.execPath, ['shared/run.js', 'daemon/cli.js', '--help'], { cwd: root })).stdout;
  const build = () => run(process.execPath, ['shared/build/build.js', '--stale'], { cwd: root });
  const file = path.join(root, 'daemon/commands/program.ts');
  const source = await readFile(file, 'utf8');
  const previous = await command();
  t.match(previous, /Operate the link service/);
  await writeFile(file, source.replace('Operate the link service', 'Run the link service'));
  const builds = Promise.all([build(), build(), build()]);
  let isBuilt = false;
  void builds.finally(() => {
    isBuilt = true;
  });
  const said = new Set<string>();
  while (!isBuilt) {
    for (const text of await Promise.all(Array.from({ length: 8 }, command))) said.add(text);
    await sleep(300);
  }
  await builds;
  const now = await command();
  t.equal(now, previous.replace('Operate', 'Run'));
  t.same(
    [...said].filter((text) => text !== previous && text !== now),
    [],
  );
  const made = (await readdir(path.join(root, '.build'))).filter((name) => /-\d+$/.test(name));
  t.equal(made.length, 1, 'of three concurrent builds two found nothing left to do');
});

t.test('an error in a source is shown, and the last build keeps running', async (t) => {
  const { root } = await preparePlace(t);
  await writeFile(path.join(root, 'daemon/cli.ts'), 'const open = (;\n');
  const failure = await run(process.execPath, ['shared/build/build.js'], { cwd: root }).catch((error) => error);
  t.equal(failure.code, 1);
  t.match(failure.stderr, /daemon\/cli\.ts:1:14/);
  t.match((await run(process.execPath, ['shared/run.js', 'daemon/cli.js', '--help'], { cwd: root })).stdout, /Usage/);
});

t.test('a command without a build explains how to build', async (t) => {
  const { root } = await preparePlace(t);
  await rm(path.join(root, '.build'), { recursive: true });
  const failure = await run(process.execPath, ['shared/run.js', 'daemon/cli.js'], { cwd: root }).catch(
    (error) => error,
  );
  t.match(failure, { code: 1, stderr: /not built here: run `npm ci`/ });
});

t.test('the built services create a link and a contact with production packages alone', async (t) => {
  const place = await preparePlace(t);
  await rm(path.join(place.root, 'node_modules'));
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  const installed = runNpm(place, ['ci', '--omit=dev', '--ignore-scripts', ...quiet]);
  t.equal(await endOf(installed.npm), 0, installed.output());
  await run('npm', ['run', 'slim'], { cwd: place.root });
  const packages = await readdir(path.join(place.root, 'node_modules'));
  for (const name of ['typescript', 'esbuild', 'tap', 'preact']) t.notOk(packages.includes(name), name);
  const { stdout } = await run('du', ['-sm', 'node_modules'], { cwd: place.root });
  const megabytes = Number.parseInt(stdout, 10);
  console.error(`node_modules of production: ${megabytes} MB`);
  t.ok(megabytes <= 300, `${megabytes} MB`);

  const start = runNpm(place, ['start']);
  const [, linksKey] = await start.says(/Link API key\s+(fks_\w+)/);
  const [, automationsKey] = await start.says(/Automation key\s+([0-9a-f]{32})/);
  await start.says(/Press Ctrl-C/);
  const json = { 'Content-Type': 'application/json' };
  const link = await ask(place.links, {
    method: 'POST',
    path: '/api/links',
    headers: { ...json, Authorization: `Bearer ${linksKey}` },
    body: '{"url":"https://example.com/","slug":"hello"}',
  });
  t.equal(link.status, 201);
  t.equal((await ask(place.links, { path: '/hello' })).headers.location, 'https://example.com/');
  const contact = await ask(place.automations, {
    method: 'POST',
    path: `/wp-json/automations/contact/add?api_key=${automationsKey}`,
    headers: json,
    body: '{"email":"ada@example.com"}',
  });
  t.equal(contact.status, 200);
  t.equal((await ask(place.links, { path: '/dashboard' })).status, 200, 'the browser applications were built');
  start.npm.kill('SIGTERM');
  t.equal(await endOf(start.npm), 0);
  t.same(await leftovers(place.localDir), []);
});
