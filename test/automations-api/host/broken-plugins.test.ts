/** A fault in one plugin's files affects only that plugin: others are built, listed, activated and served as usual. */
import { execFile, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Body } from '../../fixtures/automations.ts';
import { preparePlace } from '../../fixtures/project-copy.ts';
import { createStores, envOf } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const works = (name: string) => `
  import type { Plugin } from '../../host/plugin.ts';
  export const plugin: Plugin = { name: '${name}', version: '1', tables: [], register: () => {} };
`;

const broken: [name: string, text: string, problem: RegExp][] = [
  ['syntax', 'export const plugin = {', /^it cannot be built: .*syntax\/plugin\.ts:1:23/s],
  ['lacking', `import { no } from './nowhere.ts';${works('lacking')}console.log(no);`, /nowhere/],
  ['throwing', `${works('throwing')}throw new Error('at once');`, /^at once$/],
  ['never', `${works('never')}await new Promise(() => {});`, /^it took longer than/],
];

t.test(
  'plugins that cannot be built or loaded are listed with the reason, can be turned off, and do not stop other plugins',
  async (t) => {
    const [place, stores] = [await preparePlace(t), await createStores(t)];
    const env = {
      PATH: process.env.PATH,
      LOCAL_DIR: place.localDir,
      ...envOf(stores),
      LINKS_PORT: String(place.links),
      AUTOMATIONS_PORT: String(place.automations),
    };
    const node = async (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: place.root, env });
    const automations = async (...args: string[]): Promise<Body> =>
      JSON.parse((await node('shared/run.js', 'automations-api/cli.js', ...args, '--json')).stdout);
    const write = async (name: string, text: string, file = 'plugin.ts') => {
      const folder = path.join(place.root, 'automations-api/plugins', name);
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, file), text);
    };
    const names = broken.map(([name]) => name);

    for (const name of names) await write(name, works(name));
    // The build does not check types, so this plugin counts as valid.
    await write('mistyped', `${works('mistyped')}export const count: number = 'text';`);
    await write('parted', `import './part.ts';${works('parted')}`);
    await write('parted', 'export {};', 'part.ts');
    await node('shared/build/build.js', '--stale');
    await node('shared/run.js', 'shared/local/migrate.js');
    for (const name of [...names, 'mistyped', 'parted']) await automations('plugin', 'activate', name);
    for (const [name, text] of broken) await write(name, text);
    await write('parted', 'export {', 'part.ts');
    t.match(
      (await node('shared/build/build.js', '--stale')).stderr,
      /The plugin syntax is not loaded, because it cannot be built/,
    );

    t.match((await node('shared/run.js', 'daemon/cli.js', '--help')).stdout, /Usage:/);
    const run = (entry: string) => {
      const child = spawn(process.execPath, ['shared/run.js', entry], { cwd: place.root, env, stdio: 'ignore' });
      t.teardown(() => child.kill('SIGKILL'));
    };
    run('automations-api/server.js');
    run('daemon/server.js');
    const status = (port: number, at: string) =>
      fetch(`http://127.0.0.1:${port}${at}`).then(
        ({ status }) => status,
        () => 0,
      );
    // The service gives this answer until its links are loaded.
    await until(
      () => status(place.links, '/no-such-link'),
      (answer) => answer === 404,
    );
    t.equal(await until(() => status(place.automations, '/wp-json/automations/tags')), 401);
    const listed = await automations('plugin', 'list');
    const rowOf = (name: string) => listed.find((row: Body) => row.name === name);
    for (const [name, , problem] of broken) t.match(rowOf(name), { active: true, problem }, name);
    for (const name of ['automations', 'admin', 'mistyped']) t.match(rowOf(name), { active: true, problem: '' }, name);
    t.match(rowOf('parted'), { active: true, problem: /^it cannot be built: .*parted\/part\.ts:1:8/s });
    // While the plugin that never loads is active, every command waits for it.
    for (const name of [...names.reverse(), 'parted'])
      t.match(await automations('plugin', 'deactivate', name), { name, active: false });
    t.equal(await status(place.automations, '/wp-json/automations/tags'), 401);
    await write('throwing', works('throwing'));
    await write('parted', 'export {};', 'part.ts');
    await node('shared/build/build.js', '--stale');
    for (const name of ['throwing', 'parted']) {
      const corrected = await automations('plugin', 'activate', name);
      t.match(corrected, { active: true }, `the running service takes the corrected ${name} from the new build`);
    }
  },
);
