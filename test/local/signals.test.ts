/**
 * `npm start` under whatever ends it, as a terminal, a service manager or a crash does: the services drain, MariaDB and
 * Redis stop, nothing is left running, and the next start finds the data.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import t from 'tap';
import {
  endOf,
  leftovers,
  type Place,
  preparePlace,
  processesOf,
  runNpm,
  type Script,
} from '../fixtures/project-copy.ts';
import { ask } from '../fixtures/requests.ts';

type Way = {
  what: string;
  end: (script: Script, place: Place) => unknown;
  npmEndsWith: number | NodeJS.Signals;
  /** What start says, where it still can; without it the services may lose their stores before they have stopped. */
  says?: RegExp;
};

/** To npm alone, as a service manager does. */
const toNpm = (signal: NodeJS.Signals) => (script: Script) => script.npm.kill(signal);

/** To npm and all it started in its process group, as a terminal does. */
const toGroup = (signal: NodeJS.Signals) => (script: Script) => process.kill(-(script.npm.pid as number), signal);

async function killStart(_: Script, { localDir }: Place): Promise<void> {
  const start = (await processesOf(localDir)).find(({ command }) => command.includes('local/start.js'));
  process.kill(start?.pid as number, 'SIGKILL');
}

const stopped = /stopping …\nstopped; your data is kept/;

const ways: Way[] = [
  { what: 'SIGTERM to npm alone', end: toNpm('SIGTERM'), npmEndsWith: 0, says: stopped },
  { what: 'SIGINT to npm alone', end: toNpm('SIGINT'), npmEndsWith: 0, says: stopped },
  { what: 'Ctrl-C', end: toGroup('SIGINT'), npmEndsWith: 0, says: stopped },
  { what: 'SIGTERM to the group', end: toGroup('SIGTERM'), npmEndsWith: 0, says: stopped },
  { what: 'SIGHUP to npm alone', end: toNpm('SIGHUP'), npmEndsWith: 'SIGHUP', says: stopped },
  { what: 'a terminal that is closed', end: toGroup('SIGHUP'), npmEndsWith: 'SIGHUP', says: stopped },
  { what: 'SIGKILL of npm', end: toNpm('SIGKILL'), npmEndsWith: 'SIGKILL', says: stopped },
  { what: 'SIGKILL of what npm started', end: killStart, npmEndsWith: 'SIGKILL' },
];

const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;

t.test('whatever ends npm ends everything, cleanly', async (t) => {
  const place = await preparePlace(t);
  const log = (name: string) => readFile(path.join(place.localDir, 'logs', `${name}.log`), 'utf8');
  let key = '';
  for (const [index, { what, end, npmEndsWith, says }] of ways.entries()) {
    const script = runNpm(place, ['start']);
    if (index === 0) [, key = ''] = await script.says(/Link API key\s+(fks_\w+)/);
    await script.says(/Press Ctrl-C/);
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ url: 'https://example.com/', slug: `slug-${index}` });
    const created = await ask(place.links, { method: 'POST', path: '/api/links', headers, body });
    t.equal(created.status, 201, `before ${what}`);
    for (let before = 0; before <= index; before++)
      t.equal((await ask(place.links, { path: `/slug-${before}` })).status, 302, 'earlier data are there');

    await end(script, place);
    t.equal(await endOf(script.npm), npmEndsWith, `${what}: how npm ends`);
    t.same(await leftovers(place.localDir), [], `${what}: no process is left`);
    if (says) {
      t.match(script.output(), says);
      for (const name of ['links', 'links-worker', 'automations'])
        t.equal(count(await log(name), /"msg":"stopped"/g), index + 1, `${what}: ${name} stopped in order`);
    }
    const mariadb = await readFile(path.join(place.localDir, 'mysql/log'), 'utf8');
    t.equal(count(mariadb, /: Shutdown complete/g), index + 1, `${what}: MariaDB stopped in order`);
  }
});

t.test('SIGTERM to npm while it starts ends everything, wherever the start has got to', async (t) => {
  const place = await preparePlace(t);
  let said = '';
  for (const step of [
    // The line npm shows first, as npm 12 does or as those before.
    /(>|run) waypost/,
    /making a new database/,
    /starting MariaDB/,
    /starting Redis/,
    /starting the services/,
  ]) {
    const script = runNpm(place, ['start']);
    await script.says(step);
    script.npm.kill('SIGTERM');
    // During the build there is only a shell to end; from then on the start ends by itself.
    t.ok(
      [0, 'SIGTERM'].includes((await endOf(script.npm)) as never),
      `${step}: npm ended with ${await endOf(script.npm)}`,
    );
    t.same(await leftovers(place.localDir), [], `${step}: no process is left`);
    t.notMatch(script.output(), /Press Ctrl-C|waypost: /, `${step}: and no fault is reported`);
    said += script.output();
  }
  t.equal(count(said, /Link API key {4}fks_/g), 1, 'what is shown only once was shown');
  const script = runNpm(place, ['start']);
  await script.says(/Press Ctrl-C/);
  script.npm.kill('SIGTERM');
  t.equal(await endOf(script.npm), 0, 'the next start works');
  t.same(await leftovers(place.localDir), []);
});

t.test('a start whose npm was gone before it could look for it ends by itself', async (t) => {
  const { root, localDir } = await preparePlace(t);
  // The shell in between ends first, so the process has no other parent than the one that adopts it.
  const start = 'exec env -u NODE_OPTIONS node .build/shared/local/start.js --parent 1';
  const shell = spawn('sh', ['-c', `(sleep 1; ${start}) > out.txt 2>&1 &`], {
    cwd: root,
    env: { ...process.env, LOCAL_DIR: localDir },
  });
  await once(shell, 'exit');
  t.same(await leftovers(localDir), []);
  t.notMatch(await readFile(path.join(root, 'out.txt'), 'utf8'), /Press Ctrl-C/);
});
