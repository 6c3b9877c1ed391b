/**
 * `npm start` under every signal of a terminal, a service manager or a crash: the services drain, MariaDB and Redis stop, nothing
 * is left running, and the next start finds the data.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { leftovers, processesOf } from '../fixtures/leftovers.ts';
import { count, endOf, type Place, preparePlace, runNpm, type Script } from '../fixtures/project-copy.ts';
import { ask } from '../fixtures/requests.ts';
import { t } from '../runner/tap.ts';

type Way = {
  what: string;
  end: (script: Script, place: Place) => unknown;
  npmEndsWith: number | NodeJS.Signals;
  /**
   * Message of the start script, if it can still write one; without it the services can lose their stores before they have
   * stopped.
   */
  says?: RegExp;
  /** Nearly the same as another case. Only `npm run test:matrix` runs it, for a release. */
  inFull?: true;
};

/** Sends a signal to npm only, like a service manager. */
const toNpm = (signal: NodeJS.Signals) => (script: Script) => script.npm.kill(signal);

/** Sends a signal to npm's whole process group, like a terminal. */
const toGroup = (signal: NodeJS.Signals) => (script: Script) => process.kill(-(script.npm.pid as number), signal);

async function killStart(_: Script, { localDir }: Place): Promise<void> {
  const start = (await processesOf(localDir)).find(({ command }) => /\bstart --parent\b/.test(command));
  process.kill(start?.pid as number, 'SIGKILL');
}

const stopped = /stopping …\nstopped; your data is kept/;

const ways: Way[] = [
  { what: 'SIGTERM to npm alone', end: toNpm('SIGTERM'), npmEndsWith: 0, says: stopped },
  { what: 'SIGINT to npm alone', end: toNpm('SIGINT'), npmEndsWith: 0, says: stopped, inFull: true },
  { what: 'Ctrl-C', end: toGroup('SIGINT'), npmEndsWith: 0, says: stopped },
  { what: 'SIGTERM to the group', end: toGroup('SIGTERM'), npmEndsWith: 0, says: stopped, inFull: true },
  { what: 'SIGHUP to npm alone', end: toNpm('SIGHUP'), npmEndsWith: 'SIGHUP', says: stopped, inFull: true },
  { what: 'a terminal that is closed', end: toGroup('SIGHUP'), npmEndsWith: 'SIGHUP', says: stopped },
  { what: 'SIGKILL of npm', end: toNpm('SIGKILL'), npmEndsWith: 'SIGKILL', says: stopped },
  { what: "SIGKILL of npm's child", end: killStart, npmEndsWith: 'SIGKILL' },
];

t.test('any signal that ends npm ends everything, cleanly', async (t) => {
  const place = await preparePlace(t);
  const log = (name: string) => readFile(path.join(place.localDir, 'logs', `${name}.log`), 'utf8');
  let key = '';
  for (const [index, { what, end, npmEndsWith, says }] of ways
    .filter(({ inFull }) => process.env.TEST_FULL === '1' || !inFull)
    .entries()) {
    const script = runNpm(place, ['start']);
    if (index === 0) [, key = ''] = await script.says(/Link API key\s+(fks_\w+)/);
    await script.says(/Press Ctrl-C/);
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ url: 'https://example.com/', slug: `slug-${index}` });
    const created = await ask(place.links, { method: 'POST', path: '/api/links', headers, body });
    t.equal(created.status, 201, `before ${what}`);
    for (let before = 0; before <= index; before++)
      t.equal((await ask(place.links, { path: `/slug-${before}` })).status, 302, 'earlier data is there');

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
