/** `npm run dev`, in a copy: a source is edited, and the services answer with the change. */
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { leftovers } from '../fixtures/leftovers.ts';
import { endOf, type Place, preparePlace, runNpm } from '../fixtures/project-copy.ts';
import { ask } from '../fixtures/requests.ts';
import { t } from '../runner/tap.ts';

/** Changes a file without the build's notice, by keeping its time. */
async function changeUnseen(file: string, change: (text: string) => string): Promise<void> {
  const { atime, mtime } = await stat(file);
  await writeFile(file, change(await readFile(file, 'utf8')));
  await utimes(file, atime, mtime);
}

/** Checks one file's types, since a cold check of all takes most of a minute. */
const checkOneFile = ({ root }: Place, project: string, file: string) =>
  changeUnseen(path.join(root, project, 'tsconfig.json'), (text) => {
    const { include, ...rest } = JSON.parse(text);
    return JSON.stringify({ ...rest, files: [file] });
  });

const place = await preparePlace(t);
await checkOneFile(place, '.', 'shared/http/health.ts');
await checkOneFile(place, 'daemon/dashboard', 'text/en/en.ts');

t.test('a changed source is built and served, and a failed build is shown', async (t) => {
  const dev = runNpm(place, ['run', 'dev']);
  await dev.says(/Press Ctrl-C/);
  const edit = async (file: string, change: (text: string) => string) => {
    const at = path.join(place.root, file);
    await writeFile(at, change(await readFile(at, 'utf8')));
  };
  const health = (port: number) =>
    ask(port, { path: '/healthz' }).then(
      ({ body }) => body,
      () => 'no answer',
    );
  const answers = async (port: number, expected: string) => {
    for (let tries = 0; tries < 600 && (await health(port)) !== expected; tries++) await sleep(100);
    return health(port);
  };
  t.equal(await health(place.links), '{"status":"ok"}');

  await edit('shared/http/health.ts', (text) => text.replace("status: 'ok'", "status: 'edited'"));
  for (const port of [place.links, place.automations])
    t.equal(await answers(port, '{"status":"edited"}'), '{"status":"edited"}');
  t.match(dev.output(), /shared\/http\/health\.ts changed: restarting links, links-worker, automations …/);

  await edit('shared/http/health.ts', (text) => text.replace("status: 'edited'", "status: 'broken' +"));
  await dev.says(/shared\/http\/health\.ts:\d+:\d+[\s\S]*the services continue with the last good build/);
  t.equal(await health(place.links), '{"status":"edited"}', 'a build that fails changes nothing');
  await edit('shared/http/health.ts', (text) => text.replace("'broken' +", "'mistyped'.nowhere ?? 'mended'"));
  await dev.says(/shared\/http\/health\.ts.*Property 'nowhere' does not exist[\s\S]*the services run the new build/);
  t.equal(await answers(place.links, '{"status":"mended"}'), '{"status":"mended"}');

  await edit('automations-api/server.ts', (text) => `${text}\n// edited\n`);
  await dev.says(/automations-api\/server\.ts changed: restarting automations …/);
  t.equal(await answers(place.automations, '{"status":"mended"}'), '{"status":"mended"}');

  await edit('daemon/dashboard/text/en/en.ts', (text) => text.replace("name: 'Waypost'", "name: 'Edited'"));
  await dev.says(/daemon\/dashboard\/text\/en\/en\.ts changed: restarting links …/);

  process.kill(-(dev.npm.pid as number), 'SIGINT');
  t.equal(await endOf(dev.npm), 0);
  t.same(await leftovers(place.localDir), [], 'and nothing is left of it');
});

t.test('npm run dev ends with npm, even during a build', async (t) => {
  const file = path.join(place.root, 'shared/http/health.ts');
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const dev = runNpm(place, ['run', 'dev']);
    await dev.says(/Press Ctrl-C/);
    const { atime, mtime } = await stat(file);
    await writeFile(file, `${await readFile(file, 'utf8')}\nexport const of${signal} = 1;\n`);
    await sleep(300);
    dev.npm.kill(signal);
    t.equal(await endOf(dev.npm), signal === 'SIGTERM' ? 0 : signal);
    t.same(await leftovers(place.localDir), [], signal);
    // Otherwise the next start would first finish this build.
    await utimes(file, atime, mtime);
  }
});
